import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { donationColumns } from '#contract/donations/admin-endpoints.ts';
import { invoiceColumns } from '#contract/invoices/endpoints.ts';
import { memberColumns } from '#contract/members/endpoints.ts';
import { userColumns } from '#contract/users/endpoints.ts';
import { openPool } from '../pool.ts';
import type { Tables } from '../tables.ts';
import { searchDonationRows } from '#server/features/donations/queries.ts';
import { searchInvoiceRows } from '#server/features/invoices/queries.ts';
import { recountLists } from './recount-lists.ts';
import { searchMemberRows } from '#server/features/members/queries.ts';
import { searchUserRows } from '#server/features/users/queries.ts';
import { openTestApp } from '#test/support/app.ts';
import { seedLarge } from '#test/support/seed-large.ts';

const people = 10_000;
const pageSize = 25;

const app = await openTestApp();
await seedLarge(app.db, people);
await recountLists(app);

const asked: CompiledQuery[] = [];
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: openPool(app.url, 1) }),
  log: ({ query }) => void asked.push(query),
});
after(() => db.destroy());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

const large = ['users', 'members', 'invoices', 'payments', 'membership_periods', 'donations'];

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The query plan for the page and the count, which run as one query. */
async function workOf(search: () => Promise<unknown>) {
  asked.length = 0;
  await search();
  const [query, ...more] = asked;
  assert.ok(query !== undefined && more.length === 0, 'one statement');
  const { rows } = await app.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>({
    ...query,
    sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${query.sql}`,
  });
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  const scans = nodes.filter((node) => large.includes(node['Relation Name'] ?? ''));
  return {
    wholeTables: scans.filter((node) => node['Node Type'] === 'Seq Scan'),
    indexes: nodes.map((node) => node['Index Name']),
    rowsTouched: scans.reduce((sum, node) => sum + touchedBy(node), 0),
  };
}

function touchedBy(node: Node): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

type Search = (given: { sortBy?: string; sortDescending?: boolean; pageSize: number }) => {
  page(): Promise<unknown>;
};

/** The joins read each row of the page a few times. The cost does not grow with the table. */
const fewRows = 15 * pageSize;

async function assertEverySort(search: Search, columns: readonly string[]) {
  for (const sortBy of columns) {
    for (const sortDescending of [false, true]) {
      const name = `${sortBy}${sortDescending ? ' descending' : ''}`;
      const work = await workOf(() => search({ sortBy, sortDescending, pageSize }).page());
      assert.deepEqual(work.wholeTables, [], name);
      assert.ok(work.rowsTouched <= fewRows, `${name} touches ${work.rowsTouched} rows`);
    }
  }
}

test('the first page of members is found by an index in every order', () =>
  assertEverySort((given) => searchMemberRows(db, given), memberColumns));

test('the first page of invoices is found by an index in every order', () =>
  assertEverySort((given) => searchInvoiceRows(db, given), invoiceColumns));

test('the first page of donations is found by an index in every order', () =>
  assertEverySort((given) => searchDonationRows(db, given), donationColumns));

test('the first page of users is found by an index in every order', () =>
  assertEverySort((given) => searchUserRows(db, given), userColumns));

interface Found {
  page(): Promise<{ totalCount: number }>;
}

/** The plan uses this index and reads each match once, for the count and the page together. */
async function assertFoundBy(index: string, search: Found, atLeast: number) {
  const { totalCount } = await search.page();
  assert.ok(totalCount >= atLeast, `${index}: ${totalCount} found`);
  const work = await workOf(() => search.page());
  assert.ok(work.indexes.includes(index), `${index} is not used, but ${work.indexes.join()}`);
  assert.deepEqual(work.wholeTables, [], index);
  const most = 1.2 * totalCount + fewRows;
  assert.ok(work.rowsTouched <= most, `${index}: ${work.rowsTouched} rows for ${totalCount}`);
}

test('every text filter of members has its index', async () => {
  const members = (filters: Parameters<typeof searchMemberRows>[1]) =>
    searchMemberRows(db, { ...filters, pageSize });
  await assertFoundBy('members_last_name', members({ lastName: 'ncube' }), 10);
  await assertFoundBy('members_last_name', members({ lastName: 'lotter' }), 10);
  await assertFoundBy('members_last_name', members({ lastName: 'nobody at all' }), 0);
  await assertFoundBy('members_first_name', members({ firstName: 'Zoë' }), 100);
  await assertFoundBy('members_email', members({ email: '.zwane@ex' }), 10);
  await assertFoundBy('members_phone', members({ phone: '081234' }), 0);
  await assertFoundBy('members_number_text', members({ membershipNumber: '01234' }), 1);
  await assertFoundBy('members_search', members({ text: 'ncube @example' }), 10);
  await assertFoundBy('members_search', members({ text: '01234' }), 1);
  await assertFoundBy('members_search', members({ text: 'acacia ncube' }), 10);
  await assertFoundBy('members_town', members({ town: 'nowhere' }), 0);
  await assertFoundBy('members_by_province', members({ province: 'Limpopo' }), 0);
});

test('every text filter of invoices and donations has its index', async () => {
  const invoices = (filters: Parameters<typeof searchInvoiceRows>[1]) =>
    searchInvoiceRows(db, { ...filters, pageSize });
  await assertFoundBy('invoices_payer_last_name', invoices({ userLastName: 'ncube' }), 10);
  await assertFoundBy('invoices_payer_email', invoices({ userEmail: '.zwane@ex' }), 10);
  await assertFoundBy('invoices_number_text', invoices({ invoiceNumber: 'INV-01234' }), 1);
  await assertFoundBy('invoices_number_text', invoices({ invoiceNumber: 'INV-01234-N' }), 1);
  const donations = (filters: Parameters<typeof searchDonationRows>[1]) =>
    searchDonationRows(db, { ...filters, pageSize });
  await assertFoundBy('donations_last_name', donations({ lastName: 'ncube' }), 10);
  await assertFoundBy('donations_email', donations({ email: 'donor1234@' }), 1);
  await assertFoundBy('donations_reference', donations({ reference: 'DON-01234' }), 1);
  await assertFoundBy('donations_reference', donations({ reference: 'don1234' }), 1);
  await assertFoundBy('invoices_search', invoices({ text: 'ncube inv-' }), 10);
  await assertFoundBy('invoices_search', invoices({ text: 'INV-01234-N' }), 1);
  await assertFoundBy('invoices_search', invoices({ text: 'inv1234' }), 1);
  await assertFoundBy('invoices_search', invoices({ text: 'inv 01234' }), 1);
  await assertFoundBy('donations_search', donations({ text: 'zoe DON-01' }), 0);
});

test('the matches of a filter are read once, no matter where they are in the sort order', async () => {
  // The most common name, and the members with the highest numbers.
  const pending = await sql<{ id: string }>`
    SELECT id FROM member_statuses WHERE name = 'Pending'`.execute(app.db);
  for (const filters of [{ lastName: 'dlamini' }, { memberStatusID: pending.rows[0]!.id }]) {
    const search = searchMemberRows(db, { ...filters, pageSize });
    const { totalCount } = await search.page();
    assert.ok(totalCount > people / 50, `${totalCount}`);
    const { rowsTouched } = await workOf(() => search.page());
    assert.ok(rowsTouched <= people + fewRows, `${rowsTouched} rows for ${totalCount}`);
  }
});

test('the last page is read without joining the rows before it', async () => {
  const last = { page: people / pageSize, pageSize };
  const { rowsTouched } = await workOf(() => searchMemberRows(db, last).page());
  assert.ok(rowsTouched >= people && rowsTouched <= people + fewRows, `${rowsTouched} rows`);
});

test('the check fails for a filter without an index', async () => {
  const slow = db.selectFrom('members').where(sql<boolean>`fold(title) LIKE '%s%'`);
  const work = await workOf(() => slow.select('id').execute());
  assert.equal(work.wholeTables.length, 1);
  assert.ok(work.rowsTouched >= people);
});

test('every text filter of users has its index', async () => {
  const users = (filters: Parameters<typeof searchUserRows>[1]) =>
    searchUserRows(db, { ...filters, pageSize });
  await assertFoundBy('users_last_name', users({ lastName: 'lotter' }), 10);
  await assertFoundBy('users_first_name', users({ firstName: 'Zoë' }), 100);
  await assertFoundBy('users_search', users({ text: 'zoe lotter' }), 0);
});
