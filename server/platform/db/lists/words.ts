import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../pool.ts';
import type { Search } from './search-rows.ts';

/** What each page of a list asks for itself; the rest of its words never change. */
export interface PageParts {
  total: RawBuilder<unknown>;
  ids: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

interface Words {
  pieces: readonly string[];
  values: readonly unknown[];
}

/** Stands among the values where a part of the page's own goes: no other of them is a symbol. */
const gap = (part: keyof PageParts) => Symbol(part);

const known = new WeakMap<object, Words>();

/**
 * The rows of a page with all that is shown of them. Putting twenty columns and their joins into
 * words takes longer than all the rest of a query, so each list's are found once. Decision 30.
 */
export function rowsOfPage<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  search: Search<DB, TB, Row, Wire>,
  parts: PageParts,
): RawBuilder<Row> {
  const { pieces, values } = wordsOf(db, search);
  const filled = values.map((value) =>
    typeof value === 'symbol' ? parts[value.description as keyof PageParts] : value,
  );
  return sql<Row>(pieces as unknown as TemplateStringsArray, ...filled);
}

function wordsOf<DB, TB extends keyof DB, Row, Wire>(
  db: Db,
  { rows, sorting }: Search<DB, TB, Row, Wire>,
): Words {
  const found = known.get(rows);
  if (found !== undefined) return found;
  const { sql: text, parameters } = rows(db)
    .where(sql<boolean>`${sorting.tie} = ANY(ARRAY(${gap('ids')}))`)
    .orderBy(sql`${gap('order')}`)
    .select(sql<number>`${gap('total')}`.as('total'))
    .compile();
  const words = { pieces: text.split(/\$\d+/), values: parameters };
  known.set(rows, words);
  return words;
}
