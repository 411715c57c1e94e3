import type { mailKinds } from '#contract/communication/mail-log.ts';
import { writeEmailChangedLetter } from './auth/address/write-email-changed-letter.ts';
import { writeInvitationLetter } from './auth/invitation/write-invitation-letter.ts';
import { writeResetLetter } from './auth/write-reset-letter.ts';
import { writeBulkTest } from './bulk-emails/preview/send-test.ts';
import { writeTestLetter } from './company-info/test-mail.ts';
import { writeDonationDetails, writeDonationThanks } from './donations/write-donation-letters.ts';
import { writeInvoiceLetter } from './invoices/write-invoice-letter.ts';
import type { Site } from './app-deps.ts';
import type { MayWriteLetter } from './platform/mail/render-email.ts';
import { writeReceiptLetter } from './payments/write-receipt-letter.ts';
import { writeAgeingLetter } from './renewals/daily/write-ageing-letter.ts';
import { writeReminderLetter } from './renewals/daily/write-reminder-letter.ts';

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
