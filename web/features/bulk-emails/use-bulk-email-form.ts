import { useState } from 'react';
import { bulkEmailTexts, type createBulkEmail } from '#contract/bulk-emails.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { paths } from '#web/app/paths.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { currentSession } from '#web/session/session.ts';
import { useNotify } from '#web/ui/notices.tsx';
import type { Attached } from './use-attachment.ts';
import { checkedBulkEmail, type Lists, newValues, valuesOf } from './bulk-email-values.ts';
import { draftKey, forgetDraft, keptDraft } from './draft.ts';
import type { Version } from './use-bulk-email.ts';
import { useDraft } from './use-draft.ts';
import { useSaveBulkEmail } from './use-save-bulk-email.ts';

interface Props {
  lists: Lists;
  /** Left out for a new one. */
  version?: Version | undefined;
  readAgain?: ReadAgain | undefined;
}

/** Fills, keeps and saves a bulk email, new or read. */
export function useBulkEmailForm({ lists, version, readAgain }: Props) {
  const navigate = useNavigate();
  const notify = useNotify();
  const id = version?.bulkEmail.id;
  // Whose it is stays, when the session ends under what is being typed.
  const [key] = useState(() => draftKey(currentSession()?.userId ?? '', id));
  const [draft] = useState(() => keptDraft(key));
  /** The tag of what was read when the draft was begun, until the latest is read in. */
  const [oldTag, setOldTag] = useState(draft?.etag);
  const [attached, setAttached] = useState(draft ? draft.attached : attachedTo(version));
  const [empty] = useState(() => newValues(lists));
  const values = version ? valuesOf(version.bulkEmail) : empty;
  const edit = useRecordForm(checkedBulkEmail(lists), values, {
    readAgain: readAgain && readLatest,
    staleAt: [409, 412],
  });
  const { form } = edit;
  const etag = oldTag ?? version?.etag;
  const saving = useSaveBulkEmail(id, etag);
  const { isKept, letGo } = useDraft({ key, form, draft, beside: { etag, attached } });

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

  async function save(body: BodyOf<typeof createBulkEmail>) {
    edit.begin();
    const outcome = await saving.send(body);
    if (outcome.ok) {
      notify.success(id === undefined ? bulkEmailTexts.added : bulkEmailTexts.saved);
      letGo();
      edit.leave();
      void navigate(backToList(paths.bulkEmails()));
    } else if (outcome.error) {
      edit.refuse(outcome.error);
    }
  }

  function discard() {
    forgetDraft(key);
    form.reset(values);
    setAttached(attachedTo(version));
    setOldTag(undefined);
  }

  return {
    ...edit,
    save,
    saving: saving.busy,
    attached,
    attach,
    isKept,
    /** What was typed before the page was left or reloaded is in the fields again. */
    isRestored: draft !== null,
    discard,
  };
}

function attachedTo(version: Version | undefined): Attached | null {
  const { attachmentPath = null, attachmentName, attachmentSize } = version?.bulkEmail ?? {};
  if (attachmentPath === null) return null;
  return { path: attachmentPath, name: attachmentName ?? '', size: attachmentSize ?? 0 };
}
