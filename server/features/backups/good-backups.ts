import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#server/platform/db/tables.ts';

/** A backup that could not be restored is no good one. */
export function hasNotFailedItsTest(row: ExpressionBuilder<Tables, 'backups'>) {
  const failed = row
    .selectFrom('backup_tests')
    .select('backup_tests.id')
    .whereRef('backup_id', '=', 'backups.id')
    .where('backup_tests.failure', 'is not', null);
  return row.not(row.exists(failed));
}
