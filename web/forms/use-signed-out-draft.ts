import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { currentSession, currentToken, lastSessionEnding } from '#web/session/session.ts';

interface Options {
  /** Tells the forms of a page apart. */
  name: string;
  /** What has been typed and not saved. */
  changed: () => Readonly<Record<string, unknown>>;
  restore: (values: Readonly<Record<string, unknown>>) => void;
}

/**
 * Keeps what was typed when the server ends the session, for the same user's return to the page.
 * Never a password. True if it has been restored.
 */
export function useSignedOutDraft({ name, changed, restore }: Options): boolean {
  const { pathname } = useLocation();
  const [key] = useState(() => `draft ${currentSession()?.userId ?? ''} ${pathname} ${name}`);
  const [stored] = useState(() => storedDraft(key));

  const fill = useEffectEvent(() => {
    sessionStorage.removeItem(key);
    if (stored !== null) restore(stored);
  });
  const keep = useEffectEvent(() => {
    if (currentToken() !== null || lastSessionEnding() === 'signedOut') return;
    const typed = Object.entries(changed()).filter(([field]) => !/password/i.test(field));
    if (typed.length > 0) storeDraft(key, Object.fromEntries(typed));
  });
  useEffect(() => {
    fill();
    return () => keep();
  }, []);

  return stored !== null;
}

function storedDraft(key: string): Record<string, unknown> | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' ? (stored as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** If the storage is full, no draft is kept. */
function storeDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    sessionStorage.removeItem(key);
  }
}
