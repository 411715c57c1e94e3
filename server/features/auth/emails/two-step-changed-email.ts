import { formatMoment } from '#contract/days.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';

/** Turned on or off by the user, reset by another administrator or on the server, or new recovery codes. */
export type TwoStepChange = 'on' | 'off' | 'reset' | 'server' | 'codes';

interface TwoStepChangedEmailData {
  firstName: string;
  change: TwoStepChange;
  /** An instant. */
  at: string;
  /** The page that requests a link for a new password. */
  url: string;
}

const texts: Readonly<Record<TwoStepChange, { subject: string; text: (when: string) => string }>> =
  {
    on: {
      subject: 'Two-step sign-in was turned on',
      text: (when) =>
        `Two-step sign-in was turned on for your account on ${when}. From now on you also enter a code from your app. Your other devices were signed out.`,
    },
    off: {
      subject: 'Two-step sign-in was turned off',
      text: (when) =>
        `Two-step sign-in was turned off for your account on ${when}. Your password is enough to sign in.`,
    },
    reset: {
      subject: 'Two-step sign-in was turned off',
      text: (when) =>
        `Another administrator reset the two-step sign-in of your account on ${when}. Your password is enough to sign in. Please set it up again.`,
    },
    server: {
      subject: 'Two-step sign-in was turned off',
      text: (when) =>
        `The two-step sign-in of your account was reset on the server on ${when}. Your password is enough to sign in. Please set it up again.`,
    },
    codes: {
      subject: 'New recovery codes were made',
      text: (when) =>
        `New recovery codes for your two-step sign-in were made on ${when}. The earlier ones no longer work.`,
    },
  };

/** So that the owner notices a change by another person. product-rules 4.24. */
export function twoStepChangedEmail(data: TwoStepChangedEmailData): EmailTemplate {
  const { subject, text } = texts[data.change];
  return {
    subject,
    preheader: 'If you did not expect this, choose a new password at once.',
    heading: `Hello ${data.firstName}`.trim(),
    blocks: [
      { kind: 'paragraph', text: text(formatMoment(data.at)) },
      { kind: 'paragraph', text: 'If you expected this, there is nothing to do.' },
      {
        kind: 'paragraph',
        text: 'If you did not, choose a new password at once. This signs out every device. Then tell another administrator.',
      },
      { kind: 'button', label: 'Choose a new password', url: data.url },
    ],
  };
}

/** The mail of kind `two-step-changed`. */
export const renderTwoStepChangedEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const { change, at = mail.created_at.toISOString() } = mail.about as {
    change: TwoStepChange;
    at?: string;
  };
  const data = {
    firstName: mail.to_name.split(' ')[0] ?? '',
    change,
    at,
    url: `${publicUrl}/forgot-password`,
  };
  return renderTemplate(twoStepChangedEmail(data), await readIssuer(db));
};
