import { useEffect, useState } from 'react';

/** Whether a rest that was begun is still going on. */
export function useRest(ms: number): [resting: boolean, rest: () => void] {
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!resting) return undefined;
    const timer = setTimeout(() => setResting(false), ms);
    return () => clearTimeout(timer);
  }, [resting, ms]);
  return [resting, () => setResting(true)];
}
