import { useState } from 'react';

/** Whether there is room for details that a phone shows on request. The user opens and closes them. */
export function useStartsOpen(): boolean {
  const [startsOpen] = useState(() => matchMedia('(min-width: 720px)').matches);
  return startsOpen;
}
