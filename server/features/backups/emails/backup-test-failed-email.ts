import * as z from 'zod/mini';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

const about = z.object({
  fileName: z.string(),
  /** What happened, and what to do. */
  reason: z.string(),
  /** The second copy is not as the backup. */
  isCopy: z.optional(z.boolean()),
});

interface BackupTestFailedEmailData extends z.output<typeof about> {
  backupsUrl: string;
}

/** Sent to every administrator when the weekly self-test begins to fail. product-rules 2.34. */
export function backupTestFailedEmail(data: BackupTestFailedEmailData): EmailTemplate {
  const subject = data.isCopy
    ? 'The second copy of a backup failed'
    : 'A backup cannot be restored';
  const what = data.isCopy
    ? 'The second copy of the latest backup was read back, and it is not as the backup. The backup itself is good.'
    : 'The latest backup was tested, and it could not be restored.';
  return {
    subject,
    preheader: what,
    heading: subject,
    blocks: [
      { kind: 'paragraph', text: what },
      {
        kind: 'facts',
        facts: [
          { label: 'File', value: data.fileName },
          { label: 'Reason', value: data.reason },
        ],
      },
      {
        kind: 'paragraph',
        text: 'Press Back up now under System, Backups. The next test is in the coming night. There is no further mail until a test has passed.',
      },
      { kind: 'button', label: 'Open Backups', url: data.backupsUrl },
    ],
  };
}

/** The mail of kind `backup-test-failed`. */
export const renderBackupTestFailedEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const backupsUrl = `${publicUrl}/admin/backups`;
  const template = backupTestFailedEmail({ ...about.parse(mail.about), backupsUrl });
  return renderTemplate(template, await readIssuer(db));
};
