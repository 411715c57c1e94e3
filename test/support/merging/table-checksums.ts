import { sql } from 'kysely';
import type { TestApp } from '#test/support/app.ts';
import { sumsOfBooks } from '#test/support/histories/movements.ts';

/** What happened stays in them after an undo. */
const logs = [
  'audit_entries',
  'invoice_changes',
  'ledger_entries',
  'ledger_lines',
  'revocations',
  'earlier_sign_ins',
];

/** A checksum of the rows of each table, without the logs and the tables that are named, and the sums of the books. */
export async function tableChecksums(
  app: TestApp,
  without: readonly string[],
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`.execute(app.db);
  const left = [...logs, ...without];
  const checksums: Record<string, string> = { books: JSON.stringify(await sumsOfBooks(app)) };
  for (const { name } of tables.filter((table) => !left.includes(table.name))) {
    const { rows } = await sql<{ sum: string | null }>`
      SELECT md5(string_agg(t::text, E'\n' ORDER BY t::text)) AS sum
      FROM ${sql.table(name)} AS t`.execute(app.db);
    checksums[name] = rows[0]?.sum ?? '';
  }
  return checksums;
}

/** Of each day that has any. */
