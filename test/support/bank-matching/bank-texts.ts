import type { LayoutKey } from '#contract/bank-statements/layouts.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import type { Movement } from '#test/support/bank-statements/write-statement.ts';
import type { KnownRecord, Random } from './known-world.ts';

/** Of a hundred movements. */
export const shares = {
  reference: 58,
  'without letter': 9,
  wrong: 5,
  cut: 5,
  name: 6,
  several: 3,
  part: 3,
  over: 2,
  again: 3,
  unknown: 3,
  'bank money': 3,
} as const;

export type Case = keyof typeof shares;

/** What a movement is in truth. */
export interface Truth {
  case: keyof typeof shares | 'wrong digits' | 'wrong record' | 'bank';
  /** The records that it pays. None: a credit, or no money of a payer. */
  ids: string[];
  /** A person with the statement and the list of open records can tell. */
  isMatchable: boolean;
}

export interface TrueMovement extends Movement {
  truth: Truth;
}

export type Made = Omit<TrueMovement, 'day'>;

interface Writing {
  layout: LayoutKey;
  random: Random;
}

export interface World {
  records: KnownRecord[];
  random: Random;
  /** Open records, each for one movement only. */
  take: (fits?: (record: KnownRecord) => boolean) => KnownRecord;
}

/** What people and banks make of a printed reference. */
const manglings: ((reference: string) => string)[] = [
  (reference) => reference,
  (reference) => reference,
  (reference) => reference.toLowerCase(),
  (reference) => reference.replaceAll('-', ''),
  (reference) => reference.replaceAll('-', ' '),
  (reference) => reference.replace(/-0+/, '-'),
  (reference) => reference.replace(/-0+/, ' ').replace('-', '').toLowerCase(),
  (reference) => reference.replaceAll('-', '').replace(/([A-Z])0+/, '$1'),
  (reference) => reference.replace(/\d+/, (digits) => digits.replaceAll('0', 'O')),
  (reference) => reference.replace(/-([A-Z])$/, ' $1'),
];

export const mangled = (record: KnownRecord, random: Random) =>
  random.pick(manglings)(paymentReference(record.kind, record.number));

const senders = ['CAPITEC', 'ABSA BANK', 'NEDBANK', 'FNB', 'INVESTECPB', 'FIRSTRAND', 'STANDARDB'];
const kinds: Partial<Record<LayoutKey, string[]>> = {
  'fnb-history': ['MAGTAPE CREDIT', 'RTC CREDIT', 'PAYSHAP CREDIT'],
  'fnb-business': ['MAGTAPE CREDIT', 'RTC CREDIT'],
  absa: ['ACB CREDIT', 'DIRECT CREDIT', 'DIGITAL PAYMENT CR', 'INETBNK PAY CREDIT'],
  'standard-bank': ['CREDIT TRANSFER', 'MAGTAPE CREDIT', 'REAL TIME TRANSFER FROM'],
  'standard-bank-business': ['CREDIT TRANSFER', 'MAGTAPE CREDIT'],
  'standard-bank-older': ['CREDIT TRANSFER', 'IB PAYMENT FROM'],
  'capitec-business': ['Inward EFT Credit', 'RTC Deposit'],
  'bank-zero': ['Pay in'],
  'bank-zero-history': ['Pay in'],
  tymebank: ['EFT from'],
};
/** These show what the payer wrote, without a sender. */
const withoutSender = new Set<LayoutKey>([
  'nedbank',
  'fnb-emailed',
  'discovery',
  'discovery-newer',
  'tymebank',
  'investec',
  'investec-sheet',
  'bank-zero',
  'bank-zero-history',
  'mt940',
]);

/** The creditor sees ten characters of the sender and twenty of the payer. */
export function movement(
  { layout, random }: Writing,
  typed: string,
  { cents, truth, from }: { cents: number; truth: Truth; from?: string },
): Made {
  const sender = from ?? random.pick(senders);
  const isUpper = layout.startsWith('fnb-h') || layout.startsWith('fnb-b');
  const own = (isUpper ? typed.toUpperCase() : typed).slice(0, 20);
  const kind = random.pick(kinds[layout] ?? ['']);
  if (layout === 'fnb-emailed') {
    const text =
      from === undefined ? typed.slice(0, 16) : `${from.padEnd(10)}${typed}`.slice(0, 16);
    return { cents, kind: 'Magtape Credit', text, truth };
  }
  if (layout === 'capitec' || layout === 'capitec-older') {
    const number = String(912_345_600 + random.below(1000)).padStart(10, '0');
    const text = `${sender.padEnd(10)}${own.padEnd(20)}PAYMENT   ${number}`;
    return { cents, kind: '', text, truth };
  }
  const text = withoutSender.has(layout) && from === undefined ? own : `${sender.padEnd(10)}${own}`;
  return { cents, kind, text, truth };
}
