import { formatMoment } from '#contract/days.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

export interface PasswordChangedEmailData {
  firstName: string;
  /** The page that requests a link for a new password. */
  url: string;
  /** An instant. */
  at: string;
  by: PasswordChangedBy;
}

/** With the old password, with a mailed link, or with the link that sets the first password. */
type PasswordChangedBy = 'password' | 'link' | 'firstLink';

const whatHappened: Readonly<Record<PasswordChangedBy, (when: string) => string>> = {
  password: (when) =>
    `Your password was changed on ${when} by someone who was signed in and knew the old one. Your other devices were signed out.`,
  link: (when) =>
    `Your password was changed on ${when} with a link that was sent to this address. All devices were signed out.`,
  firstLink: (when) => `Your first password was chosen on ${when}.`,
};

/** So that the owner notices a change by another person. product-rules 4.18. */
export function passwordChangedEmail({
  firstName,
  url,
  at,
  by,
}: PasswordChangedEmailData): EmailTemplate {
  return {
    subject: 'Your password was changed',
    preheader: 'If it was not you, choose a new password at once.',
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      { kind: 'paragraph', text: whatHappened[by](formatMoment(at)) },
      { kind: 'paragraph', text: 'If it was you, there is nothing to do.' },
      {
        kind: 'paragraph',
        text: 'If it was not you, choose a new password at once. This signs out every device. Then tell us. Our contact details are below.',
      },
      { kind: 'button', label: 'Choose a new password', url },
    ],
  };
}

/** The mail of kind `password-changed`. */
export const renderPasswordChangedEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const { by = 'password', at = mail.created_at.toISOString() } = mail.about as {
    by?: PasswordChangedBy;
    at?: string;
  };
  const firstName = mail.to_name.split(' ')[0] ?? '';
  const data = {
    firstName,
    url: `${publicUrl}/forgot-password`,
    at,
    by,
  };
  return renderTemplate(passwordChangedEmail(data), await readIssuer(db));
};
