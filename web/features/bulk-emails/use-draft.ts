import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { currentToken } from '#web/session/session.ts';
import type { TypedBulkEmail } from './bulk-email-values.ts';
import { type Draft, forgetDraft, keepDraft } from './draft.ts';

const everyMs = 2000;

type Name = keyof TypedBulkEmail;

interface Props<Checked> {
  key: string;
  form: UseFormReturn<TypedBulkEmail, unknown, Checked>;
  /** What was kept before, to be filled in again. */
  draft: Draft | null;
  /** Kept beside the values. */
  beside: Omit<Draft, 'values'>;
}

/**
 * Fills in what was typed before, and keeps what is being typed every two seconds; left on purpose,
 * for another address, it is forgotten. Answers whether something is kept, and how to let go of it
 * once it is saved, for the page may be gone before the next one has come. Screens §1.2.
 */
export function useDraft<Checked>({ key, form, draft, beside }: Props<Checked>) {
  const [isKept, setKept] = useState(false);
  const isOver = useRef(false);
  const [address] = useState(() => window.location.pathname);
  const { setValue, getValues } = form;
  // Read in each render: only what is watched is known.
  const { dirtyFields } = form.formState;

  useEffect(() => {
    for (const [name, value] of Object.entries(draft?.values ?? {})) {
      setValue(name as Name, value, { shouldDirty: true });
    }
  }, [draft, setValue]);

  const keep = useEffectEvent(() => {
    if (isOver.current) return;
    const changed = Object.entries(getValues()).filter(([name]) => dirtyFields[name as Name]);
    if (changed.length === 0) forgetDraft(key);
    setKept(
      changed.length > 0 && keepDraft(key, { ...beside, values: Object.fromEntries(changed) }),
    );
  });
  const leave = useEffectEvent(() => {
    // A session that ended or a page that failed was not their wish: it is there when they are back.
    if (currentToken() === null || window.location.pathname === address) keep();
    else forgetDraft(key);
  });

  useEffect(() => {
    const timer = setInterval(keep, everyMs);
    // A reload keeps the last word too.
    addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', keep);
      leave();
    };
  }, []);

  function letGo() {
    isOver.current = true;
    forgetDraft(key);
  }

  return { isKept, letGo };
}
