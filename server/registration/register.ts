import { randomUUID } from 'node:crypto';
import { statusNames } from '#contract/member-statuses.ts';
import { registrationTexts } from '#contract/registration.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refused, violated } from '../errors.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import { sendInvoice } from '../invoices/send-invoice.ts';
import { addPeriod } from '../members/add-period.ts';
import { addRelatives, refuseBadRelatives } from '../members/add-relatives.ts';
import { statusId } from '../member-statuses/queries.ts';
import type { Work } from '../work.ts';
import { chosenType } from './chosen-type.ts';
import { memberColumns, type Registrant, type RegistrationForm } from './member-columns.ts';
import { returnFromArchive } from './return-from-archive.ts';

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
  try {
    return await inTransaction(work, async (inside) => {
      const person = { ...form, password_hash };
      const memberId =
        (await returnFromArchive(inside, person)) ?? (await makeMember(inside, person));
      await addRelatives(inside, memberId, relatives);
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
    });
  } catch (error) {
    if (violated(error) === 'users_email_key') throw emailTaken();
    throw error;
  }
}

function emailTaken(): Refused {
  const message = registrationTexts.emailTaken;
  return new Refused('conflict', message, [{ field: 'email', message }]);
}

async function makeMember({ db, at }: Work, person: Registrant): Promise<string> {
  const user_id = randomUUID();
  const names = { first_name: person.firstName, last_name: person.lastName };
  await db
    .insertInto('users')
    .values({
      id: user_id,
      email: person.email,
      ...names,
      phone_number: person.phone,
      role: 'Member',
      password_hash: person.password_hash,
      created_at: at,
    })
    .execute();
  const id = randomUUID();
  await db
    .insertInto('members')
    .values({
      id,
      number: null,
      user_id,
      member_status_id: await statusId(db, statusNames.pending),
      status_set_by: null,
      status_set_at: null,
      deactivated_reason: null,
      archived_at: null,
      created_at: at,
      ...memberColumns(person, at),
    })
    .execute();
  return id;
}
