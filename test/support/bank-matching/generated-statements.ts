import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { LayoutKey } from '#contract/bank-statements/layouts.ts';
import {
  checkLetter,
  paymentReference,
  type ReferenceKind,
} from '#contract/payment-references/payment-reference.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Movement } from '#test/support/bank-statements/write-statement.ts';

/** A record of a generated world. */
export interface KnownRecord {
  id: string;
  kind: ReferenceKind;
  number: number;
  cents: number;
  firstName: string;
  lastName: string;
  email: string;
  state: 'open' | 'paid' | 'void';
}

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

/** The same numbers for the same seed. */
function openRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  return { next, below, pick };
}
type Random = ReturnType<typeof openRandom>;

const surnames =
  `Adams Botha Cele Dlamini Dube Fourie Govender Hendricks Jacobs Khumalo Koen Kruger Mabaso Mahlangu Maluleke Meyer
  Mokoena Molefe Moodley Mthembu Naicker Naidoo Ndlovu Nel Ngcobo Nkosi Ntuli O'Brien Petersen Pillay Pretorius Radebe
  Roos Sithole Smith Smit Steyn Tshabalala Venter Visser Vilakazi Williams Zulu Zwane de_Villiers du_Plessis le_Roux
  van_Wyk van_der_Merwe van_Niekerk`
    .split(/\s+/)
    .map((name) => name.replaceAll('_', ' '));
const firstNames =
  `Anna Ben Charl Dineo Elsa Fikile Gert Hanlie Imran Johan Kagiso Lerato Marie Neo Otto Palesa Rika Sipho Thandi
  Umar Vusi Willem Xolani Yusuf Zanele`.split(/\s+/);
/** Most records have one of a few amounts, as membership fees have. */
const usualAmounts = [45_000, 45_000, 45_000, 65_000, 65_000, 125_000];

export const worldDay = '2027-03-10';

/** Open, paid and void invoices and donations, with numbers without gaps, so that each slip meets another record. */
function makeRecords(random: Random, firstNumber: number): KnownRecord[] {
  const records: KnownRecord[] = [];
  for (let at = 0; at < 900; at += 1) {
    const before = records.at(-1);
    const isSamePayer = before !== undefined && random.next() < 0.15;
    const payer = isSamePayer ? before : newPayer(random, at);
    const chance = random.next();
    const state = chance < 0.75 ? 'open' : 'paid';
    records.push({
      id: randomUUID(),
      kind: random.next() < 0.06 ? 'DON' : 'INV',
      number: firstNumber + at,
      cents: random.next() < 0.8 ? random.pick(usualAmounts) : (5 + random.below(300)) * 1000,
      firstName: payer.firstName,
      lastName: payer.lastName,
      email: payer.email,
      state: chance < 0.97 ? state : 'void',
    });
  }
  // A donation cannot be void.
  return records.map((record) =>
    record.kind === 'DON' && record.state === 'void' ? { ...record, state: 'open' } : record,
  );
}

function newPayer(random: Random, at: number) {
  return {
    firstName: random.pick(firstNames),
    lastName: random.pick(surnames),
    email: `payer-${at}@example.org`,
  };
}

/** Replaces all money of the database with these records. */
export async function fillWorld(db: Db, records: readonly KnownRecord[]): Promise<void> {
  const createdAt = `${addDays(worldDay, -40)}T08:00:00Z`;
  await sql`TRUNCATE invoices, donations, payments CASCADE`.execute(db);
  const rows = JSON.stringify(records);
  const from = sql`jsonb_to_recordset(${rows}::jsonb) AS r (id uuid, kind text, number integer,
    cents integer, "firstName" text, "lastName" text, email text, state text)`;
  await sql`
    INSERT INTO invoices (id, number, payer_first_name, payer_last_name, payer_email, payer_address,
      line, amount_cents, payment_type, issuer, created_at, voided_at, void_reason)
    SELECT id, number, "firstName", "lastName", email, '', 'Membership', cents, 'EFT', '{}', ${createdAt},
      CASE WHEN state = 'void' THEN ${createdAt}::timestamptz END,
      CASE WHEN state = 'void' THEN 'A mistake' END
    FROM ${from} WHERE kind = 'INV'`.execute(db);
  await sql`
    INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id, amount_cents,
      created_at)
    SELECT id, number, "firstName", "lastName", email,
      (SELECT id FROM donation_types WHERE name = 'EFT'), cents, ${createdAt}
    FROM ${from} WHERE kind = 'DON'`.execute(db);
  await sql`
    INSERT INTO payments (id, invoice_id, donation_id, amount_cents, counted_cents, paid_on,
      recorded_at, method, source, external_reference)
    SELECT gen_random_uuid(), CASE WHEN kind = 'INV' THEN id END, CASE WHEN kind = 'DON' THEN id END,
      cents, cents, ${addDays(worldDay, -30)}, ${createdAt}, 'Credit Card', 'payfast', 'payfast:' || id
    FROM ${from} WHERE state = 'paid'`.execute(db);
  await sql`ANALYZE invoices, donations`.execute(db);
}

