import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useGuard } from '#web/app/router/leave-guard.ts';
import { useConfirm } from '#web/ui/confirm.tsx';

const unsaved = {
  title: 'Leave without saving?',
  body: 'Your changes have not been saved.',
  confirm: 'Leave without saving',
  cancel: 'Keep editing',
} as const;

type Question = Record<'title' | 'body' | 'confirm' | 'cancel', string>;

/**
 * Confirms before a changed form is left. Call the returned function before navigating after a
 * save.
 */
export function useUnsavedChanges(changed: boolean, question: Question = unsaved): () => void {
  const confirm = useConfirm();
  const mayGo = useRef(false);
  const asking = useRef<AbortController>(null);
  const { pathname } = useLocation();
  useGuard({
    stops: (to) => changed && !mayGo.current && to.pathname !== pathname,
    ask: () => {
      asking.current = new AbortController();
      return confirm({ ...question, danger: true }, asking.current.signal);
    },
  });

  useEffect(() => {
    if (!changed) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      if (!mayGo.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      // Saved or left while the dialog was open: close it.
      asking.current?.abort();
    };
  }, [changed]);

  return () => {
    mayGo.current = true;
  };
}
