import { useRef, useState } from 'react';

/** Runs an action and ignores further presses until it has ended. */
export function useOneAtATime() {
  const [busy, setBusy] = useState(false);
  // State changes too late to stop the second of two quick presses.
  const running = useRef(false);

  async function run<T>(act: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      return await act();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { busy, run };
}
