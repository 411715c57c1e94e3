import pg from 'pg';
import { nameOf } from './catalogue.ts';

/** Statements that make again what was removed. */
export type Removed = string[];

/**
 * Removes what would stop or slow down loading: foreign keys (there are cycles), indexes, and the effects of
 * triggers, which would count everything twice. The owner of the tables may do this, also on a managed server.
 */
export async function removeForLoading(client: pg.ClientBase, tables: string[]): Promise<Removed> {
  const { rows: constraints } = await client.query<Constraint>(constraintsOf, [tables]);
  const { rows: indexes } = await client.query<Index>(indexesOf, [tables]);
  for (const { table, name } of constraints) {
    await client.query(`ALTER TABLE ${nameOf(table)} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  }
  for (const { name } of indexes) await client.query(`DROP INDEX ${nameOf(name)}`);
  for (const table of tables) {
    await client.query(`ALTER TABLE ${nameOf(table)} DISABLE TRIGGER USER`);
  }
  return [
    ...tables.map((table) => `ALTER TABLE ${nameOf(table)} ENABLE TRIGGER USER`),
    ...indexes.map(({ definition }) => definition),
    ...constraints.map(
      ({ table, name, definition }) =>
        `ALTER TABLE ${nameOf(table)} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`,
    ),
  ];
}

/** Adding an index or a constraint also checks the rows. */
export async function putBack(client: pg.ClientBase, removed: Removed): Promise<void> {
  for (const statement of removed) await client.query(statement);
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

const constraintsOf = `
  SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
  WHERE k.contype IN ('f', 'x') AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1)
  ORDER BY k.contype DESC, c.relname, k.conname`;

interface Index {
  name: string;
  definition: string;
}

// The index of a constraint stays, and the one that a foreign key points to.
const indexesOf = `
  SELECT i.relname AS name, pg_get_indexdef(i.oid) AS definition
  FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS c ON c.oid = x.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1) AND NOT EXISTS (
    SELECT FROM pg_constraint AS k WHERE k.conindid = i.oid)
  ORDER BY i.relname`;
