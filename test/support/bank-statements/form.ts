import { type Day, formatDay } from '#contract/days.ts';
import type { LayoutKey } from '#contract/bank-statements/layouts.ts';

/** A movement of an account. Money out is negative. */
export interface Movement {
  day: Day;
  cents: number;
  /** The bank's word for it, such as "MAGTAPE CREDIT". */
  kind: string;
  /** What the payer wrote. */
  text: string;
}

export interface Account {
  number: string;
  openingCents: number;
}

export type Writable = Exclude<LayoutKey, 'columns'>;

/** A movement, as the statement writes it. */
export interface Row extends Movement {
  /** From 1. */
  number: number;
  amount: string;
  moneyIn: string;
  moneyOut: string;
  balance: string;
}

/** How a bank writes a statement. */
export interface Form {
  head?: (account: Account, rows: Row[]) => string[];
  row: (row: Row, account: Account) => string;
  foot?: (rows: Row[]) => string[];
  newestFirst?: true;
  lineEnd?: string;
}

export const rand = (cents: number) => (cents / 100).toFixed(2);
export const slashed = (day: Day) => day.replaceAll('-', '/');
export const compact = (day: Day) => day.replaceAll('-', '');
export const dayFirst = (day: Day) => day.split('-').toReversed().join('/');
export const named = (day: Day) => formatDay(day).padStart(11, '0');
export const cell = (text: string) =>
  /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
export const commas = (amount: string) => cell(amount.replaceAll(/\B(?=(\d{3})+\.)/g, ','));
export const csv = (...cells: string[]) => cells.map(cell).join(',');
export const closing = (rows: Row[]) => rows.at(-1)?.balance ?? '';
export const whole = ({ kind, text }: Movement) => `${kind} ${text}`.trim();
