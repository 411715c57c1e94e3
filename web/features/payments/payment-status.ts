import type { PaymentRecord } from './find-record.ts';

/** What the status page shows. product-rules 14.13. */
export type PaymentStatus = 'loading' | 'paid' | 'unpaid' | 'pending';

export interface StatusState {
  status: PaymentStatus;
  record: PaymentRecord | null;
  /** Rand that are held for a record that is not paid. */
  held: number;
  /** How often the page has polled. */
  rounds: number;
}

export interface Answer {
  /** Null if it could not be loaded. */
  record: PaymentRecord | null;
  held: number;
  isManual: boolean;
}

export const initialState: StatusState = { status: 'loading', record: null, held: 0, rounds: 0 };

/** Milliseconds before each poll: at once, and then for a minute. product-rules 7.9. */
const pausesMs = [0, 2000, 4000, 8000, 16_000, 30_000] as const;

/** The pause before the next poll; null if polling has ended. */
export function pauseAfter({ status, rounds }: StatusState): number | null {
  if (status === 'paid' || status === 'unpaid') return null;
  return pausesMs[rounds] ?? null;
}

export function isLastPoll(rounds: number): boolean {
  return rounds + 1 >= pausesMs.length;
}

export function stateAfter(state: StatusState, { record, held, isManual }: Answer): StatusState {
  // Paid is final, whichever of two responses arrives last.
  if (state.status === 'paid') return state;
  const rounds = isManual ? state.rounds : state.rounds + 1;
  return {
    status: held > 0 ? 'pending' : statusOf(record, rounds >= pausesMs.length),
    record: record ?? state.record,
    held,
    rounds,
  };
}

function statusOf(record: PaymentRecord | null, hasWaited: boolean): PaymentStatus {
  if (record?.state == null) return 'pending';
  if (record.state === 'paid') return 'paid';
  if (record.state === 'unpaid' && !hasWaited) return 'pending';
  return 'unpaid';
}
