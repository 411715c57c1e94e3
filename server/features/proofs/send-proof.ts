import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { invoiceNumber } from '#contract/numbers.ts';
import {
  mostProofs,
  type ProofLink,
  proofsInAnHour,
  proofTexts,
} from '#contract/proofs/endpoints.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { tooOften } from '#server/platform/http/security/call-limits.ts';
import { readProofToken } from './proof-link.ts';
import { proofTypeOf } from './proof-type.ts';

const hourMs = 3_600_000;

export interface LinkInput {
  /** The installation's, which signs the links. */
  secret: Uint8Array;
  token: string;
}

/** What a link is for. Its holder knows the invoice: no name is shown. product-rules 26.1. */
export async function readProofLink(ctx: Context, link: LinkInput): Promise<ProofLink> {
  const invoice = await findInvoice(ctx.db, invoiceIdOf(link));
  const { number, amount_cents, paid_cents } = invoice;
  const count = await countProofs(ctx.db, invoice.id);
  return {
    invoiceNumber: invoiceNumber(number),
    balance: (amount_cents - paid_cents) / 100,
    state: stateOf(invoice, count),
  };
}

/** Before the file is read. It is checked again when the file is stored. */
export async function assertLinkOpen(ctx: Context, link: LinkInput): Promise<void> {
  assertOpen(await findInvoice(ctx.db, invoiceIdOf(link)));
}

/** Stores the file. It pays nothing. The same file again changes nothing. product-rules 26.2, 26.3. */
export async function sendProof(
  ctx: Context,
  { content, ...link }: LinkInput & { content: Buffer },
): Promise<void> {
  const invoiceId = invoiceIdOf(link);
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
    await assertRoom(inside, await findInvoice(db, invoiceId));
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

function invoiceIdOf({ secret, token }: LinkInput): string {
  const id = readProofToken(secret, token);
  if (id === null) throw badField('token', proofTexts.badLink);
  return id;
}

interface LinkedInvoice {
  id: string;
  number: number;
  amount_cents: number;
  paid_cents: number;
  payment_id: string | null;
  voided_at: Date | null;
}

async function findInvoice(db: Db, id: string): Promise<LinkedInvoice> {
  const invoice = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'amount_cents', 'paid_cents', 'payment_id', 'voided_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  // An invoice that was not sent can be deleted.
  if (invoice === undefined) throw badField('token', proofTexts.badLink);
  return invoice;
}

async function countProofs(db: Db, invoiceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment_proofs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return count;
}

function stateOf({ payment_id, voided_at }: LinkedInvoice, count: number): ProofLink['state'] {
  if (payment_id !== null) return 'paid';
  if (voided_at !== null) return 'void';
  return count >= mostProofs ? 'full' : 'open';
}

function assertOpen({ payment_id, voided_at }: LinkedInvoice): void {
  if (payment_id !== null) throw conflict(proofTexts.paid);
  if (voided_at !== null) throw conflict(proofTexts.isVoid);
}

async function assertRoom({ db, at }: Context, invoice: LinkedInvoice): Promise<void> {
  assertOpen(invoice);
  if ((await countProofs(db, invoice.id)) >= mostProofs) throw conflict(proofTexts.full);
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
