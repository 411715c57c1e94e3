import type { InputOf } from '#contract/endpoint.ts';
import {
  bookMoneyLine,
  type MatchKind,
  type MoneyLine,
  type Suggestion,
} from '#contract/bank-matching/endpoints.ts';
import { isTakenOff } from '#contract/bank-matching/kinds.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { formName } from '#web/forms/field-problems.ts';
import { readAmount, tidyAmount } from '#web/ui/fields/read-amount.ts';
import { titleOf } from './in-words.ts';

/** A part of a line while it is edited. The amount is as typed. */
export interface DraftPart {
  key: string;
  kind: MatchKind;
  amount: string;
  /** Of the record, the payment or the refund; else empty. */
  id: string;
  title: string;
  /** The balance as it is shown; null if the part pays no record. */
  balance: number | null;
  payerName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Of a reversal: the first of several has it for all. */
  reason: string;
  /** Rand that a service kept of the payment. */
  fee: number;
  /** Of a reversal: the payment is of an invoice, which may have added a membership. */
  isOfInvoice: boolean;
  /** Of a reversal: what becomes of the membership. Empty: nobody chose. */
  period: string;
  voidsOther: string;
}

export type PartField =
  | 'amount'
  | 'payerName'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'reason'
  | 'period'
  | 'voidsOther';

type Parts = InputOf<typeof bookMoneyLine>['body']['parts'];

let made = 0;

export function draft(
  part: Partial<DraftPart> & Pick<DraftPart, 'kind' | 'title'>,
  rand: number,
): DraftPart {
  made += 1;
  const empty = { id: '', balance: null, payerName: '', firstName: '', lastName: '' };
  const amount = rand > 0 ? tidyAmount(String(rand)) : '';
  const ofReversal = { reason: '', isOfInvoice: false, period: '', voidsOther: '' };
  return { ...empty, email: '', ...ofReversal, fee: 0, ...part, key: `part-${made}`, amount };
}

/** The parts of a suggestion, to edit. */
export function draftsOf({ parts }: Suggestion, isMoneyIn: boolean): DraftPart[] {
  return parts.map((part) => {
    const { kind, amount, record, targetId, payerName, fee } = part;
    const [lastName = '', ...before] = payerName.split(' ').toReversed();
    const pays = kind === 'invoice' || kind === 'donation';
    return draft(
      {
        kind,
        title: titleOf({ kind, amount, record, payerName: '' }, isMoneyIn),
        fee,
        id: (pays ? record?.id : targetId) ?? '',
        isOfInvoice: record?.kind === 'subscription',
        balance: pays ? (record?.balance ?? null) : null,
        payerName: payerName || (record?.payer ?? ''),
        firstName: before.toReversed().join(' '),
        lastName,
      },
      amount,
    );
  });
}

/** What one press books; null if a person must say more first. */
export function bookableParts(suggestion: Suggestion | null): Parts | null {
  if (suggestion === null || suggestion.parts.length === 0) return null;
  if (suggestion.certainty !== 'certain' && suggestion.certainty !== 'likely') return null;
  const checked = bookMoneyLine.body.safeParse({ parts: inputsOf(draftsOf(suggestion, true)) });
  return checked.success ? checked.data.parts : null;
}

/**
 * Whether the first suggestion is chosen from the start. A recorded or returned payment that is only possible
 * may be of another line, and one without parts says what is missing, so a person must choose.
 */
export function startsWithFirst(suggestions: readonly Suggestion[]): boolean {
  const [first] = suggestions;
  const isDoubtful =
    first?.certainty === 'possible' &&
    first.parts.some(({ kind }) => kind === 'recorded' || kind === 'reversal');
  return first !== undefined && !isDoubtful && suggestions.every(({ parts }) => parts.length > 0);
}

/** In cents; below zero if the parts are more than the line. What is taken off it makes room for others. */
export function restOf(parts: readonly DraftPart[], open: number): number {
  const sum = parts.reduce((cents, { kind, amount }) => {
    const rand = readAmount(amount);
    const sign = isTakenOff(kind, open > 0) ? -1 : 1;
    return cents + (Number.isNaN(rand) ? 0 : sign * Math.round(rand * 100));
  }, 0);
  return Math.round(Math.abs(open) * 100) - sum;
}

/** What to do if the parts are `rand` more than the line. Some amounts cannot be changed. */
export function tooMuchWords(
  parts: readonly DraftPart[],
  rand: number,
  isMoneyIn: boolean,
): string {
  if (!isMoneyIn) return words.outTooMuch(rand);
  if (!parts.every(({ kind }) => hasFixedAmount(kind))) return words.tooMuch(rand);
  return words.recordedTooMuch(rand);
}

