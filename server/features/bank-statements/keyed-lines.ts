import type { BalancedLine } from './balance-chain.ts';
import type { Day } from '#contract/days.ts';
import type { StatementLine } from '#server/features/bank-statements/files/statement.ts';

/** A line with what makes it the same line in another file. */
export interface KeyedLine extends StatementLine {
  normalText: string;
  /** The same for equal lines of a day. */
  key: string;
}

/** A line of the account, of a day of the file or beside one. */
export interface StoredLine extends BalancedLine {
  day: Day;
  normalText: string;
  occurrence: number;
  bankNumber: string | null;
}

export interface NewLine extends KeyedLine {
  /** The second of two equal lines of a day is 2. */
  occurrence: number;
}

export interface KeyedFile {
  lines: KeyedLine[];
  /** The lines of each key, in the order of the file. */
  equal: ReadonlyMap<string, KeyedLine[]>;
  days: ReadonlyMap<Day, KeyedLine[]>;
  /** The day, amount and number of its lines. */
  numbers: ReadonlySet<string>;
  repeatsNumbers: boolean;
}
