import { useEffect, useReducer, useState } from 'react';
import { findRecord, type PaymentRecord } from './find-record.ts';
import type { PaymentOfAddress } from './payment-of-address.ts';
import { nothingSeen, pauseAfter, seenAfter, type Standing } from './payment-status.ts';

/** Asks the server with growing pauses, and whenever the reader wants. Marks nothing. Rules §7. */
export function usePaymentStatus({ kind, id }: PaymentOfAddress) {
  const [seen, tell] = useReducer(seenAfter, nothingSeen);
  const [isReloading, setReloading] = useState(false);
  const [unchanged, setUnchanged] = useState<Standing | null>(null);
  const pause = pauseAfter(seen);

  useEffect(() => {
    if (pause === null) return undefined;
    const stop = new AbortController();
    const ask = async () => {
      const record = await recordOf({ kind, id }, stop.signal);
      if (!stop.signal.aborted) tell({ record, byHand: false });
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kind, id, pause, seen.rounds]);

  async function reload() {
    setReloading(true);
    setUnchanged(null);
    const record = await recordOf({ kind, id });
    const told = { record, byHand: true };
    tell(told);
    if (seenAfter(seen, told).standing === seen.standing) setUnchanged(seen.standing);
    setReloading(false);
  }

  return { ...seen, isReloading, isUnchanged: unchanged === seen.standing, reload };
}

/** Null for an unknown kind and for any failure. */
async function recordOf(
  { kind, id }: PaymentOfAddress,
  signal?: AbortSignal,
): Promise<PaymentRecord | null> {
  if (kind === null || id === null) return null;
  return findRecord(kind, id, signal).catch(() => null);
}
