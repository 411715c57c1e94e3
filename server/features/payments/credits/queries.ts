import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import { type Credit, creditTexts, type searchCredits } from '#contract/payments/credits.ts';
import type { CreditUse } from '#contract/payments/recorded-payment.ts';
import { vatPercent, vatWithin } from '#contract/vat.ts';
import { notFound } from '#server/errors.ts';
import { bankLineOf, usesOf } from '#server/features/invoices/recorded-payments.ts';
import { columnOf, searchRows } from '#server/platform/db/lists/search-rows.ts';
import type { Sorting } from '#server/platform/db/lists/search.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { moneyOfCredit } from './money-of-credit.ts';

/**
 * Credits that are open, with what is owed of money that went back, or with `isUsed` those that were dealt with;
 * each from an index of those rows only.
 */
export async function searchCreditRows(
  db: Db,
  { isUsed, ...paging }: BodyOf<typeof searchCredits>,
) {
  const { results, totalCount } = await searchRows(db, {
    rows: creditRows,
    from: sql`payments AS p`,
    conditions: [isUsed === true ? isDealtWith : sql`p.credit_cents <> 0`],
    text: sql`fold(coalesce(p.external_reference, '') || ' ' || coalesce(p.bank_reference, '')
      || ' ' || coalesce(p.payer_name, '')) || ' ' || coalesce(
        (SELECT search_text FROM invoices WHERE id = p.invoice_id),
        (SELECT search_text FROM donations WHERE id = p.donation_id), '')`,
    paging,
    sorting,
    wireOf: (row: Row) => row,
  });
  const uses = await usesOf(
    db,
    results.map(({ id }) => id),
  );
  return { results: results.map((row) => creditOf(row, uses.get(row.id) ?? [])), totalCount };
}

/** Of what was owed and given up, nothing is left as used. */
const isDealtWith = sql<boolean>`p.credit_cents = 0 AND (p.used_cents > 0 OR p.reversed_at IS NOT NULL
  AND EXISTS (SELECT FROM credit_uses WHERE payment_id = p.id AND amount_cents < 0 AND reversed_at IS NULL))`;

/** Like the search, for one payment. */
export async function readCredit(db: Db, id: string): Promise<Credit> {
  const credit = await findCredit(db, id);
  if (credit === undefined) throw notFound(creditTexts.notFound);
  return credit;
}

export async function findCredit(db: Db, id: string): Promise<Credit | undefined> {
  const row = await creditRows(db).where('p.id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const uses = await usesOf(db, [id]);
  return creditOf(row, uses.get(id) ?? []);
}

const sorting: Sorting = {
  columns: { createdutc: columnOf('p.recorded_at') },
  default: 'createdutc',
  defaultDescending: true,
  id: columnOf('p.id'),
};

function creditRows(db: Db) {
  return db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('donations as d', 'd.id', 'p.donation_id')
    .select(['p.id', 'p.amount_cents', 'p.credit_cents', 'p.paid_on', 'p.method', 'p.source'])
    .select(['p.external_reference', 'p.bank_reference', 'p.payer_name', 'p.reversed_at'])
    .select(['p.invoice_id', 'p.donation_id', 'i.number as invoice', 'd.number as donation'])
    .select((row) => [
      row.fn.coalesce('i.payer_first_name', 'd.first_name').as('first_name'),
      row.fn.coalesce('i.payer_last_name', 'd.last_name').as('last_name'),
      row.fn.coalesce('i.payer_email', 'd.email').as('email'),
      bankLineOf.as('bank_line_id'),
      asksVat.as('asks_vat'),
      moneyOfCredit.as('money'),
    ]);
}

/** Without a join, so that the list is read from its index. */
const asksVat = sql<boolean>`EXISTS (
  SELECT FROM company_info WHERE vat_number <> '' AND vat_basis = 'payments')`;

type Row = Awaited<ReturnType<ReturnType<typeof creditRows>['executeTakeFirstOrThrow']>>;

function creditOf(row: Row, uses: CreditUse[]): Credit {
  const { invoice, donation, payer_name } = row;
  const number = invoice === null ? '' : invoiceNumber(invoice);
  const kind = donation === null ? 'subscription' : 'donation';
  return {
    id: row.id,
    kind: payer_name === null ? kind : null,
    recordId: row.donation_id ?? row.invoice_id,
    recordName: donation === null ? number : donationReference(donation),
    payer: payer_name ?? `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    payerFirstName: row.first_name ?? '',
    payerLastName: row.last_name ?? '',
    payerEmail: row.email ?? '',
    amount: Math.max(0, row.credit_cents) / 100,
    owed: Math.max(0, -row.credit_cents) / 100,
    money: row.money,
    hasGoneBack: row.reversed_at !== null,
    keptVat:
      row.asks_vat && row.credit_cents > 0 ? vatWithin(row.credit_cents, vatPercent) / 100 : null,
    received: row.amount_cents / 100,
    paidOn: row.paid_on,
    method: row.method,
    source: row.source,
    bankReference: row.bank_reference,
    providerId: row.external_reference?.replace(/^payfast:/, '') ?? '',
    bankLineId: row.bank_line_id,
    uses,
  };
}
