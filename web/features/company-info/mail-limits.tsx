import * as z from 'zod/mini';
import {
  getMailLimits,
  type MailLimits as Limits,
  mailLimitsForm,
  mailLimitTexts,
  updateMailLimits,
} from '#contract/communication/mail-limits.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { SettingsForm } from '#web/forms/settings-form.tsx';
import { useSettingsForm } from '#web/forms/use-settings-form.ts';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
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
export function MailLimits() {
  const { send } = useCall(updateMailLimits);
  const edit = useSettingsForm({
    schema: form,
    queryKey: ['mailLimits'],
    read: (options) => callWithEtag(getMailLimits, options),
    valuesOf,
    send: (body, ifMatch) => send({ body, ifMatch }),
    saved: mailLimitTexts.saved,
  });
  const { errors: wrong } = edit.form.formState;
  return (
    <SettingsForm edit={edit} failed={mailLimitTexts.failed}>
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
      </Card>
    </SettingsForm>
  );
}

function valuesOf(limits: Limits | undefined) {
  return { perMinute: wordOf(limits?.perMinute ?? null), perDay: wordOf(limits?.perDay ?? null) };
}

function wordOf(limit: number | null): string {
  return limit === null ? '' : String(limit);
}
