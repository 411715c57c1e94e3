import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import {
  getMoneyLine,
  searchMoneyLines,
  type MoneyLine,
} from '#contract/bank-matching/endpoints.ts';
import { largestPageSize } from '#contract/limits.ts';
import { call } from '#web/api/call.ts';

/** The account and the statement that the list is filtered to, which its figures are of, too. */
export function useShownOf() {
  const params = new URLSearchParams(useLocation().search);
  const of = (name: string) => params.get(name) || undefined;
  return { accountId: of('accountId'), statementId: of('statementId') };
}

type ShownOf = ReturnType<typeof useShownOf>;

/** The first part of the query keys of the list and of its summary. */
export const moneyLinesKey = 'moneyLines';

/** One line with all that it may be, judged when it is read. */
export function useMoneyLine(id: string) {
  return useQuery({
    queryKey: ['moneyLine', id],
    queryFn: ({ signal }) => call(getMoneyLine, { params: { id }, signal }),
    refetchOnMount: 'always',
    // A part that is edited must not change below the hands.
    refetchOnWindowFocus: false,
    // The parts are filled in once, so an earlier reading must not be shown first.
    gcTime: 0,
  });
}

/** Lines that one dialog shows and books. */
const mostCertain = 1000;

interface CertainLines {
  lines: readonly MoneyLine[];
  total: number;
}

/** The certain lines, the oldest first. */
export function useCertainLines() {
  const of = useShownOf();
  return useQuery({
    queryKey: ['certainLines', of],
    queryFn: ({ signal }) => loadCertain(of, signal),
    refetchOnMount: 'always',
    // The lines that are shown are booked.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

async function loadCertain(of: ShownOf, signal: AbortSignal): Promise<CertainLines> {
  const lines: MoneyLine[] = [];
  let total = 0;
  for (let page = 1; page <= mostCertain / largestPageSize; page += 1) {
    const body = {
      ...of,
      certainty: 'certain',
      direction: 'in',
      page,
      pageSize: largestPageSize,
    } as const;
    const found = await call(searchMoneyLines, { body, signal });
    lines.push(...found.results);
    total = found.totalCount;
    if (lines.length >= total || found.results.length === 0) break;
  }
  // Counted as certain until it is judged again.
  const isCertain = ({ certainty }: MoneyLine) => certainty === 'certain';
  const certain = lines.filter(isCertain);
  return { lines: certain, total: total - lines.length + certain.length };
}
