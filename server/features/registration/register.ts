import { hashPassword } from '#server/features/auth/password-hash.ts';
import { refusingTakenEmail } from '#server/features/auth/taken-email.ts';
import { recordTicked } from '#server/features/communication/consents.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { issueInvoice } from '#server/features/invoices/issue-invoice.ts';
import { sendInvoice } from '#server/features/invoices/send-invoice.ts';
import { addPeriod } from '#server/features/members/periods/add-period.ts';
import {
  addRelatives,
  refuseBadRelatives,
} from '#server/features/members/relatives/add-relatives.ts';
import type { Work } from '#server/context.ts';
import { chosenType, refusingGoneType } from './chosen-type.ts';
import { makeMember } from '#server/features/members/make-member.ts';
import type { RegistrationForm } from '#server/features/members/member-columns.ts';
import { returnFromArchive } from '#server/features/members/return-from-archive.ts';

/**
 * Makes the sign-in, the member, the relatives and the first invoice, or nothing. A free type needs
 * no invoice: its membership starts at once. An EFT invoice is mailed. Specification §4, rules §5.
 */
export async function register(
  work: Work,
  form: RegistrationForm,
): Promise<{ invoiceId: string | null }> {
  const type = await chosenType(work.db, form);
  const relatives = form.relatives ?? [];
  refuseBadRelatives(relatives, type.is_family, work.at);
  const password_hash = await hashPassword(form.password);
  const effect = async (inside: Work) => {
    const memberId =
      (await returnFromArchive(inside, form)) ??
      (await makeMember(inside, { ...form, password_hash }));
    await addRelatives(inside, memberId, relatives);
    const { email, consents } = form;
    await recordTicked(inside, { email, choices: consents, source: 'registration' });
    if (type.fee_cents === 0) {
      await addPeriod(inside, { memberId, memberTypeId: type.id, feeCents: 0, invoiceId: null });
      return { invoiceId: null };
    }
    const paymentType = form.paymentType === 'Credit Card' ? 'Credit Card' : 'EFT';
    const invoiceId = await issueInvoice(inside, {
      memberId,
      memberTypeId: type.id,
      payer: {
        firstName: form.firstName,
        lastName: form.lastName,
        email: form.email,
        address: `${form.postalAddress}\n${form.zipCode}`,
      },
      line: `Membership: ${type.name}`,
      amountCents: type.fee_cents,
      paymentType,
    });
    // A card registration sends no mail before it is paid (rules §8).
    if (paymentType === 'EFT') await sendInvoice(inside, invoiceId);
    return { invoiceId };
  };
  return refusingTakenEmail(() => refusingGoneType(() => inTransaction(work, effect)));
}
