import * as z from 'zod/mini';
import {
  getMailLimits,
  type MailLimits,
  mailLimitsForm,
  mailLimitTexts,
  updateMailLimits,
} from '#contract/communication/mail-limits.ts';
import { asApiError } from '#web/api/api-error.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { RecordMessage } from '#web/forms/record-bar.tsx';
import { useLoadedRecord } from '#web/forms/use-loaded-record.ts';
import { useRecordForm } from '#web/forms/use-record-form.ts';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import styles from './mail.module.css';

/** `''` means no limit; invalid numbers fail validation. */
const typed = (limit: typeof mailLimitsForm.shape.perMinute) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string): number | null | undefined =>
        text.trim() === '' ? null : Number(text.replaceAll(/\s/g, '')),
      ),
    ),
    limit,
  );

const form = z.object({
  perMinute: typed(mailLimitsForm.shape.perMinute),
  perDay: typed(mailLimitsForm.shape.perDay),
});

/** The form of the sending limits, which the page saves with the company record. */
export function useMailLimits() {
  const { data, refetch } = useLoadedMailLimits();
  const values = valuesOf(data?.limits);
  const edit = useRecordForm(form, values, { readAgain });
  const { send, busy } = useCall(updateMailLimits);
  const notify = useNotify();

  async function readAgain(): Promise<string | null> {
    const { error } = await refetch();
    return error ? asApiError(error).message : null;
  }

  /** False if the limits are wrong or were refused, which the card says. */
  async function save(): Promise<boolean> {
    let isSaved = false;
    const submit = edit.form.handleSubmit(async (body) => {
      const saved = await edit.save(() => send({ body, ifMatch: data?.etag }));
      if (saved === null) return;
      isSaved = true;
      edit.form.reset(valuesOf(saved.data));
      notify.success(mailLimitTexts.saved);
      await readAgain();
    }, edit.errors.onInvalid);
    await submit();
    return isSaved;
  }

  return {
    ...edit,
    isLoaded: data !== undefined,
    save,
    saving: busy,
    discard: () => {
      edit.clearMessages();
      edit.form.reset(values);
    },
  };
}

/** The sending rate of bulk emails: some hosts block senders that send too many. */
export function MailLimitsCard({ edit }: { edit: ReturnType<typeof useMailLimits> }) {
  const { errors: wrong } = edit.form.formState;
  const { problem, stale, isMerged } = edit.bar;
  if (!edit.isLoaded) return null;
  return (
    <Card title="Sending limits">
      <p>{mailLimitTexts.hint}</p>
      <div className={styles.limits}>
        <TextField
          label="Limit per minute"
          optional
          inputMode="numeric"
          autoComplete="off"
          error={wrong.perMinute?.message}
          {...edit.form.register('perMinute')}
        />
        <TextField
          label="Limit per day"
          optional
          inputMode="numeric"
          autoComplete="off"
          error={wrong.perDay?.message}
          {...edit.form.register('perDay')}
        />
      </div>
      <RecordMessage problem={problem} stale={stale} isMerged={isMerged} />
    </Card>
  );
}

function valuesOf(limits: MailLimits | undefined) {
  return { perMinute: wordOf(limits?.perMinute ?? null), perDay: wordOf(limits?.perDay ?? null) };
}

function wordOf(limit: number | null): string {
  return limit === null ? '' : String(limit);
}

function useLoadedMailLimits() {
  return useLoadedRecord(
    ['mailLimits'],
    (options) => callWithEtag(getMailLimits, options),
    (limits) => ({ limits }),
  );
}
