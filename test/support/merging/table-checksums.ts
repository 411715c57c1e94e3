import { sql } from 'kysely';
import type { TestApp } from '#test/support/app.ts';

/** A checksum of the rows of each table, without the tables that are named. */
export async function tableChecksums(
  app: TestApp,
  without: readonly string[],
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(app.db);
  const checksums: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !without.includes(table.name))) {
    const { rows } = await sql<{ sum: string | null }>`
      SELECT md5(string_agg(t::text, E'\n' ORDER BY t::text)) AS sum
      FROM ${sql.table(name)} AS t`.execute(app.db);
    checksums[name] = rows[0]?.sum ?? '';
  }
  return checksums;
}
