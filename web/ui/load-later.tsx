import type { ReactNode } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import { type CodeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { LoadFailure } from './load-failure.tsx';

/** The code could not be loaded. */
export interface LoadTrouble {
  message: string;
  isFetching: boolean;
  retry: () => void;
}

interface Props<C> {
  code: CodeLater<C>;
  waiting?: ReactNode;
  /** Instead of the message with Try again, where it does not fit. */
  failure?: (trouble: LoadTrouble) => ReactNode;
  children: (code: NonNullable<C>) => ReactNode;
}

/** A part of a page whose code is loaded when it is shown. */
export function LoadLater<C>({ code: later, waiting, failure, children }: Props<C>) {
  const { code, error, isFetching, refetch } = useCodeLater(later);
  if (code) return children(code);
  if (error === null) return waiting;
  const { message } = asApiError(error);
  const retry = () => void refetch();
  if (failure) return failure({ message, isFetching, retry });
  return <LoadFailure text={message} busy={isFetching} onRetry={retry} />;
}
