import { sql } from 'kysely';
import type { MoneyLineDetails, undoMatch as endpoint } from '#contract/bank-matching/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { matchTexts as texts, type NamedLine } from '#contract/bank-matching/texts.ts';
import { creditTexts } from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { conflict, notFound } from '#server/errors.ts';
import { postUndoing } from '#server/features/ledger/post-back.ts';
import { postLines, postLinesOf } from '#server/features/ledger/post-lines.ts';
import { postRefunds } from '#server/features/ledger/post-refunds.ts';
import { undoPayment } from '#server/features/payments/corrections/undo-payment.ts';
import { refuseFullLines } from '#server/features/payments/refuse-full-lines.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { auditLine } from './audit-line.ts';
import { storeCertaintySoon } from './store-certainty.ts';
import { readLines } from './open-lines.ts';
import { readMoneyLine } from './queries.ts';
import { readMatches } from './read-matches.ts';

/**
 * Undoes a match: the payment that it made is undone, and its money is open again. A payment that was recorded
 * by hand before stays. A repeat changes nothing. product-rules 25.7.
 */
export async function undoMatch(
  ctx: Context,
  id: string,
  undoing: BodyOf<typeof endpoint>,
): Promise<MoneyLineDetails> {
  const { reason } = undoing;
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const match = await findMatch(db, id);
    const { kind, payment_id, credit_use_id, source, returned_on } = match;
    const hasMade = source === 'bank' && kind !== 'reversal';
    // Payments are locked before lines. Undoing one locks its record before.
    if (payment_id !== null && !hasMade) await lockPayment(db, payment_id);
    const isLiving = match.reversed_at === null;
    if (isLiving) {
      await refuseIfNeeded(db, match);
      // Without its reversal the payment never came.
      const opensBoth = kind === 'reversal' && returned_on === null;
      const isUndone = opensBoth ? sql`m.payment_id = ${payment_id}` : sql`m.id = ${id}`;
      if (!hasMade) await refuseFullLines(db, isUndone);
    }
    // A trigger undoes the match of an undone payment.
    if (payment_id !== null && hasMade) await undoPayment(inside, payment_id, undoing);
    else await reverseMatch(inside, id, reason);
    if (isLiving && payment_id !== null && kind === 'reversal' && returned_on === null) {
      // The payment stays undone, and now its money never came.
      await postUndoing(inside, 'undone', [{ id: payment_id, paymentId: payment_id }]);
      await postLinesOf(inside, [payment_id]);
    }
    // No line says any more from which account it was paid back.
    if (credit_use_id !== null) await postRefunds(inside, [credit_use_id]);
    await postLines(inside, [match.line_id]);
    // Another call may have undone it before, or while this one waited.
    const { reversed_at } = await findMatch(db, id);
    const isOurs = match.reversed_at === null && reversed_at?.getTime() === inside.at.getTime();
    if (isOurs) await noteUndone(inside, { id, lineId: match.line_id }, reason);
    await storeCertaintySoon(inside);
    return readMoneyLine(inside, match.line_id);
  });
}

async function findMatch(db: Db, id: string) {
  const match = await db
    .selectFrom('bank_matches as m')
    .leftJoin('payments as p', 'p.id', 'm.payment_id')
    .select(['m.line_id', 'm.kind', 'm.payment_id', 'm.credit_use_id', 'm.reversed_at'])
    .select(['p.source', 'p.returned_on'])
    .where('m.id', '=', id)
    .executeTakeFirst();
  if (match === undefined) throw notFound(texts.matchNotFound);
  return match;
}

/** Money that was taken back came. Without the reversal it never did, so nothing of it was used. */
async function refuseIfNeeded(
  db: Db,
  { kind, payment_id: paymentId, returned_on }: Awaited<ReturnType<typeof findMatch>>,
): Promise<void> {
  if (paymentId === null) return;
  if (kind !== 'reversal') {
    const line = await findReversal(db, paymentId);
    if (line !== undefined) throw conflict(texts.takenBack(line));
    return;
  }
  if (returned_on !== null) return;
  const { cents } = await db
    .selectFrom('credit_uses')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('payment_id', '=', paymentId)
    .where('reversed_at', 'is', null)
    .where('amount_cents', '>', 0)
    .executeTakeFirstOrThrow();
  if (cents > 0) throw conflict(creditTexts.usedFirst(cents / 100));
}

async function lockPayment(db: Db, id: string): Promise<void> {
  await db.selectFrom('payments').select('id').where('id', '=', id).forUpdate().execute();
}

/** The line with which the payment went back. */
async function findReversal(db: Db, paymentId: string): Promise<NamedLine | undefined> {
  const line = await db
    .selectFrom('bank_matches as m')
    .innerJoin('bank_lines as l', 'l.id', 'm.line_id')
    .select(['l.day', 'l.amount_cents'])
    .where('m.payment_id', '=', paymentId)
    .where('m.kind', '=', 'reversal')
    .where('m.reversed_at', 'is', null)
    .executeTakeFirst();
  return line && { day: line.day, rand: line.amount_cents / 100 };
}

async function reverseMatch({ db, at, by }: Context, id: string, reason: string): Promise<void> {
  if (by === null) throw new Error('only an administrator can undo a match');
  await db
    .updateTable('bank_matches')
    .set({ reversed_at: at, reversed_by: by.userId, reversed_reason: reason })
    .where('id', '=', id)
    .where('reversed_at', 'is', null)
    .execute();
}

async function noteUndone(
  ctx: Context,
  { id, lineId }: { id: string; lineId: string },
  reason: string,
): Promise<void> {
  const [line] = await readLines(ctx.db, [lineId]);
  const match = (await readMatches(ctx.db, [lineId])).find(({ onWire }) => onWire.id === id);
  if (line === undefined || match === undefined) return;
  const { amount } = match.onWire;
  await auditLine(ctx, line, { action: 'undoMatch', after: { amount, reason } });
}
