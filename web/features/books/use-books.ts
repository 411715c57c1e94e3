import { useQuery } from '@tanstack/react-query';
import { getBooks } from '#contract/books/endpoints.ts';
import { call } from '#web/api/call.ts';

export const booksKey = ['books'];

/** The latest check of the books. */
export function useBooks() {
  return useQuery({
    queryKey: booksKey,
    queryFn: ({ signal }) => call(getBooks, { signal }),
    refetchOnMount: 'always',
  });
}