/** Of a hundred movements. */
const shares = {
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

type Case = keyof typeof shares;

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

const nameOf = ({ firstName, lastName }: KnownRecord, random: Random) =>
  random.pick([
    `${firstName.charAt(0)} ${lastName}`,
    lastName,
    `${firstName} ${lastName}`,
    `${lastName} ${firstName.charAt(0)}`,
  ]);

export interface GeneratedStatement {
  records: KnownRecord[];
  movements: TrueMovement[];
}

interface World {
  records: KnownRecord[];
  random: Random;
  /** Open records, each for one movement only. */
  take: (fits?: (record: KnownRecord) => boolean) => KnownRecord;
}

/** A world with a statement of `count` movements, of which is known what they are. */
export function generateStatement(
  layout: LayoutKey,
  { seed, count, firstNumber }: { seed: number; count: number; firstNumber: number },
): GeneratedStatement {
  const random = openRandom(seed);
  const records = makeRecords(random, firstNumber);
  const left = new Set(records.filter(({ state }) => state === 'open'));
  const take: World['take'] = (fits = () => true) => {
    const fitting = [...left].filter((record) => fits(record));
    const record = random.pick(fitting);
    left.delete(record);
    return record;
  };
  const world = { records, random, take };
  const cases = (Object.entries(shares) as [Case, number][]).flatMap(([name, share]) =>
    Array.from({ length: Math.round((share * count) / 100) }, () => name),
  );
  const movements = cases.map((name) => makers[name](world, layout));
  const shuffled = movements
    .map((movement) => ({ movement, place: random.next() }))
    .toSorted((one, other) => one.place - other.place);
  return {
    records,
    movements: shuffled.map(({ movement }, at) => ({
      ...movement,
      day: addDays(worldDay, -9 + Math.floor((at * 10) / count)),
    })),
  };
}

type Made = Omit<TrueMovement, 'day'>;
const isInvoice = ({ kind }: KnownRecord) => kind === 'INV';

const mangled = (record: KnownRecord, random: Random) =>
  random.pick(manglings)(paymentReference(record.kind, record.number));

/** With or without the payer's name behind it. */
function withName(reference: string, record: KnownRecord, random: Random): string {
  return random.next() < 0.5 ? reference : `${reference} ${nameOf(record, random)}`;
}

const makers: Record<Case, (world: World, layout: LayoutKey) => Made> = {
  reference({ random, take }, layout) {
    const record = take();
    const text = withName(mangled(record, random), record, random);
    return movement(layout, random, text, record.cents, truthOf('reference', [record]));
  },
  'without letter'({ random, take }, layout) {
    const record = take(isInvoice);
    const reference = mangled(record, random).replace(/[\s-]?[A-Za-z]$/, '');
    const text = `${reference} ${record.firstName} ${record.lastName}`;
    return movement(layout, random, text, record.cents, truthOf('without letter', [record]));
  },
  wrong(world, layout) {
    const { random, take } = world;
    const record = take(isInvoice);
    const typed = random.pick(slips)(record, world);
    const isOther = typed.isOther === true;
    const name = isOther ? 'wrong record' : 'wrong digits';
    // Another person's reference with the amount can only be noticed by the name.
    const text = isOther ? `${typed.reference} ${record.lastName}` : typed.reference;
    const truth = { ...truthOf(name, [record]), isMatchable: false };
    return movement(layout, random, withName(text, record, random), record.cents, truth);
  },
  cut({ random, take }, layout) {
    const record = take((one) => isInvoice(one) && one.lastName.length >= 6);
    const name = `${record.firstName.charAt(0)} ${record.lastName}`;
    const most = layout === 'fnb-emailed' ? 16 : 20;
    const reference = paymentReference('INV', record.number);
    // So far to the right that its end is lost.
    const text = `${name} ${'.'.repeat(Math.max(0, most - 9 - name.length))}${reference}`;
    return movement(layout, random, text, record.cents, truthOf('cut', [record]));
  },
  name({ random, take, records }, layout) {
    const record = take(isInvoice);
    const alike = records.filter(
      ({ state, lastName, firstName, cents }) =>
        state === 'open' &&
        cents === record.cents &&
        lastName === record.lastName &&
        firstName.charAt(0) === record.firstName.charAt(0),
    );
    const text = `${record.firstName.charAt(0)} ${record.lastName}`;
    const truth = { ...truthOf('name', [record]), isMatchable: alike.length === 1 };
    return movement(layout, random, text, record.cents, truth);
  },
  several({ random, take, records }, layout) {
    const first = take(isInvoice);
    const family = records.find(
      (one) => one !== first && isInvoice(one) && one.state === 'open' && one.email === first.email,
    );
    const second =
      family === undefined ? take(isInvoice) : (take((one) => one === family) ?? take(isInvoice));
    const short = (one: KnownRecord) =>
      paymentReference('INV', one.number).replaceAll('-', '').replace(/INV0+/, 'INV');
    const cents = first.cents + second.cents;
    const truth = truthOf('several', [first, second]);
    return movement(layout, random, `${short(first)} ${short(second)}`, cents, truth);
  },
  part({ random, take }, layout) {
    const record = take(isInvoice);
    const cents = Math.round(record.cents / 300) * 100;
    return movement(layout, random, mangled(record, random), cents, truthOf('part', [record]));
  },
  over({ random, take }, layout) {
    const record = take();
    const cents = record.cents + 5000;
    return movement(layout, random, mangled(record, random), cents, truthOf('over', [record]));
  },
  again({ random, records }, layout) {
    const record = random.pick(records.filter((one) => one.state === 'paid' && isInvoice(one)));
    return movement(layout, random, mangled(record, random), record.cents, truthOf('again', []));
  },
  unknown({ random }, layout) {
    const text = random.pick(['MEMBERSHIP', 'CASH', 'THANK YOU', 'BRAAI TICKETS', '12B MAIN ROAD']);
    const truth = { ...truthOf('unknown', []), isMatchable: false };
    return movement(layout, random, text, random.pick(usualAmounts), truth);
  },
  'bank money'({ random }, layout) {
    const truth = { ...truthOf('bank', []), isMatchable: true };
    if (random.next() < 0.5) {
      const kind = 'SERVICE FEE';
      return { cents: -(500 + random.below(5000)), kind, text: 'FEE', truth };
    }
    return movement(
      layout,
      random,
      'PO00918273',
      100_000 + random.below(900_000),
      truth,
      'PAYFAST',
    );
  },
};

function truthOf(name: Truth['case'], records: readonly KnownRecord[]): Truth {
  return { case: name, ids: records.map(({ id }) => id), isMatchable: true };
}

interface Slip {
  reference: string;
  /** Of another record of the same amount. */
  isOther?: boolean;
}

/** What makes a reference wrong. */
const slips: ((record: KnownRecord, world: World) => Slip)[] = [
  (record, { random }) =>
    changed(record, random, (digits, at) => {
      const digit = (Number(digits.charAt(at)) + 1 + random.below(9)) % 10;
      return digits.slice(0, at) + digit + digits.slice(at + 1);
    }),
  (record, { random }) =>
    changed(record, random, (digits, at) =>
      at + 1 < digits.length
        ? digits.slice(0, at) + digits.charAt(at + 1) + digits.charAt(at) + digits.slice(at + 2)
        : digits.slice(0, at) + ((Number(digits.charAt(at)) + 1) % 10),
    ),
  (record, { random }) =>
    changed(record, random, (digits, at) => digits.slice(0, at) + digits.slice(at + 1)),
  (record, { random }) =>
    changed(record, random, (digits, at) => digits.slice(0, at + 1) + digits.slice(at)),
  ({ number }) => ({ reference: paymentReference('INV', number).replace('INV', 'DON') }),
  ({ number }, { random }) => {
    const letters = 'ACEFHJKMNPRTUVWXY'.replace(checkLetter('INV', number), '');
    const wrong = random.pick(Array.from(letters));
    return { reference: paymentReference('INV', number).replace(/.$/, wrong) };
  },
  (record, { random, records }) => {
    const others = records.filter(
      (one) =>
        one.state === 'open' &&
        one.kind === 'INV' &&
        one.cents === record.cents &&
        one.lastName !== record.lastName &&
        one.email !== record.email,
    );
    if (others.length === 0) return { reference: mangled(record, random) };
    return { reference: mangled(random.pick(others), random), isOther: true };
  },
  (_, { random, records }) => {
    const paid = records.filter((one) => one.state === 'paid' && one.kind === 'INV');
    return { reference: mangled(random.pick(paid), random), isOther: true };
  },
];

/** Digits with the zeros that are printed, or without them. The letter stays. */
function changed(
  { number }: KnownRecord,
  random: Random,
  change: (digits: string, at: number) => string,
): Slip {
  const letter = checkLetter('INV', number);
  const digits = random.next() < 0.5 ? String(number) : String(number).padStart(5, '0');
  // A zero in front is no digit of the number.
  const first = digits.search(/[1-9]/);
  const at = first + random.below(digits.length - first);
  return { reference: `INV-${change(digits, at)}-${letter}` };
}

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
function movement(
  layout: LayoutKey,
  random: Random,
  typed: string,
  cents: number,
  truth: Truth,
  from?: string,
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
