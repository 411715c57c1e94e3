import { type RawBuilder, sql } from 'kysely';
import { outKinds } from '#contract/bank-matching/kinds.ts';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import type { Day } from '#contract/days.ts';
import { conflict } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Whether the match `m` was taken off its line `b`, in SQL: `isTakenOff` of the contract. */
export const sqlIsTakenOff = sql<boolean>`(CASE WHEN b.amount_cents > 0
  THEN m.kind IN (${sql.join(outKinds.map((kind) => sql.lit(kind)))}) ELSE m.kind = 'recorded' END)`;

/** A part that was taken off its line made room for others. Refuses to undo the living matches `m` if they still need it. */
export async function refuseFullLines(db: Db, isUndone: RawBuilder<unknown>): Promise<void> {
  const living = sql`FROM bank_matches AS m WHERE m.reversed_at IS NULL AND (${isUndone})`;
  await sql`
    SELECT FROM bank_lines WHERE id IN (SELECT m.line_id ${living}) ORDER BY id FOR UPDATE`.execute(
    db,
  );
  const { rows } = await sql<{ day: Day; cents: number; tooMuch: number }>`
    SELECT l.day, l.amount_cents AS cents, (l.booked_cents - u.cents - abs(l.amount_cents))::bigint AS "tooMuch"
    FROM bank_lines AS l JOIN (
      SELECT b.id, sum(CASE WHEN ${sqlIsTakenOff} THEN -m.amount_cents ELSE m.amount_cents END) AS cents
      FROM bank_lines AS b JOIN (SELECT m.* ${living}) AS m ON m.line_id = b.id GROUP BY 1
    ) AS u USING (id)
    WHERE l.booked_cents - u.cents > abs(l.amount_cents) ORDER BY l.day LIMIT 1`.execute(db);
  const [first] = rows;
  if (first === undefined) return;
  const { day, cents, tooMuch } = first;
  throw conflict(matchTexts.undoOthersFirst(tooMuch / 100, { day, rand: cents / 100 }));
}
