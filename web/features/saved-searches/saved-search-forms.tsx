import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import {
  createSavedSearch,
  deleteSavedSearch,
  getSavedSearch,
  permissionsOfList,
  type SavedList,
  type SavedSearch,
  savedSearchForm,
  updateSavedSearch,
} from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts as texts } from '#contract/saved-searches/texts.ts';
import { textFor } from '#web/api/api-error.ts';
import { callWithEtag } from '#web/api/call.ts';
import { type Outcome, useCall } from '#web/api/use-call.ts';
import { useMay } from '#web/session/use-may.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { openPlace } from '#web/lists/list-search.ts';
import type { SearchPlace } from '#web/lists/list-shape.ts';
import { Button } from '#web/ui/button.tsx';
import { confirmDeletion, useConfirm } from '#web/ui/confirm.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Warning } from '#web/ui/warning.tsx';

import styles from './saved-searches.module.css';
import { isSameSearch, useForgetSavedSearches } from './use-saved-searches.ts';

const { name, isShared } = savedSearchForm.shape;
const typed = z.object({ name, isShared, replaces: z.boolean() });
type Typed = z.output<typeof typed>;

export function SaveSearchDialog({ list, place, onClose }: DialogProps) {
  const may = useMay();
  const { busy, send } = useCall(createSavedSearch);
  const finish = useFinish(place, onClose);

  async function save({ replaces: _, ...form }: Typed) {
    const outcome = await send({ body: { ...form, list, search: { ...openPlace(place).search } } });
    if (outcome.ok) await finish(texts.added, outcome.data);
    return outcome;
  }

  return (
    <SearchForm
      list={list}
      title={texts.saveTitle}
      values={{ name: '', isShared: false, replaces: false }}
      canShare={may(permissionsOfList[list].change)}
      canReplace={false}
      busy={busy}
      save={save}
      onClose={onClose}
    />
  );
}

