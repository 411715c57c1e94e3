import type { QueryClient } from '@tanstack/react-query';
import { onChange } from '#web/api/changes.ts';

/**
 * Loads the queries marked `followsChanges` again after each change by this user, such as the sentences
 * and side lists of a record: the key of such a query may be the same as before an earlier change.
 * Returns how to stop.
 */
export function followChanges(client: QueryClient): () => void {
  return onChange(({ method }) => {
    void client.invalidateQueries({
      predicate: ({ meta }) => meta?.['followsChanges'] === true,
      // The page of a deleted record is left, and its story no longer exists.
      refetchType: method === 'DELETE' ? 'none' : 'active',
    });
  });
}
