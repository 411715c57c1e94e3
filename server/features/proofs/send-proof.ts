import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { invoiceNumber } from '#contract/numbers.ts';
import {
  largestProofUnproved,
  largestWaiting,
  largestWaitingUnproved,
  mostProofs,
  mostProofsUnproved,
  type ProofLink,
  proofsInAnHour,
  proofTexts,
} from '#contract/proofs/endpoints.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { openTurns } from '#server/platform/concurrency/turns.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { contentOf, type ReceivedFile } from '#server/platform/uploads/private-files.ts';
import type { BegunFile } from '#server/platform/http/read-call.ts';
import { tooOften } from '#server/platform/http/security/call-limits.ts';
import { type ProofToken, readProofToken } from './proof-link.ts';
import { invoiceStateOf, isUnproved, readWaiting } from './queries.ts';
import { proofTypeOf } from './proof-type.ts';

const hourMs = 3_600_000;

export interface LinkInput {
  /** The installation's, which signs the links. */
  secret: Uint8Array;
  token: string;
}

/** What a link is for. Its holder knows the invoice: no name is shown. product-rules 26.1. */
export async function readProofLink(ctx: Context, link: LinkInput): Promise<ProofLink> {
  const invoice = await findInvoice(ctx.db, tokenOf(ctx, link));
  const { number, amount_cents, paid_cents } = invoice;
  const count = await countProofs(ctx.db, invoice.id);
  return {
    invoiceNumber: invoiceNumber(number),
    balance: (amount_cents - paid_cents) / 100,
    state: stateOf(invoice, count),
  };
}

/** Invoices for which this process receives a file. */
const underWay = new Map<string, object>();

/** Before the file is read. It is checked again when the file is stored. */
export async function beginProof(ctx: Context, link: LinkInput): Promise<BegunFile> {
  const token = tokenOf(ctx, link);
  const { invoiceId: record } = token;
  if (underWay.has(record)) throw conflict(proofTexts.underWay);
  const call = {};
  underWay.set(record, call);
  try {
    await assertRoom(ctx, await findInvoice(ctx.db, token), 0);
  } catch (error) {
    underWay.delete(record);
    throw error;
  }
  // The reply to this call is sent before, and the next call may have begun.
  const end = () => {
    if (underWay.get(record) === call) underWay.delete(record);
  };
  return { record, end };
}

/** A file is in memory as a whole while it is checked and stored. As many wait as are received at once. */
const inTurn = openTurns({ atOnce: 2, mostWaiting: 100 });

/** Stores the file. It pays nothing. The same file again changes nothing. product-rules 26.2, 26.3. */
export async function sendProof(
  ctx: Context,
  { file, ...link }: LinkInput & { file: ReceivedFile },
): Promise<void> {
  const token = tokenOf(ctx, link);
  const { invoiceId } = token;
  try {
    await inTurn(invoiceId, async () => storeProof(ctx, token, await contentOf(file)));
  } finally {
    underWay.delete(invoiceId);
  }
}

async function storeProof(ctx: Context, token: ProofToken, content: Buffer): Promise<void> {
  const { invoiceId } = token;
  const mediaType = proofTypeOf(content);
  if (mediaType === null) throw badField('file', proofTexts.wrongType);
  const sha256 = createHash('sha256').update(content).digest();
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    // Files of one invoice wait for each other, so that an eleventh finds the tenth.
    await db.selectFrom('invoices').select('id').where('id', '=', invoiceId).forUpdate().execute();
    const same = await db
      .selectFrom('payment_proofs')
      .select('id')
      .where('invoice_id', '=', invoiceId)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (same !== undefined) return;
    // Files of all invoices wait for each other, so that their sum stays below the limit.
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.proofRoom})`.execute(db);
    await assertRoom(inside, await findInvoice(db, token), content.length);
    await db
      .insertInto('payment_proofs')
      .values({
        id: randomUUID(),
        invoice_id: invoiceId,
        place: sql<number>`(SELECT min(free) FROM generate_series(1, ${mostProofs}::int) AS free
          WHERE free NOT IN (SELECT place FROM payment_proofs WHERE invoice_id = ${invoiceId}))`,
        media_type: mediaType,
        content,
        sha256,
        received_at: at,
      })
      .execute();
  });
}

function tokenOf({ at }: Context, { secret, token }: LinkInput): ProofToken {
  const read = readProofToken(secret, token, at);
  if (read === null) throw badField('token', proofTexts.badLink);
  return read;
}

interface LinkedInvoice {
  id: string;
  number: number;
  amount_cents: number;
  paid_cents: number;
  payment_id: string | null;
  voided_at: Date | null;
  write_off_id: string | null;
  hasUnprovedAddress: boolean;
}

/** A payer with a link from a mail has shown that the address is theirs. */
async function findInvoice(db: Db, { invoiceId, isMailed }: ProofToken): Promise<LinkedInvoice> {
  const invoice = await db
    .selectFrom('invoices')
    .leftJoin('members as m', 'm.id', 'invoices.member_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['invoices.id', 'invoices.number', 'amount_cents', 'paid_cents', 'payment_id'])
    .select(['voided_at', 'write_off_id', isUnproved.as('hasUnprovedAddress')])
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirst();
  // An invoice that was not sent can be deleted.
  if (invoice === undefined) throw badField('token', proofTexts.badLink);
  return { ...invoice, hasUnprovedAddress: invoice.hasUnprovedAddress && !isMailed };
}

async function countProofs(db: Db, invoiceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment_proofs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return count;
}

function mostOf({ hasUnprovedAddress }: LinkedInvoice): number {
  return hasUnprovedAddress ? mostProofsUnproved : mostProofs;
}

function stateOf(invoice: LinkedInvoice, count: number): ProofLink['state'] {
  const state = invoiceStateOf(invoice);
  return state === 'open' && count >= mostOf(invoice) ? 'full' : state;
}

function assertOpen(invoice: LinkedInvoice): void {
  const state = invoiceStateOf(invoice);
  if (state === 'paid') throw conflict(proofTexts.paid);
  if (state === 'void') throw conflict(proofTexts.isVoid);
  if (state === 'writtenOff') throw conflict(proofTexts.isWrittenOff);
}

/** `bytes` of the file, which are not known before it is read. */
async function assertRoom(
  { db, at }: Context,
  invoice: LinkedInvoice,
  bytes: number,
): Promise<void> {
  assertOpen(invoice);
  if ((await countProofs(db, invoice.id)) >= mostOf(invoice)) throw conflict(proofTexts.full);
  const { size, unprovedSize } = await readWaiting(db, at);
  // Otherwise a stranger with made-up addresses could take the room of everybody.
  const isShareFull = invoice.hasUnprovedAddress && unprovedSize + bytes > largestWaitingUnproved;
  if (isShareFull || size + bytes > largestWaiting) throw conflict(proofTexts.noRoom);
  if (invoice.hasUnprovedAddress && bytes > largestProofUnproved)
    throw badField('file', proofTexts.tooLargeUnproved);
  const [first, ...others] = await db
    .selectFrom('payment_proofs')
    .select('received_at')
    .where('invoice_id', '=', invoice.id)
    .where('received_at', '>', new Date(at.getTime() - hourMs))
    .orderBy('received_at')
    .execute();
  if (first === undefined || others.length + 1 < proofsInAnHour) return;
  throw tooOften(at, new Date(first.received_at.getTime() + hourMs), proofTexts.tooMany);
}
