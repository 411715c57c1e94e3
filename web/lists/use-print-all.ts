import { useEffect, useState } from 'react';
import { largestPageSize } from '#contract/limits.ts';
import type { ListBody, Load } from './list-shape.ts';

/** About 20 sheets. */
const mostPrinted = 1000;
const tooMany = `Only lists of up to ${mostPrinted} rows are printed. Search for fewer, or download the rows.`;

/** Loads the rows of all pages, shows them while they are printed, and then the page again. */
export function usePrintAll<Row, Name extends string>(
  load: Load<Row, Name>,
  body: ListBody<Name>,
  totalCount = 0,
) {
  const [rows, setRows] = useState<readonly Row[] | null>(null);

  useEffect(() => {
    if (rows === null) return undefined;
    const show = () => setRows(null);
    addEventListener('afterprint', show);
    print();
    return () => removeEventListener('afterprint', show);
  }, [rows]);

  /** Answers why it prints nothing. */
  async function printAll(): Promise<string | null> {
    if (totalCount > mostPrinted) return tooMany;
    const { signal } = new AbortController();
    const all: Row[] = [];
    for (let page = 1; (page - 1) * largestPageSize < totalCount; page += 1) {
      const { results } = await load({ ...body, page, pageSize: largestPageSize }, signal);
      all.push(...results);
    }
    setRows(all);
    return null;
  }

  return { rows, printAll };
}
