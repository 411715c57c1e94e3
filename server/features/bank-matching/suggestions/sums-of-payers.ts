import type { Payable } from '#server/features/payments/payable.ts';
import { sumOf } from './candidates.ts';

/** Several open invoices of one payer. */
export interface SumOfPayer extends Pick<Payable, 'firstName' | 'lastName'> {
  records: Payable[];
}

/** Invoices that one payment pays together. */
const mostTogether = 4;
/** Of one payer. There are 781 ways to choose 2 to 4 of them. */
const mostOfPayer = 12;

/** Two to four open invoices of one payer that add up to the amount. The fewest come first. */
export function sumsOfPayers(records: readonly Payable[], cents: number): SumOfPayer[] {
  const open = records.filter(({ kind, state }) => kind === 'invoice' && state === 'open');
  const byPayer = Map.groupBy(open, ({ memberId, email }) => memberId ?? email);
  byPayer.delete('');
  return [...byPayer.values()].flatMap((ofPayer) =>
    sumsWithin(ofPayer.slice(0, mostOfPayer), cents).map((sum) => {
      const [{ firstName, lastName } = { firstName: '', lastName: '' }] = sum;
      return { firstName, lastName, records: sum };
    }),
  );
}

function sumsWithin(records: readonly Payable[], cents: number): Payable[][] {
  let chosen: { records: Payable[]; next: number }[] = [{ records: [], next: 0 }];
  const sums: Payable[][] = [];
  for (let count = 1; count <= mostTogether; count += 1) {
    chosen = chosen.flatMap((one) =>
      records
        .slice(one.next)
        .map((record, at) => ({ records: [...one.records, record], next: one.next + at + 1 }))
        .filter((longer) => sumOf(longer.records) <= cents),
    );
    if (count > 1) {
      sums.push(...chosen.flatMap((one) => (sumOf(one.records) === cents ? [one.records] : [])));
    }
  }
  return sums;
}
