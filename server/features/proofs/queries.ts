import { sql, type RawBuilder } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import {
  lateProofDays,
  type Proof,
  proofAdminTexts,
  type ProofType,
  type searchProofs,
} from '#contract/proofs/admin-endpoints.ts';
import { notFound } from '#server/errors.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { columnOf, isGiven, searchRows } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import { proofEndings } from './proof-type.ts';

/** Without the content, which is in another place of the table's file. */
function proofRows(db: Db) {
  return db
    .selectFrom('payment_proofs as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('users as u', 'u.id', 'p.dealt_with_by')
    .select(['p.id', 'p.invoice_id', 'p.place', 'p.media_type', 'p.received_at', 'p.dealt_with_at'])
    .select(['i.number', 'i.payer_first_name', 'i.payer_last_name', 'i.amount_cents'])
    .select(['i.paid_cents', 'i.payment_id', 'i.voided_at', 'i.write_off_id'])
    .select(sql<number>`octet_length(p.content)`.as('size'))
    .select(
      sql<string | null>`CASE WHEN u.id IS NOT NULL THEN ${fullNameOf('u')} END`.as('dealtWithBy'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof proofRows>['executeTakeFirstOrThrow']>>;

function proofOf(row: Row): Proof {
  const invoiceState = invoiceStateOf(row);
  return {
    id: row.id,
    invoiceId: row.invoice_id,
    invoiceNumber: invoiceNumber(row.number),
    payer: `${row.payer_first_name} ${row.payer_last_name}`.trim(),
    balance: invoiceState === 'open' ? (row.amount_cents - row.paid_cents) / 100 : 0,
    invoiceState,
    kind: row.media_type as ProofType,
    fileName: fileNameOf(row),
    size: row.size,
    receivedUtc: row.received_at.toISOString(),
    dealtWithUtc: row.dealt_with_at?.toISOString() ?? null,
    dealtWithBy: row.dealtWithBy,
  };
}

export function invoiceStateOf(invoice: Pick<Row, 'payment_id' | 'voided_at' | 'write_off_id'>) {
  if (invoice.payment_id !== null) return 'paid';
  if (invoice.write_off_id !== null) return 'writtenOff';
  return invoice.voided_at === null ? 'open' : 'void';
}

const ofInvoice = <T>(value: RawBuilder<T>) =>
  sql<T>`(SELECT ${value} FROM invoices AS of WHERE of.id = p.invoice_id)`;

const sorting: Sorting = {
  columns: {
    receivedutc: columnOf('p.received_at'),
    invoicenumber: ofInvoice(sql`of.number`),
  },
  default: 'receivedutc',
  defaultDescending: true,
  id: columnOf('p.id'),
};

/**
 * Of a void invoice too: somebody may have paid it. A value, not EXISTS: otherwise the planner may read all unpaid
 * invoices. product-rules 26.4.
 */
export const isWaitingProof = sql<boolean>`p.dealt_with_at IS NULL AND ${ofInvoice(sql`of.payment_id IS NULL`)}`;

const dayMs = 24 * 3_600_000;

/** An administrator has made invoices without a member. */
export const isUnproved = sql<boolean>`u.id IS NOT NULL AND u.email_proved_at IS NULL`;

const ofUnproved = sql<boolean>`(SELECT ${isUnproved} FROM invoices AS of
  LEFT JOIN members AS m ON m.id = of.member_id LEFT JOIN users AS u ON u.id = m.user_id
  WHERE of.id = p.invoice_id)`;

interface Waiting {
  /** Bytes. */
  size: number;
  /** Of these, those of members whose address is not proved. */
  unprovedSize: number;
  /** Files. */
  late: number;
}

/** What all files take that wait, and how many wait too long. Their content is not read. product-rules 26.2, 26.6. */
export async function readWaiting(db: Db, at: Date): Promise<Waiting> {
  const before = new Date(at.getTime() - lateProofDays * dayMs);
  const bytes = sql`sum(octet_length(p.content))`;
  return db
    .selectFrom('payment_proofs as p')
    .where(isWaitingProof)
    .select(sql<number>`coalesce(${bytes}, 0)::float8`.as('size'))
    .select(
      sql<number>`coalesce(${bytes} FILTER (WHERE ${ofUnproved}), 0)::float8`.as('unprovedSize'),
    )
    .select(sql<number>`count(*) FILTER (WHERE p.received_at <= ${before})`.as('late'))
    .executeTakeFirstOrThrow();
}

type Filters = BodyOf<typeof searchProofs> & Paging;

export function searchProofRows(
  db: Db,
  { invoiceId, isWaiting, ...paging }: Filters,
): Promise<{ results: Proof[]; totalCount: number }> {
  return searchRows(db, {
    rows: proofRows,
    from: sql`payment_proofs AS p`,
    conditions: [
      ...(isGiven(invoiceId) ? [sql<boolean>`p.invoice_id = ${invoiceId}`] : []),
      ...(isWaiting === true ? [isWaitingProof] : []),
      ...(isWaiting === false ? [sql<boolean>`NOT (${isWaitingProof})`] : []),
    ],
    text: ofInvoice(sql<string>`of.search_text`),
    paging,
    sorting,
    wireOf: proofOf,
  });
}

export async function readProof(db: Db, id: string): Promise<Proof> {
  const row = await proofRows(db).where('p.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound(proofAdminTexts.notFound);
  return proofOf(row);
}

/** Under a name of ours: that of a stranger's file is not stored. product-rules 26.4. */
export async function readProofFile(db: Db, id: string): Promise<FileReply> {
  const row = await db
    .selectFrom('payment_proofs as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.place', 'p.media_type', 'p.content', 'i.number'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound(proofAdminTexts.notFound);
  return { name: fileNameOf(row), bytes: row.content, isDownload: true };
}

function fileNameOf({ number, place, media_type }: Pick<Row, 'number' | 'place' | 'media_type'>) {
  return `${invoiceNumber(number)}-proof-${place}.${proofEndings[media_type as ProofType]}`;
}
