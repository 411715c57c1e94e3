import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import { until } from './outage.ts';

/** Typical South African last names, the most common first. */
const lastNames =
  'Dlamini Nkosi Ndlovu Khumalo Botha Naidoo Mokoena Sithole Smith van_der_Merwe Mthembu Zulu Nel Pretorius Mahlangu Govender Molefe Pillay Venter Coetzee Radebe Williams Jacobs Adams Maseko Fourie du_Plessis Mofokeng Tshabalala Motaung Patel Steyn Jones Ngcobo Mkhize Buthelezi Cele Gumede Zungu Mabaso Khan Moosa Petersen September Daniels Lötter Jürgens Nemukula Mudau Ramaphala Sekgobela Chauke Baloyi Maluleke Hlongwane Shabangu Vilakazi Zwane Brown Taylor O’Connor Thompson Robertson Swanepoel Viljoen Kruger Marais Joubert le_Roux de_Villiers Oosthuizen Engelbrecht Erasmus Barnard Cronjé Labuschagne Malherbe Theron Wessels Ackermann Reddy Chetty Maharaj Singh Moodley Perumal Ebrahim Cassim Hendricks Isaacs Fortuin Booysen Plaatjies Witbooi Mbeki Sisulu Qunu Xaba Yengeni Zondi Tutu Mashaba Lekota Modise Phiri Banda Moyo Sibanda Ncube Dube'.split(
    ' ',
  );
const firstNames =
  'Thandi Sipho Nomsa Bongani Zanele Themba Ayanda Lindiwe Mandla Nokuthula Pieter Annelie Johan Marietjie Hendrik Elmarie Francois Riaan Chantelle Gerhard Lerato Kabelo Tshepo Palesa Thabo Dineo Mpho Refilwe Katlego Boitumelo Fatima Yusuf Ayesha Imraan Priya Rajesh Kavitha Dinesh James Sarah Michael Emma David Catherine Andrew Helen Ngũgĩ René Zoë Livhuwani'.split(
    ' ',
  );

/** The day on which the statuses, the periods and the reminders of the members are right. */
export const seededDay = '2026-01-01';

/**
 * Adds `count` members and as many donations. Each member has a sign-in and an invoice, and nine of
 * ten have paid and have a period, within the `years` before the seeded day. The names follow from the number, so each run
 * creates the same.
 */
export async function seedLarge(db: Db, count: number, years = 7): Promise<void> {
  const tables = ['users', 'members', 'invoices', 'payments', 'membership_periods', 'donations'];
  await fillFast(db, [...tables, 'reminders'], async (inside) => {
    await fillPeople(inside, count, years);
    await fillBooks(inside);
    await fillDonations(inside);
    await fillLedger(inside);
  });
  await sql`VACUUM ANALYZE invoice_changes, ledger_entries, ledger_lines`.execute(db);
}

/**
 * Fills the tables without their indexes and references, and adds these afterwards. This takes a
 * fraction of the time, and checks the references too.
 */
export async function fillFast(
  db: Db,
  tables: string[],
  fill: (inside: Db) => Promise<void>,
): Promise<void> {
  const addAgain = await db.transaction().execute(async (inside) => {
    await allowLongStatements(inside);
    const definitions = await dropIndexes(inside, tables);
    await fill(inside);
    return definitions;
  });
  // An index of the transaction that also updated rows is not used while an older transaction runs,
  // even one of another database (`indcheckxmin`). Thus the indexes have a transaction of their own.
  await db.transaction().execute(async (inside) => {
    await allowLongStatements(inside);
    for (const definition of addAgain) await sql.raw(definition).execute(inside);
  });
  await sql`VACUUM ANALYZE ${sql.raw(tables.join(', '))}`.execute(db);
  await until('the new indexes', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT indexrelid::regclass AS name FROM pg_index WHERE indcheckxmin`.execute(db);
    for (const { name } of rows) await sql`REINDEX INDEX ${sql.raw(name)}`.execute(db);
    return rows.length === 0;
  });
}

/** Drops the indexes and references of the tables, and returns the statements that add them again. */
async function dropIndexes(db: Db, tables: string[]): Promise<string[]> {
  const { rows: constraints } = await sql<{ table: string; name: string; definition: string }>`
    SELECT conrelid::regclass AS table, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype IN ('f', 'x') AND conrelid = ANY(${tables}::regclass[])`.execute(
    db,
  );
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = ANY(${tables}) AND schemaname = 'public' AND NOT EXISTS (
      SELECT FROM pg_constraint WHERE conname = indexname)`.execute(db);
  for (const { table, name } of constraints)
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db);
  await sql`DROP INDEX ${sql.raw(indexes.map(({ name }) => name).join(', '))}`.execute(db);
  return [
    ...indexes.map(({ definition }) => definition),
    ...constraints.map(
      ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    ),
  ];
}

