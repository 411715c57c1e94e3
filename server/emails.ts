import type { mailKinds } from '#contract/communication/mail-log.ts';
import { renderEmailChangedEmail } from './features/auth/emails/email-changed-email.ts';
import { renderTwoStepChangedEmail } from './features/auth/emails/two-step-changed-email.ts';
import { renderPasswordChangedEmail } from './features/auth/emails/password-changed-email.ts';
import { renderInvitationEmail } from './features/auth/emails/invitation-email.ts';
import { renderResetEmail } from './features/auth/emails/reset-email.ts';
import { renderReturnEmail } from './features/auth/emails/return-email.ts';
import { renderBulkTestEmail } from './features/bulk-emails/emails/bulk-test-email.ts';
import { renderBackupTestFailedEmail } from './features/backups/emails/backup-test-failed-email.ts';
import { renderBackupsFailedEmail } from './features/backups/emails/backups-failed-email.ts';
import { renderImportantChangeEmail } from './features/company-info/emails/important-change-email.ts';
import { logoAttachment } from './features/company-info/logo.ts';
import { renderTestEmail } from './features/company-info/emails/test-email.ts';
import { renderDonationDetailsEmail } from './features/donations/emails/donation-details-email.ts';
import { renderDonationPromiseEmail } from './features/donations/emails/donation-promise-email.ts';
import { renderDonationQuestionEmail } from './features/donations/emails/donation-question-email.ts';
import { renderDonationThanksEmail } from './features/donations/emails/donation-thanks-email.ts';
import { renderInvoiceEmail } from './features/invoices/emails/invoice-email.ts';
import type { AppDeps } from './app-deps.ts';
import { isDatabaseUnavailable } from './platform/db/database-unavailable.ts';
import type { EmailToRender, RenderEmailIfCurrent } from './platform/mail/render-email.ts';
import type { RenderLoggedMail } from './features/communication/read-mail.ts';
import { offersCard } from './platform/payfast/payment-form.ts';
import { proofUrlOf } from './features/proofs/proof-link.ts';
import { renderPartReceiptEmail } from './features/payments/emails/part-receipt-email.ts';
import { renderBooksFailedEmail } from './features/books/emails/books-failed-email.ts';
import { renderExceptionsEmail } from './features/books/exceptions/exceptions-email.ts';
import { renderMonthDigestEmail } from './features/month-end/month-digest-email.ts';
import { renderCardCreditEmail } from './features/payments/emails/card-credit-email.ts';
import { renderComparisonFailedEmail } from './features/payments/emails/comparison-failed-email.ts';
import { renderPaymentDifferencesEmail } from './features/payments/emails/payment-differences-email.ts';
import { renderReceiptMistakeEmail } from './features/payments/emails/receipt-mistake-email.ts';
import { renderReceiptEmail } from './features/payments/emails/receipt-email.ts';
import { renderAgeingOutEmail } from './features/renewals/emails/ageing-out-email.ts';
import { readInvoiceRenewal } from './features/renewals/read-renewal.ts';
import {
  renderErasureAskedEmail,
  renderErasureDeclinedEmail,
  renderErasureDoneEmail,
} from './features/privacy/emails/erasure-emails.ts';
import { renderReminderEmail } from './features/renewals/emails/reminder-email.ts';
import { renderSystemCheckEmail } from './features/system-check/emails/system-check-email.ts';

/** The renderer of each kind of mail. */
const renderers: Readonly<Record<string, RenderEmailIfCurrent>> = {
  invoice: renderInvoiceEmail(readInvoiceRenewal),
  receipt: renderReceiptEmail,
  'part-receipt': renderPartReceiptEmail,
  'receipt-mistake': renderReceiptMistakeEmail,
  reminder: renderReminderEmail,
  'ageing-out': renderAgeingOutEmail,
  invitation: renderInvitationEmail,
  'email-changed': renderEmailChangedEmail,
  'password-changed': renderPasswordChangedEmail,
  'two-step-changed': renderTwoStepChangedEmail,
  'important-change': renderImportantChangeEmail,
  'account-changed': renderImportantChangeEmail,
  'backups-failed': renderBackupsFailedEmail,
  'backup-test-failed': renderBackupTestFailedEmail,
  'system-check': renderSystemCheckEmail,
  'card-credit': renderCardCreditEmail,
  'payment-differences': renderPaymentDifferencesEmail,
  'comparison-failed': renderComparisonFailedEmail,
  'books-failed': renderBooksFailedEmail,
  'month-digest': renderMonthDigestEmail,
  exceptions: renderExceptionsEmail,
  reset: renderResetEmail,
  return: renderReturnEmail,
  test: renderTestEmail,
  'bulk-test': renderBulkTestEmail,
  'donation-details': renderDonationDetailsEmail,
  'donation-thanks': renderDonationThanksEmail,
  'donation-promise': renderDonationPromiseEmail,
  'donation-question': renderDonationQuestionEmail,
  'erasure-asked': renderErasureAskedEmail,
  'erasure-declined': renderErasureDeclinedEmail,
  'erasure-done': renderErasureDoneEmail,
  // Each is named in Sent Mail.
} satisfies Record<keyof typeof mailKinds, RenderEmailIfCurrent>;

export const renderEmail: RenderEmailIfCurrent = async (input) => {
  const render = renderers[input.mail.kind];
  if (render === undefined) throw new Error(`no renderer for mails of kind ${input.mail.kind}`);
  const message = await render(input);
  if (message?.logo === undefined) return message;
  const logo = await logoAttachment(input.db, message.logo);
  return { ...message, attachments: [...message.attachments, ...logo] };
};

/** What every email of this installation is rendered with. */
export function emailOptions({
  db,
  clock,
  config,
  secret,
}: Pick<AppDeps, 'db' | 'clock' | 'config' | 'secret'>): Omit<EmailToRender, 'mail'> {
  const { publicUrl, payfast } = config;
  const withoutCard = !offersCard(payfast);
  return { db, publicUrl, withoutCard, proofUrl: proofUrlOf({ clock, config, secret }) };
}

/** Renders mails of Sent Mail. `null`: the record has changed so that the mail is out of date. */
export function renderLoggedMail(deps: AppDeps): RenderLoggedMail {
  return async (mail, options = {}) => {
    try {
      return await renderEmail({ ...emailOptions(deps), mail, ...options });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      return null;
    }
  };
}
