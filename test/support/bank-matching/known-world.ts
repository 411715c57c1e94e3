import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { ReferenceKind } from '#contract/payment-references/payment-reference.ts';
import type { Db } from '#server/platform/db/pool.ts';

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

/** The same numbers for the same seed. */
export function openRandom(seed: number) {
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
export type Random = ReturnType<typeof openRandom>;

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
export const usualAmounts = [45_000, 45_000, 45_000, 65_000, 65_000, 125_000];

export const worldDay = '2027-03-10';

/** Open, paid and void invoices and donations, with numbers without gaps, so that each slip meets another record. */
export function makeRecords(random: Random, firstNumber: number): KnownRecord[] {
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
