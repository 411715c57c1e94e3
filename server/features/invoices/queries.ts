import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { type Invoice, invoiceTexts, type searchInvoices } from '#contract/invoices/endpoints.ts';
import { creditNoteNumber, invoiceNumber } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import type { Context } from '#server/context.ts';
import { ownMemberId } from '#server/platform/access/member-reach.ts';
import { notFound } from '#server/errors.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import { paidBetween } from '#server/platform/db/lists/paid-between.ts';
import {
  columnOf,
  containingAll,
  isGiven,
  onDays,
  textOf,
} from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';
import { matchingNumber } from '#server/platform/db/lists/search-words.ts';
import type { FoundElsewhere } from '#server/platform/db/lists/sort-keys.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { whereOpen, wherePaid } from './open-invoices.ts';

type Filters = BodyOf<typeof searchInvoices>;

function invoiceRows(db: Db) {
  return db
    .selectFrom('invoices as i')
    .leftJoin('payments as p', 'p.id', 'i.payment_id')
    .leftJoin('write_offs as w', 'w.id', 'i.write_off_id')
    .select([
      'i.id',
      'i.number',
      'i.member_id as memberId',
      'i.amount_cents as amountCents',
      'i.paid_cents as paidCents',
      'i.voided_at as voidedAt',
      'i.payment_type as paymentType',
      'p.recorded_at as paidAt',
      'i.payer_first_name as userFirstName',
      'i.payer_last_name as userLastName',
      'i.payer_email as userEmail',
      'i.line',
      'i.created_at as createdAt',
      'i.card_outcome as cardOutcome',
      'i.member_type_id as memberTypeId',
      'i.payer_address as address',
      'i.sent_at as sentAt',
      'p.paid_on as paidOn',
      'p.method as paidBy',
      'p.source as paymentSource',
      'p.bank_reference as bankReference',
      'i.void_reason as voidReason',
      'i.is_open as isOpen',
      'i.written_off_cents as writtenOffCents',
      'w.number as noteNumber',
      'w.reason as writeOffReason',
      'w.as_paid as asPaid',
      'w.recorded_at as writtenOffAt',
    ])
    .select(sql<boolean>`i.issuer ? 'vat'`.as('hasVat'))
    .select((row) =>
      row
        .selectFrom('payment_proofs as f')
        .select((proof) => proof.fn.max('f.received_at').as('at'))
        .whereRef('f.invoice_id', '=', 'i.id')
        .where('f.dealt_with_at', 'is', null)
        .as('proofSentAt'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof invoiceRows>['executeTakeFirstOrThrow']>>;
type FoundRow = Row & { hasHistory: boolean };

/** Paid is derived: an invoice is paid by the payment that it points to, or written off as if paid. product-rules 6.7, 6.39. */
export function invoiceOf({
  number,
  amountCents,
  paidCents,
  voidedAt,
  paidAt,
  createdAt,
  sentAt,
  cardOutcome,
  isOpen,
  writtenOffCents,
  noteNumber,
  asPaid,
  writtenOffAt,
  hasVat: _hasVat,
  hasHistory: _hasHistory,
  proofSentAt,
  ...row
}: Row & Partial<FoundRow>): Invoice {
  const closed = voidedAt === null ? 'writtenOff' : 'void';
  const unpaid = isOpen ? (cardOutcome ?? 'unpaid') : closed;
  const paidSince = paidAt ?? (asPaid === true ? writtenOffAt : null);
  return {
    ...row,
    invoiceNumber: invoiceNumber(number),
    paymentReference: paymentReference('INV', number),
    amount: amountCents / 100,
    balance: isOpen ? (amountCents - paidCents) / 100 : 0,
    isPaid: paidSince !== null,
    state: paidAt === null ? unpaid : 'paid',
    paidDate: paidSince === null ? null : paidSince.toISOString(),
    writtenOff: writtenOffCents / 100,
    creditNote: noteNumber === null ? null : creditNoteNumber(noteNumber),
    sentUtc: sentAt === null ? null : sentAt.toISOString(),
    createdUtc: createdAt.toISOString(),
    proofSentUtc: proofSentAt === null ? null : new Date(proofSentAt).toISOString(),
  };
}

/** With what only the recording of a payment needs, and no list. */
export function findInvoiceRow(db: Db, id: string): Promise<FoundRow | undefined> {
  return invoiceRows(db)
    .select(
      sql<boolean>`EXISTS (SELECT FROM payments WHERE invoice_id = i.id)
        OR EXISTS (SELECT FROM invoice_changes WHERE invoice_id = i.id AND event <> 'issued')`.as(
        'hasHistory',
      ),
    )
    .where('i.id', '=', id)
    .executeTakeFirst();
}

/** Like `findInvoiceRow`, but throws if it does not exist. */
export async function readInvoice(db: Db, id: string): Promise<Invoice> {
  const row = await findInvoiceRow(db, id);
  if (row === undefined) throw notFound(invoiceTexts.notFound);
  return invoiceOf(row);
}

const byNumber = [sql`i.number`, sql`i.id`];

/** Paid invoices by payment date. Unpaid invoices come last. */
const paymentDay: FoundElsewhere = {
  key: sql`(SELECT paid_on FROM payments WHERE id = i.payment_id)`,
  first: (by, count) => sql`
    (SELECT i.id, i.number, p.paid_on AS key FROM payments p JOIN invoices i ON i.payment_id = p.id
      ORDER BY ${by(sql`p.paid_on`, byNumber)} LIMIT ${count})
    UNION ALL
    (SELECT i.id, i.number, NULL FROM invoices i WHERE i.payment_id IS NULL
      ORDER BY ${by(sql`i.number`, [sql`i.id`])} LIMIT ${count})`,
};

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('i.created_at'),
    invoicenumber: columnOf('i.number'),
    userlastname: columnOf('i.payer_last_name_folded'),
    useremail: columnOf('i.payer_email_folded'),
    amount: columnOf('i.amount_cents'),
    paymenttype: columnOf('i.payment_type'),
    paiddate: paymentDay,
  },
  nullable: ['paiddate'],
  default: 'createdutc',
  defaultDescending: true,
  number: columnOf('i.number'),
  isNumberSearched: true,
  id: columnOf('i.id'),
};

function conditions(filters: Filters): RawBuilder<boolean>[] {
  const found = containingAll([
    [columnOf('i.payer_last_name_folded'), filters.userLastName],
    [columnOf('i.payer_email_folded'), filters.userEmail],
    [textOf('i.payment_type'), filters.paymentType],
  ]);
  found.push(...matchingNumber(sql`('inv-' || zero_padded(i.number))`, filters.invoiceNumber));
  if (isGiven(filters.memberId)) found.push(sql`i.member_id = ${filters.memberId}`);
  if (filters.isPaid === true) found.push(wherePaid('i'));
  // Other closed invoices need no payment, so they are listed under All only.
  if (filters.isPaid === false) found.push(whereOpen('i'));
  const { createdFrom, createdTo, paidFrom, paidTo } = filters;
  found.push(...onDays(sql`i.created_at`, { from: createdFrom, to: createdTo }));
  found.push(...paidBetween('i.payment_id', paidFrom, paidTo));
  return found;
}

/** Invoices that match all filters, newest first. */
export function searchInvoiceRows(db: Db, filters: Filters & Paging): Listing<Invoice> {
  return listing(db, {
    rows: invoiceRows,
    from: sql`invoices AS i`,
    conditions: conditions(filters),
    text: columnOf('i.search_text'),
    list: 'invoices',
    paging: filters,
    sorting,
    wireOf: invoiceOf,
  });
}

/** The caller's own invoices that match all filters. product-rules 3.7. */
export function searchOwnInvoiceRows(ctx: Context, filters: Filters & Paging): Listing<Invoice> {
  return listing(ctx.db, {
    rows: invoiceRows,
    from: sql`invoices AS i`,
    conditions: [
      ...conditions({ ...filters, memberId: null }),
      sql`i.member_id = ${ownMemberId(ctx)}`,
    ],
    text: columnOf('i.search_text'),
    paging: filters,
    sorting,
    wireOf: (row) => withoutNotes(invoiceOf(row)),
  });
}

/** What administrators have noted is shown to administrators only. */
export function withoutNotes(invoice: Invoice): Invoice {
  return { ...invoice, voidReason: null, writeOffReason: null, bankReference: null };
}
