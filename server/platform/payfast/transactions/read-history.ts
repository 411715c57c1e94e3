import { parse } from 'csv-parse/sync';
import { unreadable } from './history-failure.ts';

/** A row of the provider's list. Names of payers are not kept. */
export interface HistoryRow {
  happenedAt: Date;
  type: string;
  /** Negative when money went out. */
  grossCents: number;
  /** Negative, as the provider writes it. */
  feeCents: number;
  netCents: number;
  balanceCents: number | null;
  /** The invoice's or the donation's id, or whatever another system sent. */
  mPaymentId: string;
  pfPaymentId: string;
  /** Its payer is the one of the provider's test site. */
  isTest: boolean;
}

/** The rows of a reply. Anything that is not a list throws: it must not look like a day without payments. */
export function readHistory(reply: string): HistoryRow[] {
  const text = unwrap(reply.replace(/^\uFEFF/, '').trim()).trim();
  if (text === '') return [];
  const [header = [], ...rows] = cellsOf(text);
  const names = header.map((name) => name.trim().toLowerCase());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) throw unreadable('the reply is not a list of transactions');
  return rows.map((cells) => {
    if (cells.length < names.length - 1) throw unreadable('the list is cut off or damaged');
    const cell = (name: string) => (cells[names.indexOf(name)] ?? '').trim();
    return rowOf(cell);
  });
}

const required = ['date', 'type', 'gross', 'fee', 'net', 'm payment id', 'pf payment id'];

/** Plain, a JSON string, or a JSON object around it: clients of the provider have met each of them. */
function unwrap(text: string): string {
  if (text.startsWith('<')) throw unreadable('the reply is a web page');
  const json = jsonIn(text);
  if (json === undefined) return text;
  if (typeof json === 'string') return json;
  const { response, data } = (json ?? {}) as { response?: unknown; data?: { response?: unknown } };
  const inside = response ?? data?.response;
  if (typeof inside !== 'string') throw unreadable('the reply has no list in it');
  return inside;
}

function jsonIn(text: string): unknown {
  // The first cell of a list may be in quotes, too.
  if (!/^["[{]/.test(text) && !/^(true|false|null)$/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (text.startsWith('"')) return undefined;
    throw unreadable('the reply is cut off');
  }
}

function cellsOf(text: string): string[][] {
  try {
    return parse(text, { relax_column_count_less: true, skip_empty_lines: true });
  } catch {
    throw unreadable('the list is cut off or damaged');
  }
}

function rowOf(cell: (name: string) => string): HistoryRow {
  const gross = centsOf(cell('gross'));
  const fee = centsOf(cell('fee') || '0');
  if (gross === null || fee === null) throw unreadable('an amount is not a number');
  const net = cell('net') === '' ? gross + fee : centsOf(cell('net'));
  const balance = cell('balance') === '' ? null : centsOf(cell('balance'));
  if (net === null || (balance === null && cell('balance') !== '')) {
    throw unreadable('an amount is not a number');
  }
  // Money that went out has a minus, or the sign says so.
  const direction = cell('sign').toUpperCase() === 'DEBIT' && gross > 0 ? -1 : 1;
  return {
    happenedAt: instantOf(cell('date')),
    type: storable(cell('type'), 60) || 'NONE',
    grossCents: direction * gross,
    feeCents: fee,
    netCents: direction * net,
    balanceCents: balance,
    mPaymentId: cell('m payment id'),
    pfPaymentId: storable(cell('pf payment id'), 40),
    isTest: testPayer.test(cell('party')) || testPayer.test(cell('name')),
  };
}

/** The payer of every payment in the provider's sandbox. */
const testPayer = /^Test (Buyer|User \d+)$/i;

/** At most R10 million, so that a sum of a day fits, too. */
function centsOf(text: string): number | null {
  const plain = text.replaceAll(',', '');
  const [, sign, rand, decimals = ''] = /^(-?)(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  if (rand === undefined) return null;
  const cents = Number(rand) * 100 + Number(decimals.padEnd(2, '0'));
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** The provider writes the time of Johannesburg, without a zone. */
function instantOf(text: string): Date {
  const isWhole = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text);
  const instant = new Date(`${text.replace(' ', 'T')}+02:00`);
  if (!isWhole || Number.isNaN(instant.getTime())) throw unreadable('a date is not a date');
  return instant;
}

function storable(text: string, longest: number): string {
  return text.toWellFormed().replaceAll('\u0000', '').slice(0, longest).toWellFormed();
}
