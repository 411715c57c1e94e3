import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { matchTexts as texts } from '#contract/bank-matching/texts.ts';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { isMatched } from '#server/features/payments/is-matched.ts';
import type { StoredLine } from './open-lines.ts';
import { isUnmatched } from './suggestions/earlier-money.ts';
import { daysBesides } from './suggestions/world.ts';

/** A payment by hand of the record went back later, and no line brought it: it is this money, which pays nothing now. */
export async function refuseReturned(
  { db }: Context,
  line: StoredLine,
  { id, amountCents }: { id: string; amountCents: number },
): Promise<void> {
  const { rows } = await sql<{ paidOn: Day }>`
    SELECT p.paid_on AS "paidOn" FROM payments AS p LEFT JOIN LATERAL (
      SELECT b.day FROM bank_matches AS m JOIN bank_lines AS b ON b.id = m.line_id
      WHERE m.payment_id = p.id AND m.kind = 'reversal' AND m.reversed_at IS NULL
    ) AS r ON true
    WHERE (p.invoice_id = ${id} OR p.donation_id = ${id}) AND p.source = 'administrator'
      AND p.method <> 'Credit Card' AND p.amount_cents = ${amountCents}
      AND p.reversed_at IS NOT NULL AND coalesce(r.day, p.returned_on) >= ${line.day}::date
      AND ${isUnmatched} ORDER BY p.paid_on LIMIT 1`.execute(db);
  const [first] = rows;
  if (first !== undefined) throw conflict(texts.wentBack(first.paidOn, amountCents / 100));
}

/** Money that was recorded late came with its line, so it can go back before the recorded day. */
export async function refuseBeforeItCame(
  { db }: Context,
  line: StoredLine,
  { id, paid_on }: { id: string; paid_on: Day },
): Promise<void> {
  if (paid_on <= line.day) return;
  const first = await db
    .selectFrom('bank_matches as m')
    .innerJoin('bank_lines as l', 'l.id', 'm.line_id')
    .select('l.id')
    .where('m.payment_id', '=', id)
    .where('m.reversed_at', 'is', null)
    .where('m.kind', '<>', 'reversal')
    .where('l.day', '<=', line.day)
    .executeTakeFirst();
  if (first === undefined) throw conflict(texts.returnedEarly(paid_on));
}

/** The line that brought the money would be open, and could pay again. */
export async function refuseBeforeFirstLine(
  { db }: Context,
  line: StoredLine,
  { id, paid_on, amountCents }: { id: string; paid_on: Day; amountCents: number },
): Promise<void> {
  if (await isMatched(db, id)) return;
  const first = await db
    .selectFrom('bank_lines')
    .select('day')
    .where('account_id', '=', line.accountId)
    .where('id', '<>', line.id)
    .where('state', '=', 'open')
    .where('amount_cents', '>', 0)
    .where(sql<number>`amount_cents - booked_cents`, '=', amountCents)
    .where('day', '>=', addDays(paid_on, -daysBesides))
    .where('day', '<=', line.day)
    .orderBy('day')
    .executeTakeFirst();
  if (first !== undefined) throw conflict(texts.firstLine(first.day, amountCents / 100));
}
