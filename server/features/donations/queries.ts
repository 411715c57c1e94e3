import { sql, type RawBuilder } from 'kysely';
import type { searchDonations } from '#contract/donations/admin-endpoints.ts';
import {
  donationTexts,
  donationTypeNames,
  type Donation,
  type DonationType,
} from '#contract/donations/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { donationReference } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import type { Config } from '#server/config.ts';
import { matchingNumber, matchingWords } from '#server/platform/db/lists/search-words.ts';
import { paidBetween } from '#server/platform/db/lists/paid-between.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import { columnOf, containingAll } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';
import { byNameOf, type FoundElsewhere } from '#server/platform/db/lists/sort-keys.ts';
import { notFound } from '#server/errors.ts';
import { offersCard } from '#server/platform/payfast/payment-form.ts';

type Filters = BodyOf<typeof searchDonations>;
type Ways = Pick<Config, 'payfast' | 'transferLinks'>;

/** The donation types. Transfer sites and card payments depend on settings. product-rules 2.10. */
export async function allDonationTypes(
  db: Db,
  { payfast, transferLinks }: Ways,
): Promise<DonationType[]> {
  const rows = await db
    .selectFrom('donation_types')
    .select(['id', 'name'])
    .orderBy('place')
    .execute();
  return rows
    .filter(({ name }) => name !== donationTypeNames.card || offersCard(payfast))
    .map((row) => ({ ...row, transferUrl: transferLinks.get(row.name) ?? null }));
}

function donationRows(db: Db) {
  return db
    .selectFrom('donations as d')
    .innerJoin('donation_types as t', 't.id', 'd.donation_type_id')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .select([
      'd.id',
      'd.number',
      'd.first_name as firstName',
      'd.last_name as lastName',
      'd.email',
      'd.donation_type_id as donationTypeId',
      't.name as donationTypeName',
      'd.amount_cents as amountCents',
      'd.card_outcome as cardOutcome',
      'p.recorded_at as receivedAt',
      'p.paid_on as receivedOn',
      'p.method as paidBy',
      'p.source as paymentSource',
      'p.bank_reference as bankReference',
      'd.needs_answer_since as needsAnswerSince',
      'd.withdrawn_at as withdrawnAt',
      'd.created_at as createdAt',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof donationRows>['executeTakeFirstOrThrow']>>;

/** Received is derived: a donation is received by the payment that it points to. product-rules 6.7. */
export function donationOf({
  number,
  amountCents,
  cardOutcome,
  receivedAt,
  needsAnswerSince,
  withdrawnAt,
  createdAt,
  ...row
}: Row): Donation {
  return {
    ...row,
    reference: donationReference(number),
    paymentReference: paymentReference('DON', number),
    amount: amountCents / 100,
    isReceived: receivedAt !== null,
    receivedDate: receivedAt === null ? null : receivedAt.toISOString(),
    needsAnswer: needsAnswerSince !== null,
    isWithdrawn: withdrawnAt !== null,
    state: receivedAt === null ? (cardOutcome ?? 'unpaid') : 'paid',
    createdUtc: createdAt.toISOString(),
  };
}

export function findDonationRow(db: Db, id: string): Promise<Row | undefined> {
  return donationRows(db).where('d.id', '=', id).executeTakeFirst();
}

/** Like `findDonationRow`, but throws if it does not exist. */
export async function readDonation(db: Db, id: string): Promise<Donation> {
  const row = await findDonationRow(db, id);
  if (row === undefined) throw notFound(donationTexts.notFound);
  return donationOf(row);
}

/** Received donations by the day of the payment. Pending donations come last. */
const paymentDay: FoundElsewhere = {
  key: sql`(SELECT paid_on FROM payments WHERE id = d.payment_id)`,
  first: (by, count) => sql`
    (SELECT d.id, d.number, p.paid_on AS key
      FROM payments p JOIN donations d ON d.payment_id = p.id WHERE p.donation_id IS NOT NULL
      ORDER BY ${by(sql`p.paid_on`, [sql`d.number`, sql`d.id`])} LIMIT ${count})
    UNION ALL
    (SELECT d.id, d.number, NULL FROM donations d WHERE d.payment_id IS NULL
      ORDER BY ${by(sql`d.number`, [sql`d.id`])} LIMIT ${count})`,
};

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('d.created_at'),
    firstname: columnOf('d.first_name_folded'),
    lastname: columnOf('d.last_name_folded'),
    email: columnOf('d.email_folded'),
    amount: columnOf('d.amount_cents'),
    donationtypename: byNameOf({
      to: 'donation_types',
      pointer: 'd.donation_type_id',
      from: sql`donations AS d`,
      id: 'd.id',
      number: 'd.number',
    }),
    reference: columnOf('d.number'),
    receiveddate: paymentDay,
  },
  nullable: ['receiveddate'],
  default: 'createdutc',
  defaultDescending: true,
  number: columnOf('d.number'),
  isNumberSearched: true,
  id: columnOf('d.id'),
};

function asked(filters: Filters): RawBuilder<boolean>[] {
  const found = containingAll([
    [columnOf('d.last_name_folded'), filters.lastName],
    [columnOf('d.email_folded'), filters.email],
  ]);
  found.push(...matchingNumber(sql`('don-' || zero_padded(d.number))`, filters.reference));
  if (filters.isReceived === true) found.push(sql`d.payment_id IS NOT NULL`);
  if (filters.isReceived === false) {
    found.push(sql`d.payment_id IS NULL`, sql`d.withdrawn_at IS NULL`);
  }
  if (filters.needsAnswer === true) found.push(sql`d.needs_answer_since IS NOT NULL`);
  if (filters.needsAnswer === false) found.push(sql`d.needs_answer_since IS NULL`);
  found.push(...paidBetween('d.payment_id', filters.receivedFrom, filters.receivedTo));
  return found;
}

const searchText = columnOf<string>('d.search_text');

/** The conditions of the filters on the donations `d`. */
export function donationConditions(filters: Filters): RawBuilder<boolean>[] {
  return [...asked(filters), ...matchingWords(searchText, filters.text)];
}

/** Donations that match all filters, newest first. */
export function searchDonationRows(db: Db, filters: Filters & Paging): Listing<Donation> {
  return listing(db, {
    rows: donationRows,
    from: sql`donations AS d`,
    conditions: asked(filters),
    text: searchText,
    list: 'donations',
    paging: filters,
    sorting,
    wireOf: donationOf,
  });
}
