import * as z from 'zod/mini';
import { lineStates } from '#contract/bank-statements/layouts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { day, id, idParams, money } from '#contract/fields.ts';
import { paymentKinds } from '#contract/payments/endpoints.ts';
import { membershipChoice } from '#contract/payments/membership-choice.ts';
import { reasonForm } from '#contract/reason.ts';
import { dayFilter, found, idFilter, searchBody } from '#contract/search.ts';
import { parts } from './parts.ts';
import { certainties, type Certainty, matchKinds, type MatchKind } from './kinds.ts';

export { certainties, type Certainty, type MatchKind };

/** The record that a part pays, as it is now. */
const matchedRecord = z.object({
  kind: z.enum(paymentKinds),
  id,
  /** `INV-00042` or `DON-00042`. */
  name: z.string(),
  payer: z.string(),
  amount: money,
  /** The rest to pay. 0: it is paid, void or written off. */
  balance: money,
  state: z.enum(['open', 'paid', 'void', 'writtenOff']),
});

const suggestedPart = z.object({
  kind: z.enum(matchKinds),
  /** Rand, above zero. */
  amount: money,
  record: z.nullable(matchedRecord),
  /** Of the payment or the use of a credit, for `recorded`, `reversal` and `refund`. */
  targetId: z.nullable(id),
  /** The name of the sender, for `credit` and `new-donation`; else empty. */
  payerName: z.string(),
  /** What a service kept of the payment, for `recorded`; else 0. */
  fee: money,
});
export type SuggestedPart = z.output<typeof suggestedPart>;

const suggestion = z.object({
  certainty: z.enum(certainties),
  /** In sentences: what was read, what fits, and what does not. */
  why: z.array(z.string()),
  /** How it would be booked. They add up to what is open of the line. */
  parts: z.array(suggestedPart),
  /** Without parts: open credits of which one may have been paid back. Its refund is recorded first. */
  credits: z.array(
    z.object({
      id,
      payer: z.string(),
      /** What is left of it. */
      amount: money,
    }),
  ),
});
export type Suggestion = z.output<typeof suggestion>;

/** What a part of a line was booked as. */
const bankMatch = z.object({
  id,
  kind: z.enum(matchKinds),
  amount: money,
  /** What a service kept of the payment; else 0. */
  fee: money,
  certainty: z.enum(certainties),
  why: z.string(),
  record: z.nullable(matchedRecord),
  /** The sender of money that pays no record; else empty. */
  payerName: z.string(),
  paymentId: z.nullable(id),
  matchedBy: z.string(),
  matchedUtc: z.string(),
  undoneBy: z.nullable(z.string()),
  undoneUtc: z.nullable(z.string()),
  undoneReason: z.nullable(z.string()),
});
export type BankMatch = z.output<typeof bankMatch>;

export const moneyLine = z.object({
  id,
  statementId: id,
  accountId: id,
  /** "FNB 62001234567". */
  account: z.string(),
  day,
  /** Rand. Money out is negative. */
  amount: z.number(),
  /** What nothing is booked for yet, with the sign of the amount. */
  open: z.number(),
  text: z.string(),
  reference: z.string(),
  state: z.enum(lineStates),
  /** Of the first suggestion; `none` for a line that is not open. */
  certainty: z.enum(certainties),
  /** The first suggestion. */
  suggestion: z.nullable(suggestion),
  matches: z.array(bankMatch),
  dismissedBy: z.nullable(z.string()),
  dismissedUtc: z.nullable(z.string()),
  dismissedReason: z.nullable(z.string()),
});
export type MoneyLine = z.output<typeof moneyLine>;

const lineDetails = z.extend(moneyLine, {
  /** The best first, at most 10. */
  suggestions: z.array(suggestion),
});
export type MoneyLineDetails = z.output<typeof lineDetails>;

const lineColumns = ['Day', 'Amount', 'Certainty', 'Text'] as const;

export const searchMoneyLines = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-lines/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'Lines of bank statements with what they may be; open ones, the oldest first',
  body: searchBody(
    {
      /** The default is `open`. */
      state: z.optional(z.nullable(z.union([z.literal(''), z.enum(lineStates)]))),
      certainty: z.optional(z.nullable(z.union([z.literal(''), z.enum(certainties)]))),
      direction: z.optional(z.nullable(z.union([z.literal(''), z.enum(['in', 'out'])]))),
      accountId: idFilter,
      /** That brought the lines. */
      statementId: idFilter,
      from: dayFilter,
      to: dayFilter,
    },
    lineColumns,
  ),
  reply: found(moneyLine),
});

export const getMoneyLine = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bank-lines/:id',
  permission: 'money.read',
  summary: 'One line of a bank statement, with all that it may be, judged as it is now',
  params: idParams,
  reply: lineDetails,
});

const counted = z.object({ count: z.int(), amount: z.number() });

export const countMoneyLines = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/bank-lines/summary',
  permission: 'money.read',
  summary: 'How much money of the bank statements waits, by how sure its suggestion is',
  /** Of one account, or of one statement. The default is all. */
  query: z.object({ accountId: z.optional(id), statementId: z.optional(id) }),
  reply: z.object({
    /** Money in. */
    certain: counted,
    likely: counted,
    possible: counted,
    none: counted,
    moneyOut: counted,
    /** Of the oldest open line. */
    oldestDay: z.nullable(day),
  }),
});

export const bookMoneyLine = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-lines/:id/book',
  permission: 'money.write',
  summary: 'Book a line of a bank statement, or a part of it, as what an administrator chose',
  params: idParams,
  body: z.object({ parts }),
  reply: lineDetails,
  idempotent: true,
});

/** Lines that one call books. The page calls again until none is left. */
export const bookedAtOnce = 200;

export const bookCertainLines = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-lines/book-certain',
  permission: 'money.write',
  summary: `Book certain suggestions, at most ${bookedAtOnce} in one call, each judged again and by itself`,
  body: z.object({
    /** As they were shown. The default is all. */
    lineIds: z.optional(z.array(id).check(z.maxLength(bookedAtOnce))),
  }),
  reply: z.object({
    booked: z.int(),
    amount: z.number(),
    /** No longer certain, or refused, each with its reason. */
    notBooked: z.array(z.object({ id, why: z.string() })),
    /** Certain ones that are left. */
    left: z.int(),
  }),
  // Each line has a transaction of its own. A repeat finds it booked.
});

export const undoMatch = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-lines/matches/:id/undo',
  permission: 'money.write',
  summary: 'Undo what a part of a bank line was booked as, with the payment that it made',
  params: idParams,
  body: z.extend(reasonForm, {
    /** If a receipt was mailed, the payer gets a mail that takes it back. */
    mailsPayer: z.optional(z.boolean()),
    ...membershipChoice,
  }),
  reply: lineDetails,
  idempotent: true,
});

export const dismissMoneyLine = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-lines/:id/dismiss',
  permission: 'money.write',
  summary: 'Say with a reason that a bank line is not of the organisation’s members and donors',
  params: idParams,
  body: reasonForm,
  reply: lineDetails,
});

export const reopenMoneyLine = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/bank-lines/:id/reopen',
  permission: 'money.write',
  summary: 'Take back that a bank line was dismissed',
  params: idParams,
  reply: lineDetails,
});
