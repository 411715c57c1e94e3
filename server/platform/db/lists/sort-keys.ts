import { sql, type RawBuilder } from 'kysely';

export type OrderBy = (
  key: RawBuilder<unknown>,
  ties: readonly RawBuilder<unknown>[],
) => RawBuilder<unknown>;

/** A sort key: an indexed column followed by the number, if there is one, and the id. */
export type SortKey = RawBuilder<unknown> | FoundElsewhere;

/** An order without an index on the table itself. */
export interface FoundElsewhere {
  key: RawBuilder<unknown>;
  /** The columns `id`, `key` and `number` of at least the first `count` rows, in any order. */
  first: (orderBy: OrderBy, count: number) => RawBuilder<unknown>;
}

interface Pointing {
  /** A table of a few rows, with a `name`. */
  to: string;
  pointer: string;
  id: string;
  number?: string;
  /** The list's table, and the condition for rows on the list. */
  from: RawBuilder<unknown>;
  where?: RawBuilder<boolean>;
}

/** Sorts by the name of the referenced row. An index on the pointer finds the first rows per name. */
export function byNameOf(pointing: Pointing): FoundElsewhere {
  const { to, pointer, id, number = id, from, where = sql`true` } = pointing;
  const names = sql`SELECT id, row_number() OVER (ORDER BY fold(name)) AS place FROM ${sql.table(to)}`;
  return {
    key: sql`array_position(ARRAY(SELECT id FROM ${sql.table(to)} ORDER BY fold(name)), ${sql.ref(pointer)})`,
    first: (orderBy, count) => sql`
      SELECT rows.id, rows.number, names.place AS key FROM (${names}) AS names
      CROSS JOIN LATERAL (
        SELECT ${sql.ref(id)} AS id, ${sql.ref(number)} AS number
        FROM ${from} WHERE ${sql.ref(pointer)} = names.id AND ${where}
        ORDER BY ${orderBy(sql.ref(pointer), [sql.ref(number), sql.ref(id)])} LIMIT ${sql.lit(count)}) AS rows`,
  };
}
