import { useState } from 'react';
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
import { FormProblem } from '#web/forms/form-problem.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import { Button } from '#web/ui/button.tsx';
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

/** The sending rate of bulk emails: some hosts block senders that send too many. */
export function MailLimitsCard() {
  const { data, refetch } = useMailLimits();
  if (!data) return null;
  return <LimitsForm version={data} readAgain={refetch} />;
}

interface Props {
  version: LoadedMailLimits;
  readAgain: () => Promise<{ error: unknown }>;
}

function LimitsForm({ version, readAgain }: Props) {
  const { perMinute, perDay } = version.limits;
  const notify = useNotify();
  const { send, busy } = useCall(updateMailLimits);
  const [problem, setProblem] = useState<string | null>(null);
  const values = { perMinute: wordOf(perMinute), perDay: wordOf(perDay) };
  const edit = useCheckedForm(form, { values, resetOptions: { keepDirtyValues: true } });
  const errors = useErrorFocus(edit);
  const { errors: wrong } = edit.formState;

  async function save(body: z.output<typeof form>) {
    setProblem(null);
    const outcome = await send({ body, ifMatch: version.etag });
    if (outcome.ok) {
      notify.success(mailLimitTexts.saved);
      edit.reset({ perMinute: wordOf(body.perMinute), perDay: wordOf(body.perDay) });
      const { error } = await readAgain();
      if (error) setProblem(asApiError(error).message);
    } else if (outcome.error) {
      setProblem(problemIn(outcome.error, errors));
      // The next Save is based on the latest version, and what was typed stays.
      if (outcome.error.status !== 412) return;
      const { error } = await readAgain();
      if (!error) setProblem(mailLimitTexts.changedThere);
    }
  }

  return (
    <Card title="Sending limits" className={styles.test}>
      <p>{mailLimitTexts.hint}</p>
      <form
        noValidate
        onSubmit={edit.handleSubmit(save, errors.onInvalid)}
        className={styles.limits}
      >
        <TextField
          label="Limit per minute"
          optional
          inputMode="numeric"
          autoComplete="off"
          error={wrong.perMinute?.message}
          {...edit.register('perMinute')}
        />
        <TextField
          label="Limit per day"
          optional
          inputMode="numeric"
          autoComplete="off"
          error={wrong.perDay?.message}
          {...edit.register('perDay')}
        />
        <FormProblem message={problem} />
        <Button type="submit" busy={busy} className={styles.save}>
          Save limits
        </Button>
      </form>
    </Card>
  );
}

function wordOf(limit: number | null | undefined): string {
  return limit == null ? '' : String(limit);
}

type LoadedMailLimits = LoadedRecord<{ limits: MailLimits }>;

function useMailLimits() {
  return useLoadedRecord(
    ['mailLimits'],
    (options) => callWithEtag(getMailLimits, options),
    (limits) => ({ limits }),
  );
}
