import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  bulkEmailTexts,
  createBulkEmail,
  updateBulkEmail,
} from '#contract/bulk-emails/endpoints.ts';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { currentSession, currentToken } from '#web/session/session.ts';
import type { Attached } from './attachment.tsx';
import {
  checkedBulkEmail,
  type Lists,
  newValues,
  type TypedBulkEmail,
  valuesOf,
  type LoadedBulkEmail,
} from './bulk-email-record.ts';
import { type Draft, draftKey, forgetDraft, storeDraft, storedDraft } from './draft.ts';

interface Props {
  lists: Lists;
  /** The saved search that a new one is for. */
  sendTo?: string | undefined;
  /** Undefined for a new one. */
  loaded?: LoadedBulkEmail | undefined;
  readAgain?: ReadAgain | undefined;
}

/** The form of a new or loaded bulk email, with its draft. */
export function useBulkEmailForm({ lists, sendTo, loaded, readAgain }: Props) {
  const id = loaded?.bulkEmail.id;
  // The draft stays this user's, even if the session ends while typing. What was typed for a search
  // is not filled in for another one.
  const [key] = useState(() => draftKey(currentSession()?.userId ?? '', id ?? sendTo));
  const [draft] = useState(() => storedDraft(key));
  /** The ETag of the record when the draft was started, until the latest version is loaded. */
  const [oldTag, setOldTag] = useState(draft?.etag);
  const [attached, setAttached] = useState(draft ? draft.attached : attachedTo(loaded));
  const [empty] = useState(() => newValues(lists, sendTo));
  const values = loaded ? valuesOf(loaded.bulkEmail) : empty;
  const etag = oldTag ?? loaded?.etag;
  const send = useSaveBulkEmail(id, etag);
  const [isUploading, setUploading] = useState(false);
  const [isRestored, setRestored] = useState(draft !== null);
  const edit = useRecordForm(checkedBulkEmail(lists), values, {
    send: async (body: BodyOf<typeof createBulkEmail>) =>
      isUploading ? { ok: false, error: null, problem: bulkEmailWords.waitForUpload } : send(body),
    saved: id === undefined ? bulkEmailTexts.added : bulkEmailTexts.saved,
    ...(id === undefined ? { page: pageOf } : { readAgain: readLatest }),
    list: paths.bulkEmails(),
    after: () => {
      forgetDraft(key);
      setRestored(false);
    },
    staleAt: [409, 412],
    hasDraft: true,
  });
  const { form } = edit;
  const hasDraft = useDraft({ key, form, draft, beside: { etag, attached } });

  async function readLatest(): Promise<string | null> {
    const failure = (await readAgain?.()) ?? null;
    if (failure === null) setOldTag(undefined);
    return failure;
  }

  function attach(now: Attached | null) {
    setAttached(now);
    form.setValue('attachmentPath', now?.path ?? '', { shouldDirty: true });
    form.clearErrors('attachmentPath');
  }

  function discard() {
    forgetDraft(key);
    form.reset(values, { keepDirtyValues: false });
    setAttached(attachedTo(loaded));
    setOldTag(undefined);
  }

  const whenChanged = edit.isChanged ? bulkEmailWords.saveFirst : null;
  return {
    ...edit,
    /** Why what is stored is not what the form shows. */
    unsaved: isUploading ? bulkEmailWords.waitForUpload : whenChanged,
    attached,
    attach,
    setUploading,
    hasDraft,
    /** Restores what was typed before the page was left or reloaded. */
    isRestored,
    discard,
  };
}

const pageOf = ({ data }: { data: { id: string } }) => paths.bulkEmail(data.id);

function attachedTo(loaded: LoadedBulkEmail | undefined): Attached | null {
  const { attachmentPath = null, attachmentName, attachmentSize } = loaded?.bulkEmail ?? {};
  if (attachmentPath === null) return null;
  return { path: attachmentPath, name: attachmentName ?? '', size: attachmentSize ?? 0 };
}

const everyMs = 2000;

type Name = keyof TypedBulkEmail;

interface DraftOptions<Output> {
  key: string;
  form: UseFormReturn<TypedBulkEmail, unknown, Output>;
  /** The stored draft. */
  draft: Draft | null;
  /** Stored with the values. */
  beside: Omit<Draft, 'values'>;
}

/**
 * Restores the draft and stores it every two seconds. Leaving the form for another page deletes
 * it. product-rules 18.10.
 */
function useDraft<Output>({ key, form, draft, beside }: DraftOptions<Output>) {
  const [hasDraft, setKept] = useState(false);
  const [address] = useState(() => window.location.pathname);
  const { setValue, getValues } = form;
  // Read in each render, since react-hook-form only tracks what is read.
  const { dirtyFields } = form.formState;

  useEffect(() => {
    for (const [name, value] of Object.entries(draft?.values ?? {})) {
      setValue(name as Name, value, { shouldDirty: true });
    }
  }, [draft, setValue]);

  const keep = useEffectEvent(() => {
    const changed = Object.entries(getValues()).filter(([name]) => dirtyFields[name as Name]);
    if (changed.length === 0) forgetDraft(key);
    setKept(
      changed.length > 0 && storeDraft(key, { ...beside, values: Object.fromEntries(changed) }),
    );
  });
  const leave = useEffectEvent(() => {
    // If the session ended or the page failed, the draft stays for the user's return.
    if (currentToken() === null || window.location.pathname === address) keep();
    else forgetDraft(key);
  });

  useEffect(() => {
    const timer = setInterval(keep, everyMs);
    // Also stores the last change before a reload.
    addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', keep);
      leave();
    };
  }, []);

  return hasDraft;
}

/** Creates a new bulk email or updates an existing one. */
function useSaveBulkEmail(id: string | undefined, etag: string | undefined) {
  const adding = useCall(createBulkEmail);
  const changing = useCall(updateBulkEmail);
  return (body: BodyOf<typeof createBulkEmail>) =>
    id === undefined
      ? adding.send({ body })
      : changing.send({ params: { id }, body, ifMatch: etag });
}
