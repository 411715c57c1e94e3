import { invitationDays } from '#contract/auth/first-password.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

export interface InvitationEmailData {
  firstName: string;
  organisation: string;
  url: string;
  /** The member returned from the archive. */
  isReturn: boolean;
}

/** Sent to a user without a password. The link sets the first one. product-rules 4.11. */
export function invitationEmail(data: InvitationEmailData): EmailTemplate {
  const { subject, heading, text } = data.isReturn ? returning : entered(data);
  return {
    subject,
    preheader: `The link in this email is valid for ${invitationDays} days.`,
    heading: data.firstName === '' ? heading : `${heading}, ${data.firstName}`,
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'button', label: 'Choose a password', url: data.url },
      {
        kind: 'smallPrint',
        text: `The link is valid for ${invitationDays} days. After that, choose "Forgot your password?" on the sign-in page.`,
      },
    ],
  };
}

function entered({ organisation }: InvitationEmailData) {
  const whose = organisation === '' ? 'our organisation' : organisation;
  return {
    subject: 'Your membership: choose a password',
    heading: 'Welcome',
    text: `You have been entered as a member of ${whose}. Choose a password, and you can see your membership, keep your details up to date and pay online.`,
  };
}

const returning = {
  subject: 'Welcome back: choose a new password',
  heading: 'Welcome back',
  text: 'You are registered with this address again, and have your earlier record and membership number back. So that only you can sign in, please choose a new password. The earlier one no longer works.',
};

/** The mail of kind `invitation`. */
export const renderInvitationEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const { userId, isReturn } = mail.about as { userId: string; isReturn: boolean };
  const issuer = await readIssuer(db);
  const template = invitationEmail({
    firstName: mail.to_name.split(' ')[0] ?? '',
    organisation: issuer.name,
    url: `${publicUrl}/login/${userId}`,
    isReturn,
  });
  return renderTemplate(template, issuer);
};