const issuer: Issuer = {
  name: 'Friends of the Waterberg',
  email: 'office@example.org',
  phone: '014 755 4000',
  address: 'PO Box 1187\nVaalwater',
  bank: 'First National Bank',
  accountType: 'Cheque',
  branchCode: '050655',
  accountNumber: '00812345678',
  swiftCode: '',
};

/** A number from 0 to 1 that is always the same for the member and the question. */
const chance = (question: string) =>
  sql`((abs(hashint8extended(n, hashtext(${question}))) % 1000003) / 1000003.0)`;

const nameFrom = (list: string[], place: unknown) =>
  sql`(${list.map((name) => name.replaceAll('_', ' '))}::text[])[1 + floor(${list.length} * ${place})::int]`;

async function fillPeople(db: Db, count: number, years: number): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE town ON COMMIT DROP AS
    SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS user_id,
      ${nameFrom(firstNames, chance('first name'))} AS first_name,
      ${nameFrom(lastNames, sql`(${chance('last name')} ^ 1.3)`)} AS last_name,
      '08' || lpad((${chance('phone')} * 99999999)::bigint::text, 8, '0') AS phone,
      (ARRAY(SELECT id FROM member_types ORDER BY fee_cents))
        [1 + floor(4 * ${chance('type')} ^ 2)::int] AS type_id,
      1 + floor(10 * ${chance('status')})::int AS tenth,
      ${seededDay}::timestamptz - ${`${years} years`}::interval
        + n * ${`${years} years`}::interval / ${count}::int AS at
    FROM generate_series(1, ${count}::int) n`.execute(db);
  await sql`ALTER TABLE town ADD COLUMN email text`.execute(db);
  await sql`
    UPDATE town SET email = n || '.' || regexp_replace(fold(last_name), '[^a-z]', '', 'g')
      || '@example.org'`.execute(db);
  await sql`ANALYZE town`.execute(db);
  await sql`
    INSERT INTO users (id, email, first_name, last_name, phone_number, role, created_at)
    SELECT user_id, email, first_name, last_name, phone, 'Member', at FROM town`.execute(db);
  await sql`
    INSERT INTO members (id, number, user_id, member_type_id, member_status_id, title, first_name,
      last_name, email, phone, postal_address, zip_code, signup_date, created_at)
    SELECT town.id, CASE WHEN tenth < 10 THEN n END, user_id, type_id, s.id, 'Ms', first_name,
      last_name, email, phone, n || ' Acacia Road', '1350', at::date, at
    FROM town JOIN member_statuses s ON s.name = (ARRAY['Active', 'Active', 'Active', 'Active',
      'Active', 'Active', 'Due for Renewal', 'Expired', 'Expired', 'Pending'])[tenth]`.execute(db);
  await sql`UPDATE counters SET last_used = ${count}`.execute(db);
}

async function fillBooks(db: Db): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE books ON COMMIT DROP AS
    SELECT n, id AS member_id, gen_random_uuid() AS invoice_id, tenth, type_id, first_name,
      last_name, email, 45000 + 100 * tenth AS amount_cents, at,
      CASE WHEN n % 3 = 0 THEN 'Credit Card' ELSE 'EFT' END AS method,
      CASE WHEN tenth < 10 THEN gen_random_uuid() END AS payment_id,
      ${sql.lit(seededDay)}::date + CASE WHEN tenth <= 6 THEN 61 + n % 300 WHEN tenth = 7 THEN n % 60
        ELSE -31 - n % 700 END AS ends_on
    FROM town`.execute(db);
  await sql`
    INSERT INTO invoices (id, number, member_id, member_type_id, payer_first_name, payer_last_name,
      payer_email, payer_address, line, amount_cents, payment_type, issuer, created_at)
    SELECT invoice_id, n, member_id, type_id, first_name, last_name, email, '12 Acacia Road',
      'Membership', amount_cents, method, ${JSON.stringify(issuer)}, at
    FROM books`.execute(db);
  await sql`
    INSERT INTO payments (id, invoice_id, amount_cents, counted_cents, paid_on, recorded_at, method,
      source)
    SELECT payment_id, invoice_id, amount_cents, amount_cents, (at + interval '9 days')::date,
      at + interval '9 days', method, 'administrator'
    FROM books WHERE payment_id IS NOT NULL`.execute(db);
  await sql`
    INSERT INTO membership_periods (id, member_id, starts_on, ends_on, anchor_day, member_type_id,
      fee_cents, invoice_id, created_at)
    SELECT gen_random_uuid(), member_id, ends_on - 364, ends_on, 1, type_id, amount_cents, invoice_id,
      at + interval '9 days'
    FROM books WHERE payment_id IS NOT NULL`.execute(db);
  await sql`
    INSERT INTO reminders (period_id, step, noted_at)
    SELECT id, step, ends_on + step FROM membership_periods, unnest('{-30, -7, 0, 30}'::int[]) step
    WHERE ends_on + step <= ${seededDay}::date`.execute(db);
}

