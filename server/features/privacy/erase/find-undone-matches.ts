import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Subject } from '../find-subject.ts';

/**
 * Audit entries of undone matches with the person's money. They are about the statement of the bank, and have the
 * reason that was typed.
 */
export async function findUndoneMatches(db: Db, { paymentIds }: Subject): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM bank_matches AS m JOIN bank_lines AS l ON l.id = m.line_id
      JOIN audit_entries AS a
        ON a.subject_id = l.statement_id AND a.at = m.reversed_at AND a.action = 'undoMatch'
    WHERE m.payment_id = ANY (${paymentIds}::uuid[]) OR m.credit_use_id = ANY (ARRAY(
      SELECT id FROM credit_uses WHERE payment_id = ANY (${paymentIds}::uuid[])))`.execute(db);
  return rows.map(({ id }) => id);
}
