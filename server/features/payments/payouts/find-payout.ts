import { addDays } from '#contract/calendar.ts';
import { dayOf, type Day } from '#contract/days.ts';

/** A payment by card with its fee, or money that went back, as the provider holds it for the organisation. */
export interface CardEntry {
  /** The provider's number of the payment. */
  providerId: string;
  type: string;
  happenedAt: Date;
  grossCents: number;
  /** Zero or below. */
  feeCents: number;
  netCents: number;
  /** The invoice or donation, if it is known here. */
  recordId: string | null;
}

export interface PayoutLine {
  day: Day;
  amountCents: number;
}

export interface Payout {
  /** `exact`: the payments make up the line. `fee`: with a fee that the provider kept of the payout itself. */
  certainty: 'exact' | 'fee';
  entries: CardEntry[];
  grossCents: number;
  /** Zero or below. */
  feeCents: number;
  netCents: number;
  /** Of the payout: what the payments make up beyond the line. */
  payoutFeeCents: number;
  /** Earlier card payments that are in no payout, such as those from before the first bank statement. */
  earlier: number;
}

/** The provider pays out its whole balance, two working days or more after the last payment in it. */
const latestDays = 10;
/** Above any fee for a payout that the provider publishes. */
const largestPayoutFeeCents = 2500;

/**
 * The card payments that a line of the bank pays out: everything since the last payout, up to some days
 * before the line. `entries` are those that are in no payout, in the order of time. product-rules 27.
 */
export function findPayout(line: PayoutLine, entries: readonly CardEntry[]): Payout | null {
  const before = entries.filter(({ happenedAt }) => dayOf(happenedAt) <= line.day);
  const sums = sumsOf(before);
  const ends = before.flatMap((entry, n) => {
    const next = before[n + 1];
    const isRecent = next === undefined || dayOf(next.happenedAt) >= addDays(line.day, -latestDays);
    return isRecent ? [n + 1] : [];
  });
  const exact = ends.find((end) => sums[end] === line.amountCents);
  if (exact !== undefined) return payoutOf(line, before.slice(0, exact));
  const withFee = ends
    .map((end) => ({ end, fee: (sums[end] ?? 0) - line.amountCents }))
    .filter(({ fee }) => fee > 0 && fee <= largestPayoutFeeCents)
    .toSorted((one, other) => one.fee - other.fee)[0];
  if (withFee !== undefined) return payoutOf(line, before.slice(0, withFee.end));
  return findLater(line, before, { sums, ends });
}

/** The first payout on a bank statement follows earlier ones that nobody matched. Only exactly. */
function findLater(
  line: PayoutLine,
  entries: readonly CardEntry[],
  { sums, ends }: { sums: readonly number[]; ends: readonly number[] },
): Payout | null {
  const starts = new Map(sums.map((sum, start) => [sum, start]));
  for (const end of ends.toReversed()) {
    const start = starts.get((sums[end] ?? 0) - line.amountCents);
    if (start !== undefined && start > 0 && start < end)
      return payoutOf(line, entries.slice(start, end), start);
  }
  return null;
}

/** What the first `n` entries make up, for each `n` from none to all. */
function sumsOf(entries: readonly CardEntry[]): number[] {
  const sums = [0];
  for (const { netCents } of entries) sums.push((sums.at(-1) ?? 0) + netCents);
  return sums;
}

/** These payments, as the contents of the line. `earlier` are in no payout. */
export function payoutOf(
  { amountCents }: Pick<PayoutLine, 'amountCents'>,
  entries: CardEntry[],
  earlier = 0,
): Payout {
  const total = (key: 'grossCents' | 'feeCents' | 'netCents') =>
    entries.reduce((sum, entry) => sum + entry[key], 0);
  const netCents = total('netCents');
  const payoutFeeCents = netCents - amountCents;
  return {
    certainty: payoutFeeCents === 0 ? 'exact' : 'fee',
    entries,
    grossCents: total('grossCents'),
    feeCents: total('feeCents'),
    netCents,
    payoutFeeCents,
    earlier,
  };
}
