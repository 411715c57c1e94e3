import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { nothingChanged } from '#contract/envelope.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { backToList } from '#web/app/router/list-memory.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { problemIn } from './problem-in.ts';
import { useCheckedForm } from './use-checked-form.ts';
import { useErrorFocus } from './use-error-focus.ts';
import { useSignedOutDraft } from './use-signed-out-draft.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

/** Returns why the record could not be loaded, or null. */
export type ReadAgain = () => Promise<string | null>;

/** Refused. Without an error or a problem there is nothing to show. */
export interface Unsaved {
  ok: false;
  error: ApiError | null;
  problem?: string | undefined;
}

type Saved<Sent> = Extract<Sent, { ok: true }>;

export interface Saving<Output, Sent extends { ok: true } | Unsaved> {
  send: (body: Output, typed: { isDirty: boolean }) => Promise<Sent>;
  /** The notice after saving. Null if the user knows already. */
  saved: string | ((saved: Saved<Sent>) => string | null);
  /** Of a loaded record: afterwards the form shows what is stored. */
  readAgain?: ReadAgain | undefined;
  /** Of a new record, which opens afterwards. */
  page?: (saved: Saved<Sent>) => string;
  /** Where Cancel leads. */
  list?: string;
  /** The key of the queries that show it, too. */
  shownBy?: readonly string[];
  /** What else follows saving. */
  after?: () => void;
  /** The statuses of refusals that loading the latest version resolves. */
  staleAt?: readonly number[];
  /** Something outside the fields has unsaved changes. */
  isChangedBeside?: boolean;
  /** The form keeps its own draft. */
  hasDraft?: boolean;
}

function noticeOf<Output, Sent extends { ok: true } | Unsaved>(
  { saved, page }: Saving<Output, Sent>,
  stored: Saved<Sent>,
  isChanged: boolean,
): string | null {
  if (typeof saved !== 'string') return saved(stored);
  return page === undefined && !isChanged ? nothingChanged : saved;
}

/**
 * The form of a new or loaded record, for `RecordForm`. After saving, the record stays open. If someone
 * else has changed it since, the bar offers to load the latest version. What was typed is kept.
 */
export function useRecordForm<
  Input extends FieldValues,
  Output,
  Sent extends { ok: true } | Unsaved,
>(schema: z.ZodMiniType<Output, Input>, values: Input, saving: Saving<Output, Sent>) {
  const { readAgain, page, list, staleAt = [412], isChangedBeside = false } = saving;
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const once = useOneAtATime();
  const form = useCheckedForm(schema, { values, resetOptions: { keepDirtyValues: true } });
  const errors = useErrorFocus(form);
  const trouble = useTrouble(readAgain);
  // Read in each render, since react-hook-form only tracks what is read.
  const { isDirty } = form.formState;
  const isChanged = isDirty || isChangedBeside;
  const leave = useUnsavedChanges(isChanged);
  const isRestored = useFormDraft(form, Object.keys(values).join(' '), saving.hasDraft === true);

  /** Whether it was saved. Otherwise the form says why not. */
  async function save(body: Output): Promise<boolean> {
    trouble.clear();
    const typed = structuredClone(form.getValues());
    const outcome = await saving.send(body, { isDirty });
    if (!outcome.ok) {
      const { error, problem = null } = outcome;
      trouble.show(
        error ? problemIn(error, errors) : problem,
        error && staleAt.includes(error.status),
      );
      return false;
    }
    const stored = outcome as Saved<Sent>;
    // Before the notice: a page that is left from here on must keep no draft of what is saved.
    keepLater(form, typed);
    const notice = noticeOf(saving, stored, isChanged);
    if (notice !== null) notify.success(notice);
    saving.after?.();
    if (saving.shownBy) await queries.invalidateQueries({ queryKey: saving.shownBy });
    if (page === undefined) {
      await trouble.readStored();
    } else {
      leave();
      await navigate(page(stored), { replace: true });
    }
    return true;
  }

  async function submit(event?: SyntheticEvent): Promise<boolean> {
    let isSaved = false;
    const saveOnce = (body: Output) =>
      once.run(async () => {
        isSaved = await save(body);
      });
    await form.handleSubmit(saveOnce, errors.onInvalid)(event);
    return isSaved;
  }

  return {
    form,
    errors,
    submit,
    isChanged,
    setProblem: (problem: string | null) => trouble.show(problem, false),
    clearMessages: trouble.clear,
    bar: {
      ...trouble.shown,
      submit: page === undefined ? 'Save' : 'Create',
      busy: once.busy,
      onCancel: () => void (list !== undefined && navigate(backToList(list))),
      isChanged,
      isRestored: isRestored && isChanged,
    },
  };
}

/** Why the record was not saved, and loading its latest version. */
function useTrouble(readAgain: ReadAgain | undefined) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const [reloading, setReloading] = useState(false);
  const [isMerged, setMerged] = useState(false);

  function show(why: string | null, isOld: boolean | null) {
    setProblem(why);
    setStale(isOld === true);
  }

  function clear() {
    show(null, false);
    setMerged(false);
  }

  /** Whether the form has it now. */
  async function readStored(): Promise<boolean> {
    const failure = (await readAgain?.()) ?? null;
    show(failure, failure !== null);
    return failure === null;
  }

  async function reload() {
    setReloading(true);
    setMerged(await readStored());
    setReloading(false);
  }

  const stale = isStale ? { reload: () => void reload(), reloading } : null;
  return { show, clear, readStored, shown: { problem, stale, isMerged } };
}

/** What was typed while saving stays, and is not saved yet. */
function keepLater<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  saved: Input,
) {
  const later = Object.entries(form.getValues()).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]),
  );
  // Its own option: the form keeps dirty values when a newer version is loaded.
  form.reset(saved, { keepDirtyValues: false });
  fill(form, later);
}

function fill<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  typed: readonly [string, unknown][],
) {
  for (const [field, value] of typed) {
    form.setValue(field as Path<Input>, value as PathValue<Input, Path<Input>>, {
      shouldDirty: true,
    });
  }
}

/** True if what was typed before the session ended is in the form again. */
function useFormDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: string,
  hasDraft: boolean,
): boolean {
  // Read in each render, since react-hook-form only tracks what is read.
  const { dirtyFields } = form.formState;
  return useSignedOutDraft({
    name,
    changed: () =>
      hasDraft
        ? {}
        : Object.fromEntries(
            Object.entries(form.getValues()).filter(([field]) => field in dirtyFields),
          ),
    restore: (stored) => fill(form, Object.entries(stored)),
  });
}
