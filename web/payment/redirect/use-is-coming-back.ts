import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { useHasNavigated } from '#web/layouts/root.tsx';

/** Whether the visitor stepped back or forward to this page, rather than being sent to it. */
export function useIsComingBack(): boolean {
  const hasNavigated = useHasNavigated();
  const navigation = useNavigationType();
  const [isComingBack] = useState(() =>
    hasNavigated ? navigation === NavigationType.Pop : documentCameBack(),
  );
  return isComingBack;
}

function documentCameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry !== undefined && 'type' in entry && entry.type === 'back_forward';
}
