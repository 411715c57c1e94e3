import { after } from 'node:test';
import pg from 'pg';
import { makeEmptyDatabase } from './database.ts';

/** The address of a database without tables, dropped after the tests of the file. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await makeEmptyDatabase();
  after(drop);
  return url;
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
