import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { asApiError } from '#web/api/api-error.ts';
import { useAfterPause } from '#web/forms/use-after-pause.ts';

const pauseMs = 200;

interface Suggestions<Row> {
  /** '' if there is nothing to search for. */
  text: string;
  queryKey: readonly string[];
  search: (text: string, signal: AbortSignal) => Promise<readonly Row[]>;
  /** "3 members found". */
  counted: (rows: readonly Row[]) => string;
}

/** Searches while somebody types in a combobox. The earlier rows stay until the next ones are here. */
export function useSuggestions<Row>({ text, queryKey, search, counted }: Suggestions<Row>) {
  const typed = text.trim();
  const searched = useAfterPause(typed, pauseMs);
  const { data, error, isFetching } = useQuery({
    queryKey: [...queryKey, searched],
    queryFn: ({ signal }) => search(searched, signal),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  });
  const isWaiting = isFetching || searched !== typed;
  const rows = typed === '' || error ? [] : (data ?? []);
  const settled = error ? asApiError(error).message : counted(rows);
  return { rows, status: isWaiting ? 'Searching…' : settled };
}
