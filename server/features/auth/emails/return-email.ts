import { invitationDays } from '#contract/auth/first-password.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';
import { resetUrl } from '../password-links.ts';

export interface ReturnEmailData {
  firstName: string;
  url: string;
}

/** Sent when an archived member has registered again. The link proves the address. product-rules 5.22. */
export function returnEmail({ firstName, url }: ReturnEmailData): EmailTemplate {
  return {
    subject: 'Welcome back: choose a new password',
    preheader: `The link in this email is valid for ${invitationDays} days.`,
    heading: `Welcome back${firstName === '' ? '' : `, ${firstName}`}`,
    blocks: [
      {
        kind: 'paragraph',
        text: 'Somebody has registered with this email address, and you were a member before. If it was you, choose a new password with the link below. You then have your earlier record and membership number back, with the details that you entered. The password that you typed when you registered was not saved.',
      },
      { kind: 'button', label: 'Choose a new password', url },
      {
        kind: 'smallPrint',
        text: `The link is valid for ${invitationDays} days. After that, choose "Forgot your password?" on the sign-in page. If it was not you, do nothing: your record stays as it is.`,
      },
    ],
  };
}

/** The mail of kind `return`. Without a token it is out of date. */
export const renderReturnEmail: RenderEmailIfCurrent = async ({ db, publicUrl, mail }) => {
  if (mail.secret === null) throw new Error(`mail ${mail.id} has no token any more`);
  const { returnId } = mail.about as { returnId: string };
  const waiting = await db
    .selectFrom('member_returns')
    .select('id')
    .where('id', '=', returnId)
    .where('typed', 'is not', null)
    .executeTakeFirst();
  if (waiting === undefined) return null;
  const url = resetUrl(publicUrl, mail.secret, mail.to_email);
  const firstName = mail.to_name.split(' ')[0] ?? '';
  return renderTemplate(returnEmail({ firstName, url }), await readIssuer(db));
};
