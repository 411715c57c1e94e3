import type {
  BalanceCheck,
  LayoutKey,
  SkippedCounts,
  SourceKind,
} from '#contract/bank-statements/layouts.ts';
import type { Day } from '#contract/days.ts';
import type { RecognisedFile } from '#server/platform/spreadsheets/recognise-file.ts';

/** One movement of the account. Amounts are cents, money out is negative. */
export interface StatementLine {
  /** Counted from 1 as a text editor or a spreadsheet shows it. */
  row: number;
  day: Day;
  amountCents: number;
  /** A charge that is not part of the amount, from a column of its own. Negative. */
  feeCents: number;
  text: string;
  /** What the payer wrote, where the bank has a column for it. */
  reference: string;
  /** The bank's word for the kind of movement. */
  kind: string;
  /** The balance after it. */
  balanceCents: number | null;
  /** The bank's number of the movement. */
  bankNumber: string | null;
}

/** What a file says. */
export interface ReadStatement {
  source: SourceKind;
  layout: LayoutKey;
  bank: string | null;
  accountNumber: string | null;
  currency: string | null;
  openingCents: number | null;
  closingCents: number | null;
  from: Day;
  to: Day;
  lines: StatementLine[];
  skipped: SkippedCounts;
  balance: BalanceCheck;
  warnings: string[];
}

export type ReadResult =
  | { outcome: 'read'; statement: ReadStatement }
  /** No known layout: an administrator says what its columns are. */
  | { outcome: 'unknown'; file: RecognisedFile }
  | { outcome: 'bad'; sentence: string };
