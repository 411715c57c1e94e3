import type { ComponentType, ReactNode } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import { type CodeLater, useCodeLater } from '#web/app/router/code-later.ts';

/** The code could not be loaded. */
export interface LoadTrouble {
  text: string;
  busy: boolean;
  onRetry: () => void;
}

interface Props<C> {
  code: CodeLater<C>;
  waiting?: ReactNode;
  /** The message with Try again. */
  failure: ComponentType<LoadTrouble>;
  children: (code: NonNullable<C>) => ReactNode;
}

/** A part of a page whose code is loaded when it is shown. */
export function LoadLater<C>({ code: later, waiting, failure: Failure, children }: Props<C>) {
  const { code, error, isFetching, refetch } = useCodeLater(later);
  if (code) return children(code);
  if (error === null) return waiting;
  const text = asApiError(error).message;
  return <Failure text={text} busy={isFetching} onRetry={() => void refetch()} />;
}
