import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { balance, day, id, requiredText } from '#contract/fields.ts';
import { reasonForm } from '#contract/reason.ts';
import { accounts, type Program, programNames } from './accounts.ts';
import { movementFilter } from './cash-book.ts';
import { openItem } from './open-items.ts';
import { monthForm, periodForm } from './periods.ts';
import { monthEndTexts as texts } from './texts.ts';

export const month = z.string().check(z.regex(monthForm, texts.noMonth));
const period = z.string().check(z.regex(periodForm, texts.noPeriod));
export const periodParams = z.object({ period });

const monthState = z.object({
  month,
  /** `running`: the month of today, and any that is later. */
  state: z.enum(['closed', 'open', 'running']),
  closedUtc: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
});
export type MonthState = z.output<typeof monthState>;

export const monthEndSettings = z.object({
  /** 1 to 12: the month in which the financial year ends. */
  yearEndMonth: z.int().check(z.minimum(1), z.maximum(12)),
  /** Whether membership fees are spread over the days that they pay for. */
  showsDeferred: z.boolean(),
  /** As Xero calls it. */
  taxRate: requiredText('Please enter a tax rate.', 60),
  accounts,
});
export type MonthEndSettings = z.output<typeof monthEndSettings>;

const openingAccount = z.enum(['bank', 'cash', 'payfast']);

const openingBalance = z.object({
  account: openingAccount,
  bankAccountId: z.nullable(id),
  name: z.string(),
  /** Null: nobody knows it yet. */
  amount: z.nullable(z.number()),
  /** The balance is of the end of this day. */
  day: z.nullable(day),
  /** A statement with a balance comes before what was entered. */
  source: z.nullable(z.enum(['statement', 'entered'])),
  /** The day before the first statement of a bank account. What is entered is not of a later one. */
  lastDay: z.nullable(day),
});
export type OpeningBalance = z.output<typeof openingBalance>;

const monthEnd = z.object({
  /** Every month since the first booking, the latest first. */
  months: z.array(monthState),
  /** The financial years of these months, the latest first. */
  years: z.array(period),
  /** The month that can be closed next, if it is over. */
  toClose: z.nullable(month),
  /** The last closed month. */
  toReopen: z.nullable(month),
  settings: monthEndSettings,
  /** Of the cash book, after its groups of accounts. */
  accounts: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Of cash, PayFast and each bank account in rand with a statement. */
  openingBalances: z.array(openingBalance),
});
export type MonthEnd = z.output<typeof monthEnd>;

/** `part` belongs to the line above, `sum` adds up, `proof` compares. */
const line = z.object({
  label: z.string(),
  /** Beside the label: a number of records, or the outcome of a comparison. */
  detail: z.string(),
  /** Rand. Null if the line is a sentence. */
  amount: z.nullable(z.number()),
  style: z.enum(['plain', 'part', 'sum', 'proof', 'broken']),
  /** Of a proof that does not agree, if its label does not say it by itself. */
  sentence: z.optional(z.string()),
  /** What the amount is made of. Missing: no movements of the ledger. */
  movements: z.optional(movementFilter),
});
export type FigureLine = z.output<typeof line>;

const figureRow = z.object({
  label: z.string(),
  /** Rand, or people. One for each column. Null: there is none. */
  amounts: z.array(z.nullable(z.number())),
  style: z.enum(['plain', 'sum']),
  /** What the first amount is made of. */
  movements: z.optional(movementFilter),
});
export type FigureRow = z.output<typeof figureRow>;

/** Several amounts in a row. */
const figureTable = z.object({
  unit: z.enum(['rand', 'people']),
  columns: z.array(z.string()),
  rows: z.array(figureRow),
});
export type FigureTable = z.output<typeof figureTable>;

const section = z.object({
  title: z.string(),
  note: z.string(),
  table: z.optional(figureTable),
  lines: z.array(line),
});
export type FigureSection = z.output<typeof section>;

const figures = z.object({
  period,
  title: z.string(),
  /** Whether every month of the period is closed. If not, the figures can change. */
  isClosed: z.boolean(),
  /** What ends before an open month that is over: statements, and PayFast's list. */
  warnings: z.array(z.string()),
  /** What waits, of days up to the end of the period. Nothing of a closed one. */
  stillOpen: z.array(openItem),
  sections: z.array(section),
});
export type Figures = z.output<typeof figures>;

export const getMonthEnd = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/month-end',
  permission: 'money.read',
  summary: 'The months of the books with their state, and the settings of the journals',
  reply: monthEnd,
});

export const getFigures = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/month-end/:period',
  permission: 'money.read',
  summary: 'The figures of a month, or of a financial year by the year in which it ends',
  params: periodParams,
  reply: figures,
});

export const getFiguresPdf = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/month-end/:period/pdf',
  permission: 'money.read',
  summary: 'The figures of a period as a PDF',
  params: periodParams,
  file: 'application/pdf',
});

export const getFiguresSpreadsheet = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/month-end/:period/spreadsheet',
  permission: 'money.read',
  summary: 'The figures of a period, the journal and the open invoices as an Excel workbook',
  params: periodParams,
  file: 'application/octet-stream',
});

export const getJournal = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/month-end/:period/journal/:program',
  permission: 'money.read',
  summary: 'The journal of a period as CSV for an accounting program',
  params: z.object({
    period,
    program: z.enum(programNames as [Program, ...Program[]], texts.noProgram),
  }),
  file: 'application/octet-stream',
});

export const closeMonth = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/month-end/close',
  permission: 'books.close',
  summary: 'Close a month: later bookings of it are of the next one. Repeating it changes nothing',
  body: z.object({
    month,
    /** Close it although a check of the books failed. */
    despiteFailures: z.optional(z.boolean()),
  }),
  reply: monthEnd,
});

export const reopenMonth = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/month-end/reopen',
  permission: 'books.close',
  summary: 'Reopen the last closed month, with a reason',
  body: z.extend(reasonForm, { month }),
  reply: monthEnd,
  proof: 'always',
});

export const updateMonthEndSettings = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/month-end/settings',
  permission: 'books.close',
  summary: 'Change the end of the financial year and the accounts of the journals',
  body: monthEndSettings,
  reply: monthEndSettings,
});

export const updateOpeningBalances = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/month-end/opening-balances',
  permission: 'books.close',
  summary: 'Enter the balances with which accounts began, if no statement says them',
  body: z.object({
    /** Accounts that are not listed stay as they are. */
    balances: z
      .array(
        z.object({
          account: openingAccount,
          bankAccountId: z.nullable(id),
          /** Null: it is not known. */
          amount: z.nullable(balance),
          day: z.nullable(day),
        }),
      )
      .check(z.maxLength(100)),
  }),
  reply: monthEnd,
});
