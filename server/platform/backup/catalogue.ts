import pg from 'pg';

/** A connection apart from the pools. */
export async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection fails the statement that waits for it. Without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Begins a transaction with the settings on which the text of a value depends. */
export async function begin(client: pg.Client, mode = ''): Promise<void> {
  await client.query(`BEGIN ${mode}`);
  await client.query(settings);
}

// Of the transaction only, because a pooler may give each transaction another connection. A table of a
// million rows takes longer than any limit that people wait for.
const settings = `
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC';
  SET LOCAL intervalstyle = 'postgres'; SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 1; SET LOCAL synchronize_seqscans = off;
  SET LOCAL statement_timeout TO 0; SET LOCAL lock_timeout TO 0;
  SET LOCAL idle_in_transaction_session_timeout TO 0`;

export interface Table {
  name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  columns: string[];
  /** PostgreSQL's estimate. */
  aboutRows: number;
}

const isOurs = `c.relnamespace = 'public'::regnamespace AND NOT EXISTS (
  SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')`;

/** All tables of the application, without those of the queue, which has a schema of its own. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT c.relname AS name, greatest(c.reltuples, 0)::float8 AS "aboutRows", ARRAY(
      SELECT a.attname::text FROM pg_attribute AS a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      ORDER BY a.attnum) AS columns
    FROM pg_class AS c WHERE c.relkind = 'r' AND ${isOurs} ORDER BY c.relname`);
  return rows;
}

export interface Sequence {
  name: string;
  last: number;
  isCalled: boolean;
}

export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class AS c
    WHERE c.relkind = 'S' AND ${isOurs} ORDER BY c.relname`);
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<Omit<Sequence, 'name'>>(
      `SELECT last_value::float8 AS last, is_called AS "isCalled" FROM ${nameOf(name)}`,
    );
    sequences.push(...state.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** A table or sequence, for SQL. */
export function nameOf(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`;
}

/** A table and its columns, for COPY. */
export function copyTarget({ name, columns }: Pick<Table, 'name' | 'columns'>): string {
  return `${nameOf(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** An open COPY would make a polite end wait, so the connection is cut. */
export async function closeConnection(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
