import type { ReactNode } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import { type CodeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props<C> {
  /** Of the message if the code cannot be loaded. */
  title: string;
  code: CodeLater<C>;
  isOpen: boolean;
  onClose: () => void;
  children: (code: NonNullable<C>) => ReactNode;
}

/** A dialog whose code is loaded right after the page. */
export function DialogLater<C>({ title, code, isOpen, onClose, children }: Props<C>) {
  const { code: loaded, error, isFetching, refetch } = useCodeLater(code);
  if (!isOpen) return null;
  if (loaded) return children(loaded);
  if (error === null) return null;
  const tryAgain = (
    <Button busy={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={tryAgain}>
      <p>{asApiError(error).message}</p>
    </Dialog>
  );
}
