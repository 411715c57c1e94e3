import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();

test('every foreign key has an index, so that deleting a record does not read whole tables', async () => {
  const { rows } = await sql<{ column: string }>`
    SELECT c.conrelid::regclass || '.' || a.attname AS column
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT FROM pg_index i
        WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]
          -- Of those who refer to somebody, all are in it.
          AND coalesce(pg_get_expr(i.indpred, i.indrelid), '') IN
            ('', '(' || a.attname || ' IS NOT NULL)')
      )`.execute(app.db);
  assert.deepEqual(rows, []);
});
