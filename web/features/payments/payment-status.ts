import type { PaymentRecord } from './find-record.ts';

/** What the status page shows. Specification §4. */
export type Standing = 'loading' | 'paid' | 'unpaid' | 'pending';

export interface Seen {
  standing: Standing;
  record: PaymentRecord | null;
  /** How often the page has asked by itself. */
  rounds: number;
}

export interface Told {
  /** Null when it could not be had. */
  record: PaymentRecord | null;
  byHand: boolean;
}

export const nothingSeen: Seen = { standing: 'loading', record: null, rounds: 0 };

/** Milliseconds before each round: at once, and then for a minute. Rules §7. */
const pausesMs = [0, 2000, 4000, 8000, 16_000, 30_000] as const;

/** How long until the page asks again; null when it has asked enough. */
export function pauseAfter({ standing, rounds }: Seen): number | null {
  if (standing === 'paid' || standing === 'unpaid') return null;
  return pausesMs[rounds] ?? null;
}

export function seenAfter(seen: Seen, { record, byHand }: Told): Seen {
  // What was paid stays so, whichever of two answers comes last.
  if (seen.standing === 'paid') return seen;
  const rounds = byHand ? seen.rounds : seen.rounds + 1;
  return {
    standing: standingOf(record, rounds >= pausesMs.length),
    record: record ?? seen.record,
    rounds,
  };
}

function standingOf(record: PaymentRecord | null, hasWaited: boolean): Standing {
  if (record?.state == null) return 'pending';
  if (record.state === 'paid') return 'paid';
  if (record.state === 'unpaid' && !hasWaited) return 'pending';
  return 'unpaid';
}
