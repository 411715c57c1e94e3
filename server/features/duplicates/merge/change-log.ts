import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { RowChange, Tables } from '#server/platform/db/tables.ts';

type Values = Record<string, unknown>;
type Condition = RawBuilder<unknown>;

/** Changes rows and notes each of them before and after, so that the changes can be taken back. */
export function openChangeLog(db: Db) {
  const changes: RowChange[] = [];

  async function update(table: keyof Tables, where: Condition, values: Values): Promise<void> {
    const columns = Object.keys(values);
    const assignments = columns.map((column) => sql`${sql.ref(column)} = ${values[column]}`);
    const { rows } = await sql<RowChange>`
      WITH old AS (SELECT * FROM ${sql.table(table)} WHERE ${where} ORDER BY id FOR UPDATE)
      UPDATE ${sql.table(table)} AS t SET ${sql.join(assignments)} FROM old WHERE t.id = old.id
      RETURNING ${table} AS "table", t.id,
        ${objectOf('old', columns)} AS before, ${objectOf('t', columns)} AS after`.execute(db);
    changes.push(...rows.map(onlyChanged).filter(({ after }) => Object.keys(after).length > 0));
  }

  /** For tables without an id, too. */
  async function remove(table: keyof Tables, where: Condition): Promise<void> {
    const { rows } = await sql<RowChange>`
      DELETE FROM ${sql.table(table)} AS t WHERE ${where}
      RETURNING ${table} AS "table", NULL AS id, to_jsonb(t) AS before, NULL AS after`.execute(db);
    changes.push(...rows);
  }

  async function insert(table: keyof Tables, rows: RawBuilder<unknown>): Promise<void> {
    const inserted = await sql<RowChange>`
      INSERT INTO ${sql.table(table)} ${rows}
      RETURNING ${table} AS "table", id, NULL AS before, '{}'::jsonb AS after`.execute(db);
    changes.push(...inserted.rows);
  }

  return { changes, update, remove, insert };
}

/** Without the columns that kept their value: a later change of those does not depend on this one. */
function onlyChanged({ before, after, ...row }: RowChange) {
  const changed = (values: Values | null) =>
    Object.fromEntries(
      Object.entries(values ?? {}).filter(
        ([column]) => JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]),
      ),
    );
  return { ...row, before: changed(before), after: changed(after) };
}

export type ChangeLog = ReturnType<typeof openChangeLog>;

function objectOf(row: string, columns: string[]) {
  const parts = columns.map((column) => sql`${sql.lit(column)}, ${sql.ref(`${row}.${column}`)}`);
  return sql`jsonb_build_object(${sql.join(parts)})`;
}

/** Takes the changes back, the last one first. Rows that are no longer there are left out. */
export async function takeBack(db: Db, changes: readonly RowChange[]): Promise<void> {
  for (const { table, id, before, after } of changes.toReversed()) {
    const rows = sql.table(table);
    if (before === null) await sql`DELETE FROM ${rows} WHERE id = ${id}`.execute(db);
    else if (after === null) {
      await sql`
        INSERT INTO ${rows} SELECT * FROM jsonb_populate_record(NULL::${rows}, ${JSON.stringify(before)})`.execute(
        db,
      );
    } else {
      const columns = Object.keys(before).map(
        (column) => sql`${sql.ref(column)} = ${sql.ref(`old.${column}`)}`,
      );
      await sql`
        UPDATE ${rows} AS t SET ${sql.join(columns)}
        FROM jsonb_populate_record(NULL::${rows}, ${JSON.stringify(before)}) AS old
        WHERE t.id = ${id}`.execute(db);
    }
  }
}

/** The tables with rows that have other values now than after the changes, or that are gone. */
export async function changedSince(
  db: Db,
  changes: readonly RowChange[],
): Promise<ReadonlySet<string>> {
  // A row can be in several changes. The last value of each column counts.
  const latest = new Map<string, RowChange>();
  for (const change of changes.filter(({ id, after }) => id !== null && after !== null)) {
    const place = `${change.table} ${change.id}`;
    const after = { ...latest.get(place)?.after, ...change.after };
    latest.set(place, { ...change, after });
  }
  const changed = new Set<string>();
  for (const { table, id, after } of latest.values()) {
    const { rows } = await sql<{ isSame: boolean }>`
      SELECT to_jsonb(t) @> ${JSON.stringify(after)}::jsonb AS "isSame"
      FROM ${sql.table(table)} AS t WHERE id = ${id}`.execute(db);
    if (rows[0]?.isSame !== true) changed.add(table);
  }
  return changed;
}
