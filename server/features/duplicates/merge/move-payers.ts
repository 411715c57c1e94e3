import { sql } from 'kysely';
import type { ChangeLog } from './change-log.ts';

/** Moves the texts by which a payer is known at the bank. A text that both have stays once. */
export async function movePayers(
  log: ChangeLog,
  { keptId, mergedId }: { keptId: string; mergedId: string },
): Promise<void> {
  const ofMerged = sql`member_id = ${mergedId}`;
  const known = sql`SELECT payer_key FROM bank_payers WHERE member_id = ${keptId}`;
  await log.remove('bank_payers', sql`${ofMerged} AND payer_key IN (${known})`);
  await log.update('bank_payers', ofMerged, { member_id: keptId });
}
