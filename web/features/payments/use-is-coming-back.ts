import { useState } from 'react';
import { useHasNavigated } from '#web/app/router/has-navigated.ts';
import { useRouter } from '#web/app/router/use-router.ts';

/** Whether the visitor stepped back or forward to this page, rather than being sent to it. */
export function useIsComingBack(): boolean {
  const hasNavigated = useHasNavigated();
  const { how } = useRouter().shown;
  const [isComingBack] = useState(() => (hasNavigated ? how === 'step' : documentCameBack()));
  return isComingBack;
}

function documentCameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type === 'back_forward';
}