/** The sender, as the records of the parts name it. */
export function payerOf(parts: readonly DraftPart[]): string {
  const named = parts.find(({ balance, payerName }) => balance !== null && payerName !== '');
  return named?.payerName ?? parts.find(({ payerName }) => payerName !== '')?.payerName ?? '';
}

/** By key and field: `part-3 amount`. */
export type PartProblems = Readonly<Record<string, string | undefined>>;

type Checked =
  | { ok: true; parts: Parts }
  | { ok: false; problems: PartProblems; message: string | null };

/** The input of the call, or what is wrong and where. */
export function checkParts(drafts: readonly DraftPart[], open: number): Checked {
  if (drafts.length === 0) return { ok: false, problems: {}, message: words.noParts(open > 0) };
  const checked = bookMoneyLine.body.safeParse({ parts: inputsOf(drafts) });
  if (!checked.success) {
    const found = checked.error.issues.map(({ path, message }) => ({
      field: path.map(String).join('.'),
      message,
    }));
    return { ok: false, ...placed(drafts, found) };
  }
  const rest = restOf(drafts, open);
  if (rest < 0)
    return { ok: false, problems: {}, message: tooMuchWords(drafts, -rest / 100, open > 0) };
  return { ok: true, parts: checked.data.parts };
}

/** Puts errors such as `parts.0.amount` to their fields. The first one without a place is the message. */
export function placed(
  drafts: readonly DraftPart[],
  errors: readonly { field: string; message: string }[],
): { problems: PartProblems; message: string | null } {
  const problems: Record<string, string> = {};
  let message: string | null = null;
  for (const error of errors) {
    const [, place = '', field = ''] = /^parts\.(\d+)\.(\w+)$/.exec(formName(error.field)) ?? [];
    const named = drafts[Number(place)];
    const isOfAll = field === 'reason' && named?.kind === 'reversal';
    const part = isOfAll ? firstReversal(drafts) : named;
    if (part && place !== '' && fieldsOf(part, drafts).some((each) => each === field)) {
      problems[`${part.key} ${field}`] ??= error.message;
    } else message ??= error.message;
  }
  return { problems, message };
}

/** The whole payment or refund is matched, so its amount cannot be changed. */
export function hasFixedAmount(kind: MatchKind): boolean {
  return kind === 'recorded' || kind === 'refund' || kind === 'reversal';
}

/** The fields of a part, in their order. The reason is asked for once, and the membership only of an invoice. */
export function fieldsOf(part: DraftPart, all: readonly DraftPart[]): readonly PartField[] {
  const { kind } = part;
  if (kind === 'reversal') {
    const reason = part.key === firstReversal(all)?.key ? (['reason'] as const) : [];
    return part.isOfInvoice ? [...reason, 'period', 'voidsOther'] : reason;
  }
  if (hasFixedAmount(kind)) return [];
  if (kind === 'new-donation') return ['amount', 'firstName', 'lastName', 'email'];
  if (kind === 'kept-fee' || kind === 'kept-charge') return ['amount', 'reason'];
  return kind === 'credit' ? ['amount', 'payerName'] : ['amount'];
}

function firstReversal(drafts: readonly DraftPart[]): DraftPart | undefined {
  return drafts.find(({ kind }) => kind === 'reversal');
}

function inputsOf(drafts: readonly DraftPart[]): object[] {
  const reason = firstReversal(drafts)?.reason ?? '';
  return drafts.map((part) => inputOf(part.kind === 'reversal' ? { ...part, reason } : part));
}

function inputOf(part: DraftPart): object {
  const { kind, id, balance, firstName, lastName, email, payerName } = part;
  const amount = readAmount(part.amount);
  switch (kind) {
    case 'invoice':
    case 'donation':
      return { kind, recordId: id, amount, seenBalance: balance };
    case 'recorded':
      return { kind, targetId: id, amount, ...(part.fee > 0 && { fee: part.fee }) };
    case 'refund':
      return { kind, targetId: id, amount };
    case 'reversal':
      return {
        kind,
        targetId: id,
        amount,
        ...(part.fee > 0 && { fee: part.fee }),
        reason: part.reason,
        period: part.period || null,
        voidsOther: part.voidsOther !== '',
      };
    case 'new-donation':
      return { kind, amount, firstName, lastName, email };
    case 'credit':
      return { kind, amount, payerName };
    case 'kept-fee':
    case 'kept-charge':
      return { kind, amount, reason: part.reason };
    case 'charge':
    case 'charge-back':
    case 'payout':
    case 'transfer':
      return { kind, amount };
  }
}

/** A part for all that is open of a line. */
export function wholePart(
  { open }: Pick<MoneyLine, 'open'>,
  kind: MatchKind,
  title: string,
): DraftPart {
  return draft({ kind, title }, Math.abs(open));
}
