import { useEffect, useEffectEvent } from 'react';
import type { FieldError } from '#contract/envelope.ts';

/** What the server said of the fields of this step, shown as soon as there is something. */
export function useRefusals(
  refusals: readonly FieldError[],
  errors: { showServerErrors: (errors: readonly FieldError[]) => unknown },
): void {
  const show = useEffectEvent(() => {
    if (refusals.length > 0) errors.showServerErrors(refusals);
  });
  useEffect(() => show(), [refusals]);
}
