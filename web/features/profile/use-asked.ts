import { useState } from 'react';
import type { MemberValues } from '#web/features/members/member-values.ts';

interface Asked {
  /** What is saved before the invoice is made. */
  values: MemberValues;
  /** What the dialog says went wrong. */
  problem: string | null;
}

interface Below {
  sentence: string;
  /** Whether loading the page anew is the way on. */
  needsReload: boolean;
}

/** Whether the dialog is open, and where a failure is told: in it, or at the form below. */
export function useAsked() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [below, setBelow] = useState<Below | null>(null);
  return {
    asked,
    ask: (values: MemberValues) => setAsked({ values, problem: null }),
    close: () => setAsked(null),
    /** Pressing Proceed again is the way on. */
    failHere: (...sentences: string[]) =>
      setAsked((before) => before && { ...before, problem: sentences.join(' ') }),
    problem: below?.sentence ?? null,
    needsReload: below?.needsReload ?? false,
    clear: () => setBelow(null),
    /** The form is where it can be mended. */
    failBelow: (sentence: string, needsReload = false) => {
      setAsked(null);
      setBelow({ sentence, needsReload });
    },
  };
}
