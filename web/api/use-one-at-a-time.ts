import { startTransition, useRef, useState } from 'react';

/**
 * Runs an action and ignores further presses until it has ended. An action that ends with
 * `await navigate(…)` is busy until the page is gone.
 */
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
      // The router shows the next page in a transition: the button must not be active before it.
      startTransition(() => setBusy(false));
    }
  }

  return { busy, run };
}
