import { useCallback, useEffect, useRef } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useConfirm } from '../confirm.tsx';

const question = {
  title: 'Leave without saving?',
  body: 'Your changes have not been saved.',
  confirm: 'Leave without saving',
  cancel: 'Keep editing',
  danger: true,
} as const;

/** Asks before a changed form is left. Call the answer right before going on after a save. */
export function useUnsavedChanges(changed: boolean): () => void {
  const confirm = useConfirm();
  const mayGo = useRef(false);
  const stops = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      changed && !mayGo.current && currentLocation.pathname !== nextLocation.pathname,
    [changed],
  );
  const blocker = useBlocker(stops);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm(question).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);

  useEffect(() => {
    if (!changed) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (!mayGo.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [changed]);

  return () => {
    mayGo.current = true;
  };
}
