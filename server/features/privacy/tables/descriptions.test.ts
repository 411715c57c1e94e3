import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { retentionKinds } from '#contract/privacy/retention.ts';
import { openTestApp } from '#test/support/app.ts';
import type { Column } from './describe.ts';
import { describedTables, otherTables } from './tables-of-people.ts';

const app = await openTestApp();

interface StoredColumn {
  table: string;
  column: string;
  type: string;
  /** A constraint lists its values. */
  isListed: boolean;
}

const { rows: stored } = await sql<StoredColumn>`
  SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS type,
    EXISTS (SELECT FROM pg_constraint AS k JOIN pg_attribute AS a
        ON a.attrelid = k.conrelid AND k.conkey = ARRAY[a.attnum]
      WHERE k.conrelid = c.table_name::regclass AND a.attname = c.column_name
        AND pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY') AS "isListed"
  FROM information_schema.columns AS c
  -- Search columns repeat the text of other columns.
  WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER'
  ORDER BY 1, c.ordinal_position`.execute(app.db);

const nameOf = ({ table, column }: StoredColumn) => `${table}.${column}`;
const described = describedTables.flatMap(([table, { columns, isDeleted }]) =>
  Object.entries(columns).map(([name, column]) => ({
    name: `${table}.${name}`,
    column,
    isDeleted,
  })),
);
const isPlain = (column: Column) =>
  typeof column === 'string' || !('erased' in column || 'stays' in column);

test('every table and every column of the database has a description', () => {
  const others = [...Object.keys(otherTables), 'migrations'];
  const names = described.map(({ name }) => name);
  const missing = stored
    .filter((one) => !others.includes(one.table) && !names.includes(nameOf(one)))
    .map(nameOf);
  assert.deepEqual(missing, [], 'describe them in this folder');
});

test('every text about a person is personal, or stays after Erase', () => {
  const unsaid = described
    .filter(({ isDeleted, column }) => isDeleted === undefined && isPlain(column))
    .map(({ name }) => name);
  const texts = stored.filter(
    ({ type, isListed }) => /text|json|bytea|ARRAY/.test(type) && !isListed,
  );
  assert.deepEqual(
    texts.map(nameOf).filter((name) => unsaid.includes(name)),
    [],
  );
});

test('every period of retention is in a description', () => {
  const kinds = describedTables.flatMap(([, { kept = [] }]) =>
    'period' in kept ? [kept.period] : [...kept],
  );
  assert.deepEqual(new Set(kinds), new Set(retentionKinds));
});
