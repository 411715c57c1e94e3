import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { makeEmptyDatabase } from './database.ts';

/** The address of a database without tables, dropped after the tests of the file. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await makeEmptyDatabase();
  after(drop);
  return url;
}

/** The address of the database for a role of its own, which has no right to anything in it. */
export async function powerlessUrl(url: string): Promise<string> {
  const role = `test_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE ROLE ${role} LOGIN NOSUPERUSER PASSWORD '${role}'`);
  after(() => query(inOtherDatabase(url), `DROP ROLE ${role}`));
  const address = new URL(url);
  address.username = role;
  address.password = role;
  return address.href;
}

/** Where roles can be dropped after this database. */
function inOtherDatabase(url: string): string {
  const other = new URL(url);
  other.pathname = '/postgres';
  return other.href;
}

export async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The number of tables in a database. */
export async function countTables(url: string): Promise<number> {
  const tables = await query<{ count: number }>(
    url,
    `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'`,
  );
  return tables[0]?.count ?? 0;
}
