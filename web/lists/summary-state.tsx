import type { ReactNode } from 'react';
import { ListFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface Props<Data> {
  data: Data | undefined;
  failure: string | undefined;
  waiting: boolean;
  again: () => void;
  children: (data: Data) => ReactNode;
}

/** The figures, or why there are none. */
export function SummaryState<Data>({ data, failure, waiting, again, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  if (failure === undefined) return <Spinner />;
  return <ListFailure text={failure} busy={waiting} onRetry={again} />;
}
