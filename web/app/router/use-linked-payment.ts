import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { recordingPayment } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';

/** A link can open the dialog. Reloading the page must not ask for a second payment. */
export function useLinkedPayment(ask: () => void): void {
  const isLinked = useSearchParams().has(recordingPayment);
  const navigate = useNavigate();
  const open = useEffectEvent(ask);
  useEffect(() => {
    if (!isLinked) return;
    open();
    void navigate({ search: '' }, { replace: true, preventScrollReset: true });
  }, [isLinked, navigate]);
}
