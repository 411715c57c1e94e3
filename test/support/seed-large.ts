import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { Issuer } from '#server/platform/db/tables.ts';

/** Typical South African last names, the most common first. */
const lastNames =
  'Dlamini Nkosi Ndlovu Khumalo Botha Naidoo Mokoena Sithole Smith van_der_Merwe Mthembu Zulu Nel Pretorius Mahlangu Govender Molefe Pillay Venter Coetzee Radebe Williams Jacobs Adams Maseko Fourie du_Plessis Mofokeng Tshabalala Motaung Patel Steyn Jones Ngcobo Mkhize Buthelezi Cele Gumede Zungu Mabaso Khan Moosa Petersen September Daniels Lötter Jürgens Nemukula Mudau Ramaphala Sekgobela Chauke Baloyi Maluleke Hlongwane Shabangu Vilakazi Zwane Brown Taylor O’Connor Thompson Robertson Swanepoel Viljoen Kruger Marais Joubert le_Roux de_Villiers Oosthuizen Engelbrecht Erasmus Barnard Cronjé Labuschagne Malherbe Theron Wessels Ackermann Reddy Chetty Maharaj Singh Moodley Perumal Ebrahim Cassim Hendricks Isaacs Fortuin Booysen Plaatjies Witbooi Mbeki Sisulu Qunu Xaba Yengeni Zondi Tutu Mashaba Lekota Modise Phiri Banda Moyo Sibanda Ncube Dube'.split(
    ' ',
  );
const firstNames =
  'Thandi Sipho Nomsa Bongani Zanele Themba Ayanda Lindiwe Mandla Nokuthula Pieter Annelie Johan Marietjie Hendrik Elmarie Francois Riaan Chantelle Gerhard Lerato Kabelo Tshepo Palesa Thabo Dineo Mpho Refilwe Katlego Boitumelo Fatima Yusuf Ayesha Imraan Priya Rajesh Kavitha Dinesh James Sarah Michael Emma David Catherine Andrew Helen Ngũgĩ René Zoë Livhuwani'.split(
    ' ',
  );

/**
 * Adds `count` members and as many donations. Each member has a sign-in, a period and an invoice,
 * and most invoices are paid. The names follow from the number, so each run creates the same.
 */
export async function seedLarge(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (inside) => {
    const { rows } = await sql<{ name: string; definition: string }>`
      SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename IN ('users', 'members', 'invoices', 'payments', 'membership_periods',
        'donations') AND schemaname = 'public' AND NOT EXISTS (
          SELECT FROM pg_constraint WHERE conname = indexname)`.execute(inside);
    // Building the indexes once at the end takes a fraction of the time.
    await sql`DROP INDEX ${sql.raw(rows.map(({ name }) => name).join(', '))}`.execute(inside);
    await fillPeople(inside, count);
    await fillBooks(inside);
    await fillDonations(inside);
    for (const { definition } of rows) await sql.raw(definition).execute(inside);
  });
  await sql`VACUUM ANALYZE`.execute(db);
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

async function fillPeople(db: Db, count: number): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE town ON COMMIT DROP AS
    SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS user_id,
      ${nameFrom(firstNames, chance('first name'))} AS first_name,
      ${nameFrom(lastNames, sql`(${chance('last name')} ^ 1.3)`)} AS last_name,
      '08' || lpad((${chance('phone')} * 99999999)::bigint::text, 8, '0') AS phone,
      (ARRAY(SELECT id FROM member_types ORDER BY fee_cents))
        [1 + floor(4 * ${chance('type')} ^ 2)::int] AS type_id,
      1 + floor(10 * ${chance('status')})::int AS tenth,
      timestamptz '2019-01-01 00:00Z' + n * interval '7 years' / ${count}::int AS at
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
    INSERT INTO invoices (id, number, member_id, member_type_id, payer_first_name, payer_last_name,
      payer_email, payer_address, line, amount_cents, payment_type, issuer, created_at)
    SELECT gen_random_uuid(), n, id, type_id, first_name, last_name, email, '12 Acacia Road',
      'Membership', 45000 + 100 * tenth, CASE WHEN n % 3 = 0 THEN 'Credit Card' ELSE 'EFT' END,
      ${JSON.stringify(issuer)}, at
    FROM town`.execute(db);
  await sql`
    INSERT INTO payments (id, invoice_id, amount_cents, paid_on, recorded_at, method, source)
    SELECT gen_random_uuid(), id, amount_cents, (created_at + interval '9 days')::date,
      created_at + interval '9 days', payment_type, 'administrator'
    FROM invoices WHERE number % 10 < 9`.execute(db);
  await sql`
    UPDATE invoices i SET payment_id = p.id FROM payments p
    WHERE p.invoice_id = i.id`.execute(db);
  await sql`
    INSERT INTO membership_periods (id, member_id, starts_on, ends_on, anchor_day, member_type_id,
      fee_cents, invoice_id, created_at)
    SELECT gen_random_uuid(), i.member_id, p.paid_on, p.paid_on + 364, 1, i.member_type_id,
      i.amount_cents, i.id, p.recorded_at
    FROM invoices i JOIN payments p ON p.id = i.payment_id`.execute(db);
}

async function fillDonations(db: Db): Promise<void> {
  await sql`
    INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id,
      amount_cents, created_at)
    SELECT gen_random_uuid(), n, first_name, last_name, 'donor' || n || '@example.org', t.id,
      500 + 100 * (n % 977), at
    FROM town JOIN donation_types t ON t.place = 1 + n % 4`.execute(db);
  await sql`
    INSERT INTO payments (id, donation_id, amount_cents, paid_on, recorded_at, method, source)
    SELECT gen_random_uuid(), id, amount_cents, (created_at + interval '2 days')::date,
      created_at + interval '2 days', 'EFT', 'administrator'
    FROM donations WHERE number % 10 < 8`.execute(db);
  await sql`
    UPDATE donations d SET payment_id = p.id FROM payments p
    WHERE p.donation_id = d.id`.execute(db);
}
