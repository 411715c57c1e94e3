import type { CsvLayoutKey } from '#contract/bank-statements/endpoints.ts';
import type { DayFormat } from './bank-values.ts';

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
  bank: string;
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
  day: DayFormat;
  /** A positive fee is money out. Elsewhere its sign is as for amounts. */
  feeIsPositive?: true;
  /** In any cell: a movement that can still change. */
  pending?: RegExp;
  facts?: Fact[];
}

const pending = /^pending\b|OUTSTANDING CARD AUTHORI[SZ]ATION/i;
const capitecFirst = ['Account', 'Posting Date', 'Transaction Date'];
const bankZero = 'Date,Day,Time,Type,Description 1,Description 2,Fee,Amount,Balance'.split(',');
const standardBankColumns = { day: 1, amount: 3, kind: 4, text: [4, 5], reference: 5 };
const standardBankFacts: Fact[] = [
  { at: 2, text: /^ACC-NO$/i, is: 'accountNumber', from: 1 },
  { at: 2, text: /^OPEN/i, is: 'openingBalance', from: 3 },
  { at: 2, text: /^CLOSE/i, is: 'closingBalance', from: 3 },
];

/** How South African banks write their CSV files. Decision 67 says how certain each layout is. */
export const csvLayouts: readonly CsvLayout[] = [
  {
    key: 'fnb-history',
    bank: 'FNB',
    headings: ['Date', 'Amount', 'Balance', 'Description'],
    columns: { day: 'Date', amount: 'Amount', text: ['Description'], balance: 'Balance' },
    day: 'ymd',
    facts: [{ at: 0, text: /^Account:/i, is: 'accountNumber', from: 1 }],
  },
  {
    key: 'fnb-business',
    bank: 'FNB',
    headings: 'Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER'.split(','),
    columns: {
      day: 'Date',
      fee: 'SERVICE FEE',
      amount: 'Amount',
      text: ['DESCRIPTION', 'REFERENCE'],
      reference: 'REFERENCE',
      kind: 'DESCRIPTION',
      balance: 'Balance',
    },
    day: 'ymd',
    facts: [{ at: 0, text: /^FOR ACCOUNT NUMBER/i, is: 'accountNumber', from: 0 }],
  },
  {
    key: 'fnb-emailed',
    bank: 'FNB',
    headings: '5,Number,Date,Description1,Description2,Description3,Amount,Balance'.split(','),
    tag: { at: 0, text: /^5$/ },
    columns: {
      day: 'Date',
      amount: 'Amount',
      text: ['Description1', 'Description2', 'Description3'],
      reference: 'Description2',
      kind: 'Description1',
      balance: 'Balance',
    },
    day: 'dM',
    facts: [
      { at: 0, text: /^2$/, is: 'accountNumber', from: 1 },
      { at: 0, text: /^3$/, is: 'from', from: 2 },
      { at: 0, text: /^3$/, is: 'to', from: 3 },
      { at: 0, text: /^3$/, is: 'openingBalance', from: 4 },
      { at: 0, text: /^3$/, is: 'closingBalance', from: 5 },
    ],
  },
  {
    key: 'absa',
    bank: 'Absa',
    headings: ['Date', 'Description', 'Amount', 'Balance'],
    columns: { day: 'Date', amount: 'Amount', text: ['Description'], balance: 'Balance' },
    day: 'ymd',
  },
  {
    key: 'standard-bank',
    bank: 'Standard Bank',
    signature: [
      { at: 0, text: /^HIST$/i },
      { at: 1, text: /^\d{8}$/ },
    ],
    tag: { at: 0, text: /^HIST$/i },
    columns: standardBankColumns,
    day: 'ymd',
    pending,
    facts: standardBankFacts,
  },
  {
    key: 'standard-bank-business',
    bank: 'Standard Bank',
    headings:
      'Date,Value Date,Statement Number,Description,Amount,Balance,Type,Originator Reference,Customer Reference'.split(
        ',',
      ),
    columns: {
      day: 'Date',
      amount: 'Amount',
      text: ['Description'],
      reference: 'Originator Reference',
      kind: 'Type',
      balance: 'Balance',
    },
    day: 'ymd',
    pending,
    facts: [{ at: 0, text: /^Account (number|no)\b/i, is: 'accountNumber', from: 1 }],
  },
  {
    key: 'standard-bank-older',
    bank: 'Standard Bank',
    signature: [
      { at: 0, text: /^(HIST|ALL)$/i },
      { at: 1, text: /^0\d{8}$/ },
    ],
    tag: { at: 0, text: /^(HIST|ALL)$/i },
    columns: standardBankColumns,
    day: 'ymd',
    pending,
    facts: standardBankFacts,
  },
  {
    key: 'nedbank',
    bank: 'Nedbank',
    signature: [{ at: 0, text: /^Statement Enquiry/i }],
    // Also a date that was cut off.
    tag: { at: 0, text: /^\d{1,2}([a-z]{1,3}\d{0,4})?$/i },
    columns: { day: 0, text: [1], reference: 1, amount: 2, balance: 3 },
    day: 'dMy',
    facts: [{ at: 0, text: /^Account Number/i, is: 'accountNumber', from: 1 }],
  },
  {
    key: 'capitec',
    bank: 'Capitec',
    headings: [
      'Nr',
      ...capitecFirst,
      ...'Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance'.split(
        ',',
      ),
    ],
    columns: {
      account: 'Account',
      day: 'Posting Date',
      text: ['Original Description', 'Description'],
      kind: 'Category',
      moneyIn: 'Money In',
      moneyOut: 'Money Out',
      fee: 'Fee',
      balance: 'Balance',
    },
    takesFirstText: true,
    day: 'ymd',
    pending,
  },
  {
    key: 'capitec-older',
    bank: 'Capitec',
    headings: [
      'Sequence Number',
      ...capitecFirst,
      ...'Statement Description,Long Description,Parent Category,Sub-category,Debit Amount,Credit Amount,Balance'.split(
        ',',
      ),
    ],
    columns: {
      account: 'Account',
      day: 'Posting Date',
      text: ['Long Description', 'Statement Description'],
      kind: 'Sub-category',
      moneyIn: 'Credit Amount',
      moneyOut: 'Debit Amount',
      balance: 'Balance',
    },
    takesFirstText: true,
    day: 'dmy',
    pending,
  },
  {
    key: 'capitec-business',
    bank: 'Capitec Business',
    headings: 'Account,Date,Description,Reference,Amount,Fees,Balance'.split(','),
    columns: {
      account: 'Account',
      day: 'Date',
      text: ['Description', 'Reference'],
      reference: 'Reference',
      kind: 'Description',
      amount: 'Amount',
      fee: 'Fees',
      balance: 'Balance',
    },
    day: 'dmy',
    pending,
    facts: [{ at: 0, text: /^Balance brought forward/i, is: 'openingBalance', from: 1 }],
  },
  {
    key: 'investec',
    bank: 'Investec',
    headings: ['Date', 'Description', 'Debit', 'Credit', 'Balance'],
    columns: {
      day: 'Date',
      text: ['Description'],
      moneyIn: 'Credit',
      moneyOut: 'Debit',
      balance: 'Balance',
    },
    day: 'dmy',
    facts: [{ at: 0, text: /^Account\b/i, is: 'accountNumber', from: 1 }],
  },
  {
    key: 'investec-sheet',
    bank: 'Investec',
    headings: ['Transaction Date', 'Value Date', 'Description', 'Debit', 'Credit'],
    columns: {
      day: 'Transaction Date',
      text: ['Description'],
      moneyIn: 'Credit',
      moneyOut: 'Debit',
    },
    day: 'dmy',
    facts: [{ at: 0, text: /^Account\b/i, is: 'accountNumber', from: 1 }],
  },
  {
    key: 'discovery',
    bank: 'Discovery Bank',
    headings: 'Value Date,Value Time,Type,Description,Beneficiary or CardHolder,Amount'.split(','),
    columns: {
      day: 'Value Date',
      text: ['Description', 'Beneficiary or CardHolder'],
      reference: 'Description',
      kind: 'Type',
      amount: 'Amount',
    },
    day: 'ymd',
    pending,
  },
  {
    key: 'discovery-newer',
    bank: 'Discovery Bank',
    headings: ['Value Date', 'Value Time'],
    columns: {
      day: 'Value Date',
      text: ['Description', 'Transaction Description', 'Beneficiary or CardHolder'],
      reference: 'Transaction Description',
      kind: 'Type',
      amount: 'Amount',
    },
    day: 'ymd',
    pending,
  },
  {
    key: 'tymebank',
    bank: 'TymeBank',
    headings: ['Date', 'Description', 'Fees', 'Money Out', 'Money In', 'Balance'],
    columns: {
      day: 'Date',
      text: ['Description'],
      fee: 'Fees',
      moneyIn: 'Money In',
      moneyOut: 'Money Out',
      balance: 'Balance',
    },
    day: 'dMy',
    feeIsPositive: true,
  },
  ...(['bank-zero', 'bank-zero-history'] as const).map((key): CsvLayout => ({
    key,
    bank: 'Bank Zero',
    headings: key === 'bank-zero' ? bankZero : ['Transaction Id', ...bankZero],
    columns: {
      day: 'Date',
      text: ['Description 1', 'Description 2'],
      reference: 'Description 2',
      kind: 'Type',
      fee: 'Fee',
      amount: 'Amount',
      balance: 'Balance',
      ...(key === 'bank-zero-history' && { number: 'Transaction Id' }),
    },
    day: 'ymd',
  })),
];
