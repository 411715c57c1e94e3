import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { day, id, idParams, optionalText } from '#contract/fields.ts';
import { fileSettings } from '#contract/imports/mapping.ts';
import { dayFilter, found, searchBody } from '#contract/search.ts';
import {
  sourceKinds,
  layoutNames,
  type LayoutKey,
  skipReasons,
  balanceChecks,
  statementStates,
  lineStates,
  meanings,
  dayOrders,
} from './layouts.ts';
import { sameLineFields, sameRowsAnswer } from './same-lines.ts';
import { bankNames, bankTexts } from './texts.ts';

/** Bytes. */
export const largestStatement = 10 * 1024 * 1024;
export const mostBankLines = 100_000;
export const statementEndings = '.csv,.txt,.tsv,.ofx,.qfx,.sta,.mt940,.940,.xlsx';
/** Days until the file of a statement that was not imported is deleted. */
export const waitingDays = 30;

/** Years for which the file of an imported statement is kept, as evidence. */
export const keptYears = 5;

/** What an administrator said about a file of an unknown layout. */
export const bankMapping = z.object({
  settings: fileSettings,
  /** The meaning of each column, or null: it is not used. */
  columns: z.array(z.nullable(z.enum(meanings))).check(z.maxLength(100)),
  dayOrder: z.enum(dayOrders),
  /** Positive amounts are money out. */
  isReversed: z.boolean(),
});
export type BankMapping = z.output<typeof bankMapping>;

const bankAccount = z.object({
  id,
  bank: z.string(),
  number: z.string(),
  name: z.string(),
});
export type BankAccount = z.output<typeof bankAccount>;

const counts = {
  lines: z.int(),
  newLines: z.int(),
  knownLines: z.int(),
  skipped: z.partialRecord(z.enum(skipReasons), z.int()),
};

const summary = {
  id,
  fileName: z.string(),
  state: z.enum(statementStates),
  account: z.nullable(bankAccount),
  layout: z.nullable(z.enum(Object.keys(layoutNames) as LayoutKey[])),
  from: z.nullable(day),
  to: z.nullable(day),
  ...counts,
  balance: z.enum(balanceChecks),
  createdBy: z.string(),
  createdUtc: z.string(),
  importedBy: z.nullable(z.string()),
  importedUtc: z.nullable(z.string()),
};
const statementSummary = z.object(summary);
export type StatementSummary = z.output<typeof statementSummary>;

/** Money in and out in rand. One of them is null. */
const lineFields = {
  day,
  moneyIn: z.nullable(z.number()),
  moneyOut: z.nullable(z.number()),
  text: z.string(),
  reference: z.string(),
};

const statementDetails = z.object({
  ...summary,
  bank: z.nullable(z.string()),
  /** In the file. */
  accountNumber: z.nullable(z.string()),
  source: z.nullable(z.enum(sourceKinds)),
  currency: z.nullable(z.string()),
  opening: z.nullable(z.number()),
  closing: z.nullable(z.number()),
  warnings: z.array(z.string()),
  /** Why it cannot be read with these columns. */
  problem: z.nullable(z.string()),
  /** The first movements, until it is imported. */
  sample: z.array(z.object({ ...lineFields, row: z.int() })),
  ...sameLineFields,
  /** The columns of a table, for the choice of their meanings. */
  table: z.nullable(
    z.object({
      settings: fileSettings,
      sheets: z.array(z.string()),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
    }),
  ),
  mapping: z.nullable(bankMapping),
  /** Lines that are stored, while it is imported. */
  done: z.int(),
  /** It is kept for five years, and earlier versions deleted it. */
  hasFile: z.boolean(),
  /** What it brought, and how much of it something uses. */
  usedLines: z.int(),
});
export type StatementDetails = z.output<typeof statementDetails>;

const bankLine = z.object({
  id,
  statementId: id,
  ...lineFields,
  /** Rand. */
  amount: z.number(),
  balance: z.nullable(z.number()),
  state: z.enum(lineStates),
});
export type BankLine = z.output<typeof bankLine>;

/** The body is the file. */
export const uploadStatement = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-statements',
  permission: 'money.write',
  summary: 'Read a bank statement and show what it contains; imports nothing yet',
  query: z.object({ fileName: z.optional(z.string().check(z.maxLength(200))) }),
  bytes: { largest: largestStatement },
  /** `isKnown`: the same file is here already, under this id. `isImported`: and its lines are, or will be in a moment. */
  reply: z.object({ id, isKnown: z.boolean(), isImported: z.boolean() }),
  status: 201,
});

const statementColumns = [
  'CreatedUtc',
  'FileName',
  'State',
  'Period',
  'NewLines',
  'Balance',
] as const;

export const searchStatements = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-statements/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'Bank statements, the newest period first',
  body: searchBody({}, statementColumns),
  reply: found(statementSummary),
});

export const getStatement = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bank-statements/:id',
  permission: 'money.read',
  summary: 'One bank statement, with what its file contains and the progress of its import',
  params: idParams,
  reply: statementDetails,
});

/** Never shown by the browser. */
export const downloadStatement = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bank-statements/:id/file',
  permission: 'money.read',
  summary: 'The file of a bank statement, as the bank wrote it, to save',
  params: idParams,
  file: 'application/octet-stream',
});

export const updateStatement = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/bank-statements/:id',
  permission: 'money.write',
  summary: 'Choose the account of a statement, or what the columns of its file contain',
  params: idParams,
  body: z.object({
    accountId: z.optional(id),
    newAccount: z.optional(
      z.object({
        bank: z.enum(bankNames, 'Please choose the bank.'),
        number: z
          .string(bankTexts.wrongNumber)
          .check(z.trim(), z.regex(/^[\d -]{4,40}$/, bankTexts.wrongNumber)),
        name: optionalText(60),
      }),
    ),
    /** Null: the layout is recognised. */
    mapping: z.optional(z.nullable(bankMapping)),
    ...sameRowsAnswer,
  }),
  reply: statementDetails,
  largestBody: 1024 * 1024,
});

export const importStatement = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-statements/:id/import',
  permission: 'money.write',
  summary: 'Store the lines of a statement that are not here yet',
  params: idParams,
  reply: statementDetails,
});

export const removeStatement = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/bank-statements/:id',
  permission: 'money.write',
  summary: 'Delete a statement and the lines that it brought, while nothing uses them',
  params: idParams,
  status: 204,
});

export const listBankAccounts = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bank-accounts',
  permission: 'money.read',
  summary: 'The accounts that statements were imported for',
  reply: z.array(bankAccount),
});

const bankLineColumns = ['Day', 'Amount', 'MoneyOut', 'Text', 'State'] as const;

export const searchBankLines = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-statements/:id/lines/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'The lines that a statement brought',
  params: idParams,
  body: searchBody(
    {
      state: z.optional(z.nullable(z.union([z.literal(''), z.enum(lineStates)]))),
      direction: z.optional(z.nullable(z.union([z.literal(''), z.enum(['in', 'out'])]))),
      from: dayFilter,
      to: dayFilter,
    },
    bankLineColumns,
  ),
  reply: found(bankLine),
});
