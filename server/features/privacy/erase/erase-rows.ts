import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Description, Whose } from '../tables/describe.ts';
import { describedTables, type TableOfPeople, tablesOfPeople } from '../tables/tables-of-people.ts';

/** Replaces the personal values of rows that have any, and answers how many there are. `also` is set in all rows. */
export async function eraseRows(
  db: Db,
  table: TableOfPeople,
  where: RawBuilder<unknown>,
  { keepNames, also }: { keepNames?: RawBuilder<unknown>; also?: Record<string, unknown> } = {},
): Promise<number> {
  const personal = personalOf(tablesOfPeople[table], keepNames);
  const values = [...personal, ...Object.entries(also ?? {})];
  const hasAny = personal.map(([name, value]) => sql`${sql.ref(name)} IS DISTINCT FROM ${value}`);
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)}
    SET ${sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    WHERE (${where}) AND (${also === undefined ? sql.join(hasAny, sql` OR `) : sql`true`})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** What Erase does not look through again: payments keep their texts, and an address is not known any more. */
const lookedThroughOnce: TableOfPeople[] = ['payments', 'consents', 'files'];

/** Whether the records of somebody who was erased have personal values again. Names may stay with a payment. */
export async function hasNewerValues(db: Db, whose: Whose): Promise<boolean> {
  const found = describedTables.flatMap(([table, { columns, isDeleted, rows }]) => {
    if (lookedThroughOnce.includes(table)) return [];
    const values = personalOf({ columns }, sql`true`)
      // The entry of an erasure has the number of the record.
      .filter(([name]) => name !== 'subject_name')
      .map(([name, value]) => sql`${sql.ref(name)} IS DISTINCT FROM ${value}`);
    const isNewer = isDeleted ? sql`true` : sql.join([sql`false`, ...values], sql` OR `);
    return [sql`EXISTS (SELECT FROM ${sql.table(table)} WHERE (${rows(whose)}) AND (${isNewer}))`];
  });
  const { rows } = await sql<{ has: boolean }>`SELECT ${sql.join(found, sql` OR `)} AS has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

/** The columns, each with what replaces its value. */
function personalOf(
  { columns }: Pick<Description, 'columns'>,
  keepNames: RawBuilder<unknown> = sql`false`,
): [string, unknown][] {
  return Object.entries(columns).flatMap(([name, column]) => {
    if (typeof column === 'string' || column.erased === undefined) return [];
    const stored = sql.ref(name);
    const { erased: replacement, isName } = column;
    const value = typeof replacement === 'function' ? replacement(stored) : replacement;
    const kept = sql`CASE WHEN ${keepNames} THEN ${stored} ELSE ${value} END`;
    return [[name, isName === true ? kept : value]];
  });
}

/** With the setting that the triggers of invoices and the audit log let through. Decision 57. */
export async function erasing<T>(db: Db, erase: () => Promise<T>): Promise<T> {
  await sql`SELECT set_config('privacy.erasing', 'on', true)`.execute(db);
  const result = await erase();
  await sql`SELECT set_config('privacy.erasing', 'off', true)`.execute(db);
  return result;
}

/** What administrators typed beside the payments, and the words of the payer at the bank. `ids` is an array in SQL. */
export async function eraseUses(db: Db, ids: RawBuilder<unknown>): Promise<void> {
  await eraseRows(db, 'credit_uses', sql`payment_id = ANY (${ids})`);
  // The lines of the bank stay as they are. product-rules 22.7.
  await eraseRows(
    db,
    'bank_matches',
    sql`payment_id = ANY (${ids})
      OR credit_use_id = ANY (ARRAY(SELECT id FROM credit_uses WHERE payment_id = ANY (${ids})))`,
  );
}

/** The same of the payments `where`, and the payer. */
export async function erasePayments(db: Db, where: RawBuilder<unknown>): Promise<void> {
  await eraseRows(db, 'payments', where);
  await eraseUses(db, sql`ARRAY(SELECT id FROM payments WHERE ${where})`);
}
