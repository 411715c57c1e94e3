import { bulkPreviewTexts } from '#contract/bulk-emails/preview.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { inertToken, prepare, type ToRender } from '../content/render.ts';
import { fill } from '../content/template.ts';

export const testEmailKind = 'bulk-test';

interface About extends ToRender {
  replacements: Record<string, string>;
}

/** The mail of kind `bulk-test`: the bulk email rendered for one recipient. */
export const renderBulkTestEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const { replacements, ...email } = mail.about as unknown as About;
  const template = await prepare(db, publicUrl, email);
  const message = fill(template, replacements, inertToken);
  return { ...message, subject: `${bulkPreviewTexts.testPrefix} ${message.subject}` };
};
