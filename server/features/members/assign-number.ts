import type { Db } from '#server/platform/db/pool.ts';
import { takingNumbers } from '#server/platform/db/take-number.ts';

/** Gives a member without a number the next one, and returns it. Call it last. product-rules 5.15. */
export async function assignNumber(db: Db, memberId: string): Promise<number> {
  const { number } = await db
    .with('taken', takingNumbers('member'))
    .updateTable('members')
    .from('taken')
    .set((row) => ({ number: row.ref('taken.last') }))
    .where('members.id', '=', memberId)
    .where('members.number', 'is', null)
    .returning('members.number')
    .$narrowType<{ number: number }>()
    .executeTakeFirstOrThrow();
  return number;
}
