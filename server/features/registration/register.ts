import { randomUUID } from 'node:crypto';
import { registrationTexts, type register as endpoint } from '#contract/registration/endpoints.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { centsOf } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { allowsVisitorMail } from '#server/platform/mail/visitor-mail.ts';
import { eftDetailsOf } from '#server/platform/pdf/bank-details.ts';
import { assertNotCommon } from '#server/features/auth/common-password.ts';
import { hashPassword } from '#server/features/auth/password-hash.ts';
import { withEmailTakenError } from '#server/features/auth/email-taken.ts';
import { recordTicked } from '#server/features/communication/consents.ts';
import { issueInvoices } from '#server/features/invoices/issue-invoice.ts';
import { invoiceMail } from '#server/features/invoices/send-invoice.ts';
import { findMemberType } from '#server/features/member-types/queries.ts';
import {
  makeMember,
  withMissingTypeError,
  type RegistrationForm,
} from '#server/features/members/make-member.ts';
import { addPeriod } from '#server/features/members/periods/add-period.ts';
import {
  addRelatives,
  assertValidRelatives,
} from '#server/features/members/relatives/add-relatives.ts';
import { awaitReturn, lockArchivedMember } from '#server/features/members/await-return.ts';

/**
 * Creates the user, the member, the relatives and the first invoice in one transaction. A free type
 * has no invoice and is active at once. An EFT invoice is mailed. The reply is the same for an archived
 * member, whose record waits for the proof of the address. product-rules 5.22, 5.23, 5.24.
 */
export async function register(
  ctx: Context,
  form: RegistrationForm,
  /** Made before an idempotency key begins the transaction. */
  preparedHash?: string,
): Promise<ReplyOf<typeof endpoint>> {
  const type = await chosenType(ctx.db, form);
  const relatives = form.relatives ?? [];
  assertValidRelatives(relatives, type.is_family, ctx.at);
  assertNotCommon(form.password, 'password');
  const password_hash = preparedHash ?? (await hashPassword(form.password));
  const effect = async (inside: Context) => {
    const archived = await lockArchivedMember(inside.db, form.email);
    const waiting = archived && (await awaitReturn(inside, archived, form));
    const memberId = archived?.id ?? (await enter(inside, form, password_hash));
    if (type.fee_cents === 0) {
      if (waiting === undefined) {
        await addPeriod(inside, { memberId, memberTypeId: type.id, feeCents: 0, invoiceId: null });
      }
      return { invoiceId: null, eftDetails: null };
    }
    const invoiceId = randomUUID();
    // A card registration sends no mail before it is paid (product-rules 8.5).
    const isEft = form.paymentType === 'EFT';
    const isMailed = isEft && (await allowsVisitorMail(inside, 'invoice', form.email));
    const payer = {
      firstName: form.firstName,
      lastName: form.lastName,
      email: form.email,
      address: `${form.postalAddress}\n${form.zipCode}`,
    };
    if (isMailed) await queueMail(inside, invoiceMail(invoiceId, payer));
    // Last, because other transactions wait for the number.
    const [issued] = await issueInvoices(inside, [
      {
        id: invoiceId,
        memberId,
        memberTypeId: type.id,
        payer,
        line: `Membership: ${type.name}`,
        amountCents: type.fee_cents,
        paymentType: isEft ? 'EFT' : 'Credit Card',
        isMailed,
      },
    ]);
    await waiting?.useInvoice(invoiceId);
    return {
      invoiceId,
      eftDetails:
        isEft && issued
          ? eftDetailsOf(issued.issuer, issued.paymentReference, type.fee_cents / 100)
          : null,
    };
  };
  return withEmailTakenError(() => withMissingTypeError(noType, () => inTransaction(ctx, effect)));
}

/** Creates the user and the member, with relatives and consents. Returns the member's id. */
async function enter(ctx: Context, form: RegistrationForm, password_hash: string): Promise<string> {
  const { id, userId } = await makeMember(ctx, { ...form, password_hash, invited_at: null });
  await addRelatives(ctx, id, form.relatives ?? []);
  const { email, consents } = form;
  await recordTicked(ctx, {
    email,
    choices: consents,
    source: 'registration',
    givenBy: userId,
    isProved: false,
  });
  return id;
}

/** The chosen type, if it is still offered at the displayed fee. product-rules 3.11. */
async function chosenType(db: Db, form: RegistrationForm) {
  const type = await findMemberType(db, form.memberTypeId);
  if (type === undefined) throw noType();
  if (type.retired_at !== null) throw badField('memberTypeId', registrationTexts.typeRetired);
  const shown = form.fee ?? null;
  if (shown !== null && centsOf(shown) !== type.fee_cents) {
    throw badField('fee', registrationTexts.feeChanged);
  }
  const isChosen = form.paymentType === 'EFT' || form.paymentType === 'Credit Card';
  if (type.fee_cents > 0 && !isChosen)
    throw badField('paymentType', registrationTexts.choosePayment);
  return type;
}

const noType = () => badField('memberTypeId', 'Please select a member type.');
