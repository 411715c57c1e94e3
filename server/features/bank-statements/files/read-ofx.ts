import { decodeEntities } from '#server/platform/markup/decode-entities.ts';
import { addDays } from '#contract/calendar.ts';
import { mostBankLines } from '#contract/bank-statements/endpoints.ts';
import { dayOf } from '#contract/days.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import { joinTexts, periodOf, plainText, readBankDay, readCents } from './bank-values.ts';
import type { ReadStatement, StatementLine } from './statement.ts';

const anyDay = { from: null, to: null };
const longestText = 1000;

/** Banks as they call themselves in `BANKID`. Others write a number of their own. */
const banks: Readonly<Record<string, string>> = {
  fnb: 'FNB',
  capitec: 'Capitec',
  absa: 'Absa',
  nedbank: 'Nedbank',
  198765: 'Nedbank',
  '051001': 'Standard Bank',
};

/** What is read of a statement. */
const known = new Set([
  'BALAMT',
  'DTASOF',
  'DTEND',
  'BANKID',
  'CURDEF',
  'ACCTID',
  'DTPOSTED',
  'TRNAMT',
  'NAME',
  'MEMO',
  'TRNTYPE',
  'FITID',
]);

type Fields = Record<string, string>;

/** OFX 1, which closes only some tags, and OFX 2 alike: each tag with the text behind it. */
export function readOfx(text: string): ReadStatement {
  const head: Fields = {};
  const accounts = new Set<string>();
  const lines: StatementLine[] = [];
  let fields: Fields | null = null;
  let startRow = 0;
  let lastRow = 1;
  let isEnded = false;
  for (const { tag, value, row } of tagsIn(text)) {
    lastRow = row;
    if (tag === 'STMTTRN') {
      if (fields !== null) throw new BadFileError(bankTexts.cutFile(startRow));
      [fields, startRow] = [{}, row];
    } else if (tag === '/STMTTRN' && fields !== null) {
      lines.push(lineOf(fields, startRow));
      if (lines.length > mostBankLines) throw new BadFileError(bankTexts.tooManyLines);
      fields = null;
    } else if (tag === '/OFX') {
      isEnded = true;
    } else if (known.has(tag) && value !== '') {
      if (tag === 'ACCTID' && fields === null) accounts.add(value.replaceAll(/[\s-]/g, ''));
      if (accounts.size > 1) throw new BadFileError(bankTexts.twoAccounts);
      (fields ?? head)[tag] ??= value;
    }
  }
  if (fields !== null || !isEnded) throw new BadFileError(bankTexts.cutFile(lastRow));
  return statementOf(head, [...accounts][0] ?? null, lines);
}

interface Tag {
  /** In capitals. */
  tag: string;
  value: string;
  /** The line of the text in which it begins. */
  row: number;
}

function* tagsIn(text: string): Generator<Tag> {
  const first = text.indexOf('<');
  let row = 1 + countBreaks(text.slice(0, Math.max(first, 0)));
  for (let at = first; at !== -1;) {
    const next = text.indexOf('<', at + 1);
    const piece = text.slice(at + 1, next === -1 ? undefined : next);
    const end = piece.indexOf('>');
    if (end !== -1) {
      const tag = piece.slice(0, end).trim().toUpperCase();
      yield { tag, value: decodeEntities(piece.slice(end + 1)).trim(), row };
    }
    row += countBreaks(piece);
    at = next;
  }
}

function statementOf(head: Fields, account: string | null, all: StatementLine[]): ReadStatement {
  const lines = all.filter(({ amountCents }) => amountCents !== 0);
  if (lines.length === 0) throw new BadFileError(bankTexts.noLines);
  const closing = readCents(head.BALAMT ?? '');
  const period = periodOf(lines);
  const lastDay = period.to.replaceAll('-', '');
  const asOf = head.DTASOF ?? lastDay;
  const [balanceDay, endDay] = [dayOfOfx(asOf), dayOfOfx(head.DTEND ?? '')];
  // A file up to a later day without a line there: nothing moved since the last one. Banks write the midnight after it.
  const isOfLastDay =
    balanceDay === lastDay ||
    (balanceDay > lastDay &&
      (balanceDay <= endDay || (balanceDay === dayAfter(endDay) && isMidnight(asOf))));
  return {
    source: 'ofx',
    layout: 'ofx',
    bank: banks[(head.BANKID ?? '').toLowerCase()] ?? null,
    accountNumber: account,
    currency: head.CURDEF ?? null,
    openingCents: null,
    // It is the balance of the moment of the download, and counts only if the file has the lines of all days before.
    closingCents: 'value' in closing && isOfLastDay ? closing.value : null,
    ...period,
    lines,
    skipped: all.length > lines.length ? { zero: all.length - lines.length } : {},
    balance: 'none',
    warnings: [],
  };
}

/** `20260131223000[0:GMT]` is the morning of 1 February in Johannesburg. Without a zone the day counts as it stands. */
function dayOfOfx(text: string): string {
  const {
    day = text.slice(0, 8),
    time,
    hours,
  } = /^(?<day>\d{8})(?<time>\d{6})(?:\.\d+)?\[(?<hours>[+-]?\d{1,2}(?:\.\d+)?)(?::\w*)?\]$/.exec(
    text.trim(),
  )?.groups ?? {};
  if (time === undefined || hours === undefined) return day;
  const [year, month, date] = [day.slice(0, 4), day.slice(4, 6), day.slice(6)];
  const [hour, minute, second] = [time.slice(0, 2), time.slice(2, 4), time.slice(4)];
  const utc =
    Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`) - Number(hours) * 3_600_000;
  return Number.isNaN(utc) ? day : dayOf(new Date(utc)).replaceAll('-', '');
}

/** Or without a time. */
function isMidnight(text: string): boolean {
  return /^\d{8}(?:0{4}|0{6})?(?:\D|$)/.test(text.trim());
}

/** Of a day without hyphens. Of another text it is the text. */
function dayAfter(text: string): string {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const day = `${year}-${month}-${date}`;
  return Number.isNaN(Date.parse(day)) ? text : addDays(day, 1).replaceAll('-', '');
}

function lineOf(fields: Fields, row: number): StatementLine {
  const day = readBankDay(dayOfOfx(fields.DTPOSTED ?? ''), 'ymd', anyDay);
  const amount = readCents(fields.TRNAMT ?? '');
  if ('problem' in day) throw new BadFileError(bankTexts.unreadable(row, day.problem));
  if ('problem' in amount) throw new BadFileError(bankTexts.unreadable(row, amount.problem));
  if (day.value === null) throw new BadFileError(bankTexts.noDay(row));
  if (amount.value === null) throw new BadFileError(bankTexts.noAmount(row));
  const [name, memo] = [plainText(fields.NAME ?? ''), plainText(fields.MEMO ?? '')];
  const text = joinTexts([name, memo]);
  if (text.length > longestText) throw new BadFileError(bankTexts.longText(row));
  return {
    row,
    day: day.value,
    amountCents: amount.value,
    feeCents: 0,
    text,
    reference: memo || name,
    kind: memo === '' ? plainText(fields.TRNTYPE ?? '') : name,
    balanceCents: null,
    bankNumber: plainText(fields.FITID ?? '').slice(0, 255) || null,
  };
}

/** A search in the whole text would go to its end for every tag of a file without line breaks. */
function countBreaks(piece: string): number {
  let count = 0;
  for (let at = 0; at < piece.length; at += 1) {
    const isBreak = piece[at] === '\n' || (piece[at] === '\r' && piece[at + 1] !== '\n');
    if (isBreak) count += 1;
  }
  return count;
}
