import type { ReactNode } from 'react';
import { communicationTexts } from '#contract/communication.ts';
import { ListFailure } from '#web/ui/load-failure.tsx';
import { textFor } from '#web/api/api-error.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Lists } from './bulk-email-values.ts';
import { useCommunicationLists } from './use-bulk-email.ts';

const texts = { failed: communicationTexts.listsFailed, error: communicationTexts.listsError };

/** The form begins with the first list, so it waits for them. */
export function WithLists({ children }: { children: (lists: Lists) => ReactNode }) {
  const { data, error, isFetching, refetch } = useCommunicationLists();
  if (data) return children(data);
  if (!error) return <Spinner />;
  return (
    <ListFailure text={textFor(error, texts)} busy={isFetching} onRetry={() => void refetch()} />
  );
}
