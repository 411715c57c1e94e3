import { makeMigrationsTable, migrationNames, runMigration } from '#server/platform/db/migrate.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { emptyDatabase } from '../empty-database.ts';

const [baseline = ''] = await migrationNames();
/** As many migrations as the baseline contains. */
export const inBaseline = Number(baseline.split('_')[0]);

/** A database whose migrations have the names of those that the baseline contains. Decision 91. */
export async function databaseBeforeBaseline(applied = inBaseline): Promise<string> {
  const url = await emptyDatabase();
  const pool = openPool(url, 1);
  const client = await pool.connect();
  await makeMigrationsTable(client);
  await runMigration(client, baseline);
  await client.query('DELETE FROM migrations');
  await client.query(
    `INSERT INTO migrations (name) SELECT lpad(n::text, 4, '0') || '_old.sql' FROM generate_series(1, $1) AS n`,
    [applied],
  );
  client.release();
  await pool.end();
  return url;
}
