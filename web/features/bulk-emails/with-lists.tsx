import type { ReactNode } from 'react';
import { communicationTexts } from '#contract/communication/endpoints.ts';
import { textFor } from '#web/api/api-error.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type Lists, useCommunicationLists } from './bulk-email-record.ts';

const texts = { failed: communicationTexts.listsFailed, error: communicationTexts.listsError };

interface Props {
  /** If the lists were loaded before this one was saved, they are loaded again first. */
  sendTo?: string | undefined;
  children: (lists: Lists) => ReactNode;
}

/** The form needs the lists for its default values, so it waits for them. */
export function WithLists({ sendTo, children }: Props) {
  const { data, error, isFetching, refetch } = useCommunicationLists();
  const isHere = sendTo === undefined || data?.some(({ id }) => id === sendTo);
  if (data && (isHere || !isFetching)) return children(data);
  if (!error) return <Spinner />;
  return (
    <LoadFailure text={textFor(error, texts)} busy={isFetching} onRetry={() => void refetch()} />
  );
}
