import * as z from 'zod/mini';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

const failedNight = z.object({
  night: z.string(),
  /** The backup was made, and only its copy in the second folder failed. */
  isCopyOnly: z.boolean(),
  /** What happened, and what to do. */
  reason: z.string(),
});
export type FailedNight = z.output<typeof failedNight>;

/** The mail says what had failed at that time. */
const about = z.object({ nights: z.array(failedNight) });

interface BackupsFailedEmailData extends z.output<typeof about> {
  backupsUrl: string;
}

/** Sent to every administrator after two failed nights. product-rules 2.33. */
export function backupsFailedEmail(data: BackupsFailedEmailData): EmailTemplate {
  const isCopyOnly = data.nights.every((night) => night.isCopyOnly);
  const what = isCopyOnly
    ? 'The second copy of the backup failed in two nights in a row. The backups themselves were made.'
    : 'The backup failed in two nights in a row. If the server is lost now, the data since the last good backup is lost with it.';
  return {
    subject: isCopyOnly ? 'The copies of the backups fail' : 'The backups fail',
    preheader: what,
    heading: isCopyOnly ? 'The copies of the backups fail' : 'The backups fail',
    blocks: [
      { kind: 'paragraph', text: what },
      {
        kind: 'facts',
        facts: data.nights.map(({ night, reason }) => ({ label: night, value: reason })),
      },
      {
        kind: 'paragraph',
        text: 'When the cause is removed, press Back up now under System, Backups. There is no further mail until a backup has worked again.',
      },
      { kind: 'button', label: 'Open Backups', url: data.backupsUrl },
    ],
  };
}

/** The mail of kind `backups-failed`. */
export const renderBackupsFailedEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const backupsUrl = `${publicUrl}/admin/backups`;
  const template = backupsFailedEmail({ ...about.parse(mail.about), backupsUrl });
  return renderTemplate(template, await readIssuer(db));
};