/** As `postPayments` would. */
async function fillLedger(db: Db): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE posted ON COMMIT DROP AS
    SELECT nextval(pg_get_serial_sequence('ledger_entries', 'id')) AS id, p.id AS source_id, p.paid_on AS day,
      p.amount_cents, CASE p.method WHEN 'EFT' THEN 'bank' ELSE 'payfast' END AS account,
      CASE WHEN p.donation_id IS NULL THEN 'membership' ELSE 'donation' END AS income, i.member_type_id,
      CASE WHEN p.donation_id IS NULL THEN 'invoice' ELSE 'donation' END AS record_kind,
      coalesce(p.invoice_id, p.donation_id) AS record_id, coalesce(i.number, d.number) AS record_number
    FROM payments AS p LEFT JOIN invoices AS i ON i.id = p.invoice_id
    LEFT JOIN donations AS d ON d.id = p.donation_id`.execute(db);
  await sql`
    INSERT INTO ledger_entries (id, day, booked_on, kind, source_id, record_kind, record_id, record_number)
    SELECT id, day, day, 'received', source_id, record_kind, record_id, record_number FROM posted`.execute(
    db,
  );
  await sql`
    INSERT INTO ledger_lines (entry_id, account, of_id, cents)
    SELECT id, account, NULL, amount_cents FROM posted
    UNION ALL SELECT id, income, member_type_id, -amount_cents FROM posted`.execute(db);
}

async function fillDonations(db: Db): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE gifts ON COMMIT DROP AS
    SELECT n, gen_random_uuid() AS id, t.id AS type_id, 500 + 100 * (n % 977) AS amount_cents,
      first_name, last_name, at, CASE WHEN n % 10 < 8 THEN gen_random_uuid() END AS payment_id
    FROM town JOIN donation_types t ON t.place = 1 + n % 4`.execute(db);
  await sql`
    INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id,
      amount_cents, created_at)
    SELECT id, n, first_name, last_name, 'donor' || n || '@example.org', type_id, amount_cents, at
    FROM gifts`.execute(db);
  await sql`
    INSERT INTO payments (id, donation_id, amount_cents, counted_cents, paid_on, recorded_at, method,
      source)
    SELECT payment_id, id, amount_cents, amount_cents, (at + interval '2 days')::date,
      at + interval '2 days', 'EFT', 'administrator'
    FROM gifts WHERE payment_id IS NOT NULL`.execute(db);
}