export function ChangeSearchDialog({ place, onClose, id }: DialogProps & { id: string }) {
  const loaded = useQuery({
    queryKey: ['savedSearches', 'one', id],
    queryFn: ({ signal }) => callWithEtag(getSavedSearch, { params: { id }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data, error } = loaded;
  if (data !== undefined) {
    return (
      <LoadedForm
        place={place}
        onClose={onClose}
        search={data.data}
        etag={data.etag}
        readAgain={async () => void (await loaded.refetch())}
      />
    );
  }
  return (
    <Dialog
      title={texts.changeTitle}
      onClose={onClose}
      actions={<Button onClick={onClose}>No, cancel</Button>}
    >
      {error === null ? (
        <Spinner />
      ) : (
        <LoadFailure
          text={textFor(error, texts)}
          busy={loaded.isFetching}
          onRetry={() => void loaded.refetch()}
        />
      )}
    </Dialog>
  );
}

interface LoadedFormProps {
  place: SearchPlace;
  onClose: () => void;
  search: SavedSearch;
  etag: string | undefined;
  /** The latest version, for the next try. The form keeps what was typed. */
  readAgain: () => Promise<void>;
}

function LoadedForm({ place, onClose, search, etag, readAgain }: LoadedFormProps) {
  const { id } = search;
  const may = useMay();
  const now = openPlace(place).search;
  const { busy, send } = useCall(updateSavedSearch);
  const finish = useFinish(place, onClose);
  const canReplace = Object.keys(now).length > 0 && !isSameSearch(search.search, now);

  async function save({ replaces, ...form }: Typed) {
    const body = replaces ? { ...form, search: { ...now } } : form;
    const outcome = await send({ params: { id }, body, ifMatch: etag });
    if (outcome.ok) await finish(texts.saved, replaces ? outcome.data : undefined);
    else if (outcome.error?.status === 412) await readAgain();
    return outcome;
  }

  return (
    <SearchForm
      list={search.list}
      title={texts.changeTitle}
      values={{ name: search.name, isShared: search.isShared, replaces: false }}
      canShare={search.isOwn && may(permissionsOfList[search.list].change)}
      canReplace={canReplace}
      busy={busy}
      save={save}
      onClose={onClose}
    >
      {search.problem !== null && <Warning>{search.problem}</Warning>}
      <LinkTo search={search} />
      <DeleteSearch search={search} onDeleted={() => finish(texts.deleted)} />
    </SearchForm>
  );
}

/** Reads the searches again, says what happened, and shows the search that was saved. */
function useFinish(place: SearchPlace, onClose: () => void) {
  const navigate = useNavigate();
  const notify = useNotify();
  const forget = useForgetSavedSearches();
  return async (done: string, saved?: SavedSearch) => {
    onClose();
    notify.success(done);
    await forget();
    const address = saved && openPlace(place).addressOf(saved.search, saved.id);
    if (address) void navigate(address, { replace: true, preventScrollReset: true });
  };
}

interface FormProps {
  list: SavedList;
  title: string;
  values: Typed;
  canShare: boolean;
  canReplace: boolean;
  busy: boolean;
  save: (form: Typed) => Promise<Outcome<typeof createSavedSearch>>;
  onClose: () => void;
  /** Below the fields. */
  children?: ReactNode;
}

function isForBulkEmails(list: SavedList): boolean {
  return list === 'members' || list === 'donations';
}

function SearchForm(props: FormProps) {
  const { list, title, values, canShare, canReplace, busy, save, onClose, children } = props;
  const form = useCheckedForm(typed, { defaultValues: values });
  const errors = useErrorFocus(form);
  const [problem, setProblem] = useState<string | null>(null);
  const { errors: wrong } = form.formState;
  const start = useRef<HTMLInputElement>(null);
  const { ref, ...nameField } = form.register('name');

  async function submit(input: Typed) {
    setProblem(null);
    const outcome = await save(input);
    if (outcome.ok || outcome.error === null) return;
    const isOld = outcome.error.status === 412;
    setProblem(isOld ? texts.changedByOther : problemIn(outcome.error, errors));
  }

  return (
    <FormDialog
      title={title}
      submit="Save"
      startAt={start}
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(submit, errors.onInvalid)}
      onClose={onClose}
      below={children}
    >
      <TextField
        label={texts.name}
        maxLength={60}
        autoComplete="off"
        error={wrong.name?.message}
        {...nameField}
        ref={(input) => {
          ref(input);
          start.current = input;
        }}
      />
      {canShare && (
        <CheckboxField
          label={texts.forEverybody}
          hint={isForBulkEmails(list) ? texts.forBulkEmailsHint : texts.forEverybodyHint}
          {...form.register('isShared')}
        />
      )}
      {canReplace && <CheckboxField label={texts.replace} {...form.register('replaces')} />}
    </FormDialog>
  );
}

/** Without filters in it: they are those of the search when the link is opened. */
function LinkTo({ search: { id, name: title } }: { search: SavedSearch }) {
  const { pathname } = useLocation();
  return (
    <div className={styles.link}>
      <p className={styles.hint}>{texts.linkHint}</p>
      <CopyButton
        value={`${location.origin}${pathname}?saved=${id}`}
        what={`the link to ${title}`}
      />
    </div>
  );
}

interface DeleteProps {
  search: SavedSearch;
  onDeleted: () => Promise<void>;
}

function DeleteSearch({ search: { id, name: title }, onDeleted }: DeleteProps) {
  const confirm = useConfirm();
  const { busy, error, send } = useCall(deleteSavedSearch);

  async function remove() {
    if (!(await confirm(confirmDeletion(title)))) return;
    const outcome = await send({ params: { id } });
    if (outcome.ok) await onDeleted();
  }

  return (
    <div>
      <Button busy={busy} onClick={() => void remove()}>
        {texts.remove}
      </Button>
      <FormProblem message={error?.message ?? null} />
    </div>
  );
}

export interface DialogProps {
  list: SavedList;
  place: SearchPlace;
  onClose: () => void;
}
