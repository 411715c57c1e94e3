import { sql } from 'kysely';
import type { Context } from '#server/context.ts';

/**
 * Whether the next daily run is the first after a restore that no administrator has answered. Ask before the
 * run notes its time.
 */
export async function isFirstRunAfterRestore({ db }: Context): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM restores WHERE answered_at IS NULL
      AND restored_at > ALL (SELECT ran_at FROM daily_runs) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/**
 * Holds the reminders and notices of the daily run of this moment. They became due since the backup was made,
 * so the members may have had them. product-rules 8.9.
 */
export async function holdMissed({ db, at }: Context): Promise<void> {
  await db
    .updateTable('mails')
    .set({ held_at: at })
    .where('is_batch', '=', true)
    .where('next_attempt_at', '=', at)
    .where('held_at', 'is', null)
    .where('kind', 'in', ['reminder', 'ageing-out'])
    .execute();
}
