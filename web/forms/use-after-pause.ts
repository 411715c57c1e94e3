import { useEffect, useState } from 'react';

/** The typed text once nothing was typed for `ms`. At first the typed text itself. */
export function useAfterPause(typed: string, ms: number): string {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), ms);
    return () => clearTimeout(timer);
  }, [typed, ms]);
  return rested;
}
