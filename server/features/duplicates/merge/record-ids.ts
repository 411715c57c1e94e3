import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

export type RecordKind = 'invoice' | 'payment' | 'period' | 'relative' | 'request';

/** Everything that can be added to a member and is lost to the other record if a merge is undone. */
export async function recordIdsOf(
  db: Db,
  memberIds: string[],
): Promise<{ id: string; kind: RecordKind }[]> {
  const ids = sql`ANY (${memberIds}::uuid[])`;
  const { rows } = await sql<{ id: string; kind: RecordKind }>`
    SELECT id, 'invoice' AS kind FROM invoices WHERE member_id = ${ids}
    UNION ALL SELECT p.id, 'payment' FROM payments AS p JOIN invoices AS i ON i.id = p.invoice_id
      WHERE i.member_id = ${ids}
    UNION ALL SELECT id, 'period' FROM membership_periods WHERE member_id = ${ids}
    UNION ALL SELECT id, 'relative' FROM member_relatives WHERE main_member_id = ${ids}
    UNION ALL SELECT id, 'request' FROM erasure_requests WHERE member_id = ${ids}
    UNION ALL SELECT id, 'request' FROM member_returns WHERE member_id = ${ids}`.execute(db);
  return rows;
}
