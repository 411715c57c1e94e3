import { useState } from 'react';
import { useSession } from '#web/session/use-session.ts';

/** In this browser, for each person who uses it. */
export function useRememberedOpen(of: string) {
  const { name = '' } = useSession() ?? {};
  const key = `summary of ${of} for ${name}`;
  const [isOpen, setOpen] = useState(() => localStorage.getItem(key) === 'open');

  function remember(open: boolean) {
    setOpen(open);
    if (open) localStorage.setItem(key, 'open');
    else localStorage.removeItem(key);
  }

  return [isOpen, remember] as const;
}
