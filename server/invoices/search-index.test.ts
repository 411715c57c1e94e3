import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { openPool } from '../db/pool.ts';
import type { Tables } from '../db/tables.ts';
import { searchMemberRows } from '../members/queries.ts';
import { registered } from '../testing/cast.ts';
import { openTestSite } from '../testing/site.ts';
import { searchInvoiceRows } from './queries.ts';

const site = await openTestSite();
const asked: CompiledQuery[] = [];
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: openPool(site.url, 1) }),
  log: ({ query }) => {
    asked.push(query);
  },
});
after(() => db.destroy());

const { memberId, invoiceId } = await registered(site, { email: 'first@example.org' });
const gin = await sql<{ name: string; definition: string }>`
  SELECT indexname AS name, indexdef AS definition FROM pg_indexes
  WHERE schemaname = 'public' AND indexdef LIKE '%USING gin%'`.execute(db);
const all = sql.raw(gin.rows.map((index) => index.name).join(', '));
await db.transaction().execute(async (inside) => {
  // Built once at the end, they take a fraction of the time.
  await sql`DROP INDEX ${all}`.execute(inside);
  await sql`
    INSERT INTO users (id, email, first_name, last_name, role, created_at)
    SELECT gen_random_uuid(), n || '@example.org', left(md5(n::text), 8), right(md5(n::text), 8),
      'Member', now() FROM generate_series(2, 20000) n`.execute(inside);
  await sql`
    INSERT INTO members SELECT gen_random_uuid(), row_number() OVER (), u.id, m.member_type_id,
      m.member_status_id, NULL, NULL, 'Ms', u.first_name, u.last_name, u.email, u.last_name,
      '', '', NULL, m.signup_date, NULL, now()
    FROM members m, users u WHERE m.id = ${memberId} AND u.id <> m.user_id`.execute(inside);
  await sql`
    INSERT INTO invoices SELECT gen_random_uuid(), 1 + row_number() OVER (), m.id,
      i.member_type_id, 'Thandi', m.last_name, m.email, '', '', 1, 'EFT', '{}', now()
    FROM invoices i, members m WHERE i.id = ${invoiceId} AND m.id <> i.member_id`.execute(inside);
  for (const { definition } of gin.rows) await sql.raw(definition).execute(inside);
});
await sql`ANALYZE users, members, invoices`.execute(site.db);

/** How the database would run what the search asks, both the page and the count. */
async function plansOf(search: () => Promise<unknown>): Promise<string[]> {
  asked.length = 0;
  await search();
  const plans = asked.map(async (query) => {
    const { rows } = await site.db.executeQuery<{ 'QUERY PLAN': string }>({
      ...query,
      sql: `EXPLAIN ${query.sql}`,
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  return Promise.all(plans);
}

async function uses(index: string, search: () => Promise<unknown>) {
  const plans = await plansOf(search);
  assert.equal(plans.length, 2);
  for (const plan of plans) assert.match(plan, new RegExp(`Bitmap Index Scan on ${index}\\b`));
}

test('every text filter of members has its index at 20,000 members', async () => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM members`.execute(db);
  assert.equal(rows[0]!.count, 20_000);
  await uses('members_last_name', () => searchMemberRows(db, { lastName: 'Dlamini' }).page());
  await uses('members_first_name', () => searchMemberRows(db, { firstName: 'hándi' }).page());
  await uses('members_email', () => searchMemberRows(db, { email: 'first@ex' }).page());
  await uses('members_phone', () => searchMemberRows(db, { phone: '123 45' }).page());
  await uses('members_number_text', () =>
    searchMemberRows(db, { membershipNumber: '01234' }).page(),
  );
});

test('every text filter of invoices has its index at 20,000 invoices', async () => {
  await uses('invoices_payer_last_name', () =>
    searchInvoiceRows(db, { userLastName: 'Dlamini' }).page(),
  );
  await uses('invoices_payer_email', () => searchInvoiceRows(db, { userEmail: 'first@ex' }).page());
  await uses('invoices_number_text', () =>
    searchInvoiceRows(db, { invoiceNumber: 'INV-01234' }).page(),
  );
});

test('what is not indexed would be seen: another expression reads the whole table', async () => {
  const plans = await plansOf(() =>
    db
      .selectFrom('members')
      .where(sql<boolean>`last_name LIKE '%Dlamini%'`)
      .select('id')
      .execute(),
  );
  assert.match(plans[0]!, /Seq Scan on members/);
});
