import type { CsvLayoutKey } from '#contract/bank-statements/layouts.ts';
import type { DayFormat } from '../bank-values.ts';

/** A column by its heading, or by its place from 0 where a file has no headings. */
type Column = string | number;

/** A row that says something about the statement: `is` stands in column `from` of a row with `text` in column `at`. */
export interface Fact {
  at: number;
  text: RegExp;
  is: 'accountNumber' | 'openingBalance' | 'closingBalance' | 'from' | 'to';
  from: number;
}

export interface CsvLayout {
  key: CsvLayoutKey;
  /** Null: several banks have such files. */
  bank: string | null;
  /** All headings of the file in their order. Without: the file has none, and `signature` tells. */
  headings?: string[];
  /** One of the first rows has these texts in these columns. */
  signature?: { at: number; text: RegExp }[];
  /** Only rows with this are movements. */
  tag?: { at: number; text: RegExp };
  columns: {
    day: Column;
    /** Signed. Otherwise `moneyIn` and `moneyOut`, with any sign. */
    amount?: Column;
    moneyIn?: Column;
    moneyOut?: Column;
    fee?: Column;
    /** All of them, or the first that is filled. */
    text: Column[];
    reference?: Column;
    kind?: Column;
    balance?: Column;
    account?: Column;
    /** The bank's number of the movement. */
    number?: Column;
  };
  takesFirstText?: true;
  /** The order of the lines of one day. */
  newestFirst?: true;
  day: DayFormat;
  /** The first day is written so. Otherwise it is the file of another bank. */
  firstDay?: RegExp;
  /** A positive fee is money out. Elsewhere its sign is as for amounts. */
  feeIsPositive?: true;
  /** In any cell: a movement that can still change. */
  pending?: RegExp;
  facts?: Fact[];
}

/** In a movement that can still change. A payer may begin a reference with the word. */
export const pending = /^pending( transaction)?$|OUTSTANDING CARD AUTHORI[SZ]ATION/i;
