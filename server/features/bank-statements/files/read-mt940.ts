import { mostBankLines } from '#contract/bank-statements/endpoints.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import { periodOf, plainText, readBankDay, readCents } from './bank-values.ts';
import { checkBalance } from './check-balance.ts';
import type { ReadStatement, StatementLine } from './statement.ts';

const anyDay = { from: null, to: null };
const field = /^:(\d{2}[A-Za-z]?):(.*)$/;
/** Day, entry day, mark, third letter of the currency, amount, kind, reference, and the bank's number. */
const movement =
  /^(?<day>\d{6})(?:\d{4})?(?<mark>R?[CD])[A-Z]?(?<amount>\d+(?:,\d*)?)(?<kind>[A-Z][A-Z0-9]{3})(?<rest>.*)$/;
const balance = /^(?<mark>[CD])\d{6}(?<currency>[A-Z]{3})(?<amount>\d+(?:,\d*)?)$/;

/** A field of up to 65 characters goes on in the next line. */
const fullLine = 65;

interface Draft {
  line: StatementLine;
  texts: string[];
}

interface Fields {
  drafts: Draft[];
  accounts: Set<string>;
  opening: Balance | null;
  closing: Balance | null;
  lastRow: number;
}

/** Swift MT940. C is money in. RC takes money in back, and RD money out. */
export function readMt940(text: string): ReadStatement {
  const { drafts, accounts, opening, closing, lastRow } = fieldsIn(text);
  if (opening === null || closing === null) throw new BadFileError(bankTexts.cutFile(lastRow));
  const lines = drafts.map(finished).filter(({ amountCents }) => amountCents !== 0);
  if (lines.length === 0) throw new BadFileError(bankTexts.noLines);
  const [openingCents, closingCents] = [opening.cents, closing.cents];
  const checked = checkBalance({ rows: lines, openingCents, closingCents });
  return {
    source: 'mt940',
    layout: 'mt940',
    bank: null,
    accountNumber: [...accounts][0] || null,
    currency: opening.currency,
    openingCents,
    closingCents,
    ...periodOf(lines),
    lines,
    skipped: drafts.length > lines.length ? { zero: drafts.length - lines.length } : {},
    balance: checked.balance,
    warnings: checked.warning === null ? [] : [checked.warning],
  };
}

function fieldsIn(text: string): Fields {
  const fields: Fields = {
    drafts: [],
    accounts: new Set(),
    opening: null,
    closing: null,
    lastRow: 0,
  };
  const { drafts, accounts } = fields;
  /** Where the next lines belong, or null: they are about the statement. */
  let texts: string[] | null = null;
  for (const { row, content } of rowsIn(text)) {
    fields.lastRow = row;
    const [, tag, value = ''] = field.exec(content) ?? [];
    if (tag === undefined) {
      if (texts !== null) addText(row, texts, content.replace(/^-\}?.*$/, ''));
      continue;
    }
    texts = tag === '86' && fields.closing === null ? (drafts.at(-1)?.texts ?? null) : null;
    if (texts !== null) addText(row, texts, value);
    if (tag === '25')
      accounts.add(
        value
          .split('/')
          .at(-1)
          ?.replace(/[A-Z]{3}$/, '') ?? '',
      );
    if (tag === '61') drafts.push({ line: movementIn(row, value), texts: [] });
    if (tag.startsWith('60')) {
      fields.opening ??= balanceIn(row, value);
      fields.closing = null;
    }
    if (tag.startsWith('62')) fields.closing = balanceIn(row, value);
    if (accounts.size > 1) throw new BadFileError(bankTexts.twoAccounts);
    if (drafts.length > mostBankLines) throw new BadFileError(bankTexts.tooManyLines);
  }
  return fields;
}

/** More lines than the longest text has. */
const mostTexts = 1000;

function addText(row: number, texts: string[], text: string): void {
  if (texts.length >= mostTexts) throw new BadFileError(bankTexts.longText(row));
  texts.push(text);
}

/** One after the other: a file of line breaks has ten million. */
function* rowsIn(text: string): Generator<{ row: number; content: string }> {
  const breaks = /\r\n|\n|\r/g;
  let start = 0;
  for (let row = 1; ; row += 1) {
    const end = breaks.exec(text)?.index;
    yield { row, content: text.slice(start, end) };
    if (end === undefined) return;
    start = breaks.lastIndex;
  }
}

interface Balance {
  cents: number;
  currency: string;
}

function balanceIn(row: number, value: string): Balance {
  const { mark, currency = '', amount = '' } = balance.exec(value.trim())?.groups ?? {};
  if (mark === undefined) throw new BadFileError(bankTexts.badMovement(row));
  return { cents: centsIn(row, amount) * (mark === 'D' ? -1 : 1) || 0, currency };
}

function movementIn(row: number, value: string): StatementLine {
  const groups = movement.exec(value.trim())?.groups;
  if (groups === undefined) throw new BadFileError(bankTexts.badMovement(row));
  const { day: written = '', mark = '', amount = '', kind = '', rest = '' } = groups;
  const day = readBankDay(`20${written}`, 'ymd', anyDay);
  if ('problem' in day) throw new BadFileError(bankTexts.unreadable(row, day.problem));
  const [reference = '', number = ''] = rest.split('//', 2);
  return {
    row,
    day: day.value ?? '',
    amountCents: centsIn(row, amount) * (mark === 'C' || mark === 'RD' ? 1 : -1) || 0,
    feeCents: 0,
    text: '',
    reference: plainText(reference),
    kind,
    balanceCents: null,
    bankNumber: plainText(number).slice(0, 255) || null,
  };
}

function centsIn(row: number, amount: string): number {
  const cents = readCents(amount.replace(/,$/, ''));
  if ('problem' in cents) throw new BadFileError(bankTexts.unreadable(row, cents.problem));
  return cents.value ?? 0;
}

function finished({ line, texts }: Draft): StatementLine {
  const whole = texts.reduce(
    (text, part, at) =>
      text + (at > 0 && (texts[at - 1] ?? '').length < fullLine ? ' ' : '') + part,
    '',
  );
  const text = plainText(whole) || line.reference;
  if (text.length > 1000) throw new BadFileError(bankTexts.longText(line.row));
  return { ...line, text, reference: text };
}
