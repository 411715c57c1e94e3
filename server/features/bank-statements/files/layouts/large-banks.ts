import { type CsvLayout, type Fact, pending } from './csv-layout.ts';

const standardBankColumns = { day: 1, amount: 3, kind: 4, text: [4, 5], reference: 5 };
const standardBankFacts: Fact[] = [
  { at: 2, text: /^ACC-NO$/i, is: 'accountNumber', from: 1 },
  { at: 2, text: /^OPEN/i, is: 'openingBalance', from: 3 },
  { at: 2, text: /^CLOSE/i, is: 'closingBalance', from: 3 },
];

/** FNB, Absa, Standard Bank and Nedbank. */
export const largeBanks: readonly CsvLayout[] = [
  {
    key: 'fnb-history',
    bank: 'FNB',
    headings: ['Date', 'Amount', 'Balance', 'Description'],
    columns: { day: 'Date', amount: 'Amount', text: ['Description'], balance: 'Balance' },
    newestFirst: true,
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
    firstDay: /^\d{8}$/,
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
];
