import type { mailKinds } from '#contract/communication/mail-log.ts';
import { writeEmailChangedLetter } from './features/auth/emails/render-email-changed.ts';
import { writeInvitationLetter } from './features/auth/emails/render-invitation.ts';
import { writeResetLetter } from './features/auth/emails/render-reset.ts';
import { writeBulkTest } from './features/bulk-emails/preview/send-test.ts';
import { writeTestLetter } from './features/company-info/test-mail.ts';
import {
  writeDonationDetails,
  writeDonationThanks,
} from './features/donations/emails/render-donation-emails.ts';
import { writeInvoiceLetter } from './features/invoices/emails/render-invoice-email.ts';
import type { Site } from './app-deps.ts';
import type { MayWriteLetter } from './platform/mail/render-email.ts';
import { writeReceiptLetter } from './features/payments/emails/render-receipt-email.ts';
import { writeAgeingLetter } from './features/renewals/emails/render-ageing-out-email.ts';
import { writeReminderLetter } from './features/renewals/emails/render-reminder-email.ts';

/** Who writes which kind of mail. */
const writers: Readonly<Record<string, MayWriteLetter>> = {
  invoice: writeInvoiceLetter,
  receipt: writeReceiptLetter,
  reminder: writeReminderLetter,
  'ageing-out': writeAgeingLetter,
  invitation: writeInvitationLetter,
  'email-changed': writeEmailChangedLetter,
  reset: writeResetLetter,
  test: writeTestLetter,
  'bulk-test': writeBulkTest,
  'donation-details': writeDonationDetails,
  'donation-thanks': writeDonationThanks,
  // Each is named in the Mail Log.
} satisfies Record<keyof typeof mailKinds, MayWriteLetter>;

export const writeLetter: MayWriteLetter = async (given) => {
  const write = writers[given.mail.kind];
  if (write === undefined) throw new Error(`nobody writes mails of kind ${given.mail.kind}`);
  return write(given);
};

/** Whether a mail that went once could be written today: what it is about may have changed. */
export function canWriteLetter({ db, config: { publicUrl } }: Site) {
  return async (mail: Parameters<MayWriteLetter>[0]['mail']): Promise<boolean> => {
    try {
      return (await writeLetter({ db, publicUrl, mail })) !== null;
    } catch {
      return false;
    }
  };
}
