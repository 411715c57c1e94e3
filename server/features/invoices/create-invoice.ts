import type { BodyOf } from '#contract/endpoint.ts';
import type { createInvoice as endpoint } from '#contract/invoices/admin-endpoints.ts';
import { invoiceAdminTexts } from '#contract/invoices/admin-endpoints.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { centsOf } from '#contract/money.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { issueInvoice, type InvoiceToIssue } from './issue-invoice.ts';
import { readInvoice } from './queries.ts';
import { auditInvoice } from './audit-invoice.ts';

type Form = BodyOf<typeof endpoint>;
type Payer = InvoiceToIssue['payer'];

/**
 * Creates an invoice that is not for a membership: it has no type, adds no period and is not mailed
 * automatically. Omitted payer fields come from the member. product-rules 3.13.
 */
export async function createInvoice(ctx: Context, form: Form): Promise<Invoice> {
  return inTransaction(ctx, async (inside) => {
    const memberId = form.memberId ?? null;
    const member = memberId === null ? {} : await lockMember(inside.db, memberId);
    const id = await issueInvoice(inside, {
      memberId,
      memberTypeId: null,
      payer: payerOf(form, member),
      line: form.line ?? invoiceAdminTexts.usualLine,
      amountCents: centsOf(form.amount),
      paymentType: form.paymentType,
    });
    const invoice = await readInvoice(inside.db, id);
    await auditInvoice(inside, { action: 'createInvoice', after: invoice });
    return invoice;
  });
}

/** Locked before the counter, in the same order as a payment. */
async function lockMember(db: Db, id: string): Promise<Payer> {
  const member = await db
    .selectFrom('members')
    .select(['first_name as firstName', 'last_name as lastName', 'email'])
    .select(['postal_address', 'zip_code'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (member === undefined) throw badField('memberId', invoiceAdminTexts.noMember);
  const { postal_address, zip_code, ...person } = member;
  return { ...person, address: [postal_address, zip_code].filter(Boolean).join('\n') };
}

function payerOf(form: Form, member: Partial<Payer>): Payer {
  const { noFirstName, noLastName, noEmail } = invoiceAdminTexts;
  const firstName = form.userFirstName ?? member.firstName;
  const lastName = form.userLastName ?? member.lastName;
  const email = form.userEmail ?? member.email;
  if (firstName === undefined) throw badField('userFirstName', noFirstName);
  if (lastName === undefined) throw badField('userLastName', noLastName);
  if (email === undefined) throw badField('userEmail', noEmail);
  return { firstName, lastName, email, address: form.address ?? member.address ?? '' };
}
