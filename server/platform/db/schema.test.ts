import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { makeTestDatabase } from '#test/support/database.ts';
import { describeSchema } from './describe-schema.ts';
import { openPool } from './pool.ts';

const { url, drop } = await makeTestDatabase();
const pool = openPool(url, 2);
after(async () => {
  await pool.end();
  await drop();
});

const instruction = 'Run: node scripts/dump-schema.ts';

test('schema.sql equals the schema after all migrations', async () => {
  const committed = await readFile(new URL('schema.sql', import.meta.url), 'utf8');
  const [, ...blocks] = committed.split('\n\n');
  assert.equal(blocks.join('\n\n'), await describeSchema(pool), instruction);
});

test('schema.sql shows every kind of object that a migration may add', async () => {
  const before = await describeSchema(pool);
  for (const change of [
    'ALTER TABLE mails ADD COLUMN seen boolean',
    'ALTER TABLE mails ALTER COLUMN subject SET NOT NULL',
    `ALTER TABLE mails ALTER COLUMN subject SET DEFAULT ''`,
    'ALTER TABLE mails ADD CHECK (attempts < 100)',
    'CREATE INDEX ON mails (kind)',
    'ALTER TABLE mails DROP CONSTRAINT mails_one_outcome',
    'CREATE TABLE notes ()',
    'DROP TRIGGER counters_only_rise ON counters',
    `CREATE FUNCTION one() RETURNS int LANGUAGE sql RETURN 1`,
    'ALTER TABLE sessions DROP CONSTRAINT sessions_user_id_fkey, ADD FOREIGN KEY (user_id) REFERENCES users',
  ]) {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(change);
      assert.notEqual(await describeSchema(client), before, change);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }
});

interface Column {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

/** How the database's types are written in TypeScript. */
const written: Record<string, RegExp> = {
  uuid: /^string$/,
  text: /^(string|[A-Z]\w+( \| [A-Z]\w+)*|'.*')$/,
  date: /^string$/,
  integer: /^number$/,
  smallint: /^number$/,
  bigint: /^number$/,
  boolean: /^boolean$/,
  'timestamp with time zone': /^Instant$/,
  bytea: /^Buffer$/,
  jsonb: /^JSONColumnType<.*>$/,
  ARRAY: /^(string|number)\[\]$/,
};

async function columnsOfDatabase(): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    SELECT table_name AS table, column_name AS column, data_type AS type,
      is_nullable = 'YES' AS "isNullable",
      column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS "hasDefault"
    FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name <> 'migrations'
    ORDER BY table_name, ordinal_position`);
  return rows;
}

/** The columns that `tables.ts` says, read from its text: types leave nothing at run time. */
async function columnsOfTypes(): Promise<Column[]> {
  const source = await readFile(new URL('tables.ts', import.meta.url), 'utf8');
  const [, inside = ''] = /export interface Tables \{\n(.*?)\n\}/s.exec(source) ?? [];
  const tables = [...inside.matchAll(/^ {2}(\w+): \{(.*?)\};$/gms)];
  const columns = tables.flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/(\w+): ([^;]+);?/g)].map(([, column = '', text = '']) => {
      const said = text.replace(/^SetByPayments<(.*)>$/, '$1');
      const type = said.trim().replace(/ \| null$/, '');
      const [, inner = type] = /^(?:WithDefault<(.*)>|ColumnType<(?:.*)>)$/.exec(type) ?? [];
      const [, read] = /^ColumnType<([^,]*),/.exec(type) ?? [];
      return {
        table,
        column,
        type: read?.replace(/ \| null$/, '') ?? inner,
        isNullable: (read ?? said.trim()).endsWith('| null'),
        hasDefault:
          inner !== type || type.startsWith('ColumnType<') || type.includes('| undefined'),
      };
    }),
  );
  return columns.toSorted((one, other) =>
    one.table < other.table ? -1 : Number(one.table > other.table),
  );
}

test('tables.ts has every column in order, with its nullability and default', async () => {
  const types = await columnsOfTypes();
  const database = await columnsOfDatabase();
  assert.ok(database.length > 100);
  const shape = ({ type: _type, ...rest }: Column) => rest;
  assert.deepEqual(types.map(shape), database.map(shape));
  for (const [n, { table, column, type }] of database.entries()) {
    assert.match(types[n]!.type, written[type] ?? /never/, `${table}.${column} is ${type}`);
  }
});
