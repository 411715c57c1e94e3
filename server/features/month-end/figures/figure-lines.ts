import type { MovementFilter } from '#contract/month-end/cash-book.ts';
import type { FigureLine } from '#contract/month-end/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { type AccountKind, accountClasses } from '#server/features/ledger/accounts.ts';
import type { MonthFigures } from './month-figures.ts';
import type { AccountFigures } from './read-accounts.ts';
import type { BookingEvent, Movement } from './read-movements.ts';

export type Sum = (movement: Movement) => number;

export function total(movements: Movement[], of: Sum, events?: BookingEvent[]): number {
  return movements
    .filter(({ event }) => events?.includes(event) ?? true)
    .reduce((sum, movement) => sum + of(movement), 0);
}

export const count = (movements: Movement[], event: BookingEvent) =>
  total(movements, (movement) => movement.count, [event]);

interface LineOptions {
  detail?: string;
  style?: FigureLine['style'];
  /** The movements that the amount is made of. */
  of?: MovementFilter | null;
}

export function line(
  label: string,
  cents: number,
  { detail = '', style = 'plain', of = null }: LineOptions = {},
): FigureLine {
  const movements = of === null ? {} : { movements: of };
  // Not -0.
  return { label, detail, amount: cents / 100 || 0, style, ...movements };
}

/** A line without an amount. */
export const fact = (label: string, detail = ''): FigureLine => ({
  label,
  detail,
  amount: null,
  style: 'plain',
});

/** An amount that nobody has reported. It is not zero. */
export const notKnownYet = (label: string, style: FigureLine['style'] = 'plain'): FigureLine => ({
  label,
  detail: 'not known yet',
  amount: null,
  style,
});

export function unlessZero(...of: Parameters<typeof line>): FigureLine[] {
  return of[1] === 0 ? [] : [line(...of)];
}

export const sum = (label: string, cents: number, of?: MovementFilter) =>
  line(label, cents, { style: 'sum', ...(of && { of }) });

/** Two ways to the same amount. `differs`: what is said without the line, such as "All accounts together differ from zero". */
export function proof(
  label: string,
  cents: number,
  expected: number,
  differs?: string,
): FigureLine {
  if (cents === expected) return line(label, cents, { style: 'proof', detail: 'agrees' });
  const by = `by ${formatRand(Math.abs(cents - expected) / 100)}`;
  const broken = line(label, cents, { style: 'broken', detail: `differs ${by}` });
  return differs === undefined ? broken : { ...broken, sentence: `${differs} ${by}` };
}

/** `of`: the section, or the account. */
export const movementProof = (of: string, cents: number, closing: number): FigureLine =>
  proof(
    'Beginning and movements',
    cents,
    closing,
    `${of}: the balance at the beginning and the movements differ from the balance at the end`,
  );

/** In the order of their first letters, what has none last. */
export function groups(
  movements: Movement[],
  of: (movement: Movement) => string,
): [string, Movement[]][] {
  const byName = Map.groupBy(movements, of);
  return [...byName].toSorted(([one], [other]) => one.localeCompare(other));
}

export const income: Sum = (movement) => movement.income;
export const money: Sum = (movement) => movement.money;
export const credits: Sum = (movement) => movement.credits;
export const owed: Sum = (movement) => movement.owed;

export interface Fact {
  label: string;
  detail: string;
}

/** The movements of an account. */
export const filterOf = ({
  account,
  of,
}: Pick<AccountFigures, 'account' | 'of'>): MovementFilter => ({
  account: of === null ? account : `${account}:${of}`,
});

/** Of income: what came, above zero. Of expenses: what was spent. */
export function resultOf({ accounts = [] }: MonthFigures, kind: AccountKind): number {
  const sign = accountClasses[kind] === 'income' ? -1 : 1;
  return accounts
    .filter(({ account }) => account === kind)
    .reduce((total, { debits, credits }) => total + sign * (debits + credits), 0);
}
