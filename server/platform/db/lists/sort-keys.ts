import { sql, type RawBuilder } from 'kysely';

export type OrderBy = (key: RawBuilder<unknown>, tie: RawBuilder<unknown>) => RawBuilder<unknown>;

/** What rows are sorted by: a column that an index has, with the id behind it. */
export type SortKey = RawBuilder<unknown> | FoundElsewhere;

/** An order that no index of the table itself has. */
export interface FoundElsewhere {
  key: RawBuilder<unknown>;
  /** The ids and keys of at least the first so many of the whole list, in any order. */
  first: (orderBy: OrderBy, count: number) => RawBuilder<unknown>;
}

interface Pointing {
  /** A table of a few rows, with a `name`. */
  to: string;
  pointer: string;
  id: string;
  /** The list's table, and which of its rows are on the list. */
  from: RawBuilder<unknown>;
  where?: RawBuilder<boolean>;
}

/** By the name of what a column points to: an index on both finds the first rows of each name. */
export function byNameOf({ to, pointer, id, from, where = sql`true` }: Pointing): FoundElsewhere {
  const names = sql`SELECT id, row_number() OVER (ORDER BY fold(name)) AS place FROM ${sql.table(to)}`;
  return {
    key: sql`array_position(ARRAY(SELECT id FROM ${sql.table(to)} ORDER BY fold(name)), ${sql.ref(pointer)})`,
    first: (orderBy, count) => sql`
      SELECT rows.id, names.place AS key FROM (${names}) AS names
      CROSS JOIN LATERAL (
        SELECT ${sql.ref(id)} AS id FROM ${from} WHERE ${sql.ref(pointer)} = names.id AND ${where}
        ORDER BY ${orderBy(sql.ref(pointer), sql.ref(id))} LIMIT ${sql.lit(count)}) AS rows`,
  };
}
