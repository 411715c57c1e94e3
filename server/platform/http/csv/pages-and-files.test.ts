import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as z from 'zod/mini';
import type { CsvFile } from '#contract/csv.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered } from '#test/support/people.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { addFullHistoryMember } from '#test/support/full-history-member.ts';
import { byteOrderMark, csvHeader, csvLines } from './csv-rows.ts';

const app = await openTestApp();
const { token: office } = await naledi(app);

// Two who sort as one, one who has paid nothing and so has no number, and what a query must not read.
const names = { ohm: 'Öhm', zola: 'ohm', abel: '$1 $2', dina: "D'Arcy" };
let member = '';
for (const [name, last_name] of Object.entries(names)) {
  const { memberId, token } = await addFullHistoryMember(app, name);
  await app.db.updateTable('members').set({ last_name }).where('id', '=', memberId).execute();
  member = token;
}
await registered(app);
const { invoiceId } = await registered(app, { email: 'void@example.org' });
await callApi(
  app,
  voidInvoice,
  { params: { id: invoiceId }, body: { reason: 'Twice' } },
  { token: office },
);
const bulkEmail = await app.db
  .selectFrom('bulk_emails')
  .select('id')
  .limit(1)
  .executeTakeFirstOrThrow();

const lists = (await allEndpoints()).flatMap(({ name, endpoint }) =>
  endpoint.csv === undefined ? [] : [{ name, endpoint, csv: endpoint.csv }],
);

async function called(endpoint: EndpointShape, body: object, token: string, accept = '*/*') {
  const input = { params: { id: bulkEmail.id }, body };
  const reply = await callApi(app, endpoint, input, { token, headers: { accept } });
  const { results = [], totalCount = 0 } = (reply.data ?? {}) as Partial<Page>;
  return { ...reply, results, totalCount };
}

interface Page {
  results: Record<string, unknown>[];
  totalCount: number;
}

/** What the list itself says that it can be sorted by. */
async function columnsOf(endpoint: EndpointShape): Promise<string[]> {
  const { status, message } = await called(endpoint, { sortBy: 'nothing of it' }, office);
  assert.equal(status, 400);
  return /^This list sorts by (.+)\.$/.exec(message)?.[1]?.split(', ') ?? [];
}

/** For each filter that is called as a column is: what a row has there. */
async function filtersOf(endpoint: EndpointShape, token: string): Promise<object[]> {
  const { shape } = endpoint.body as z.ZodMiniObject;
  const { results } = await called(endpoint, {}, token);
  const found = Object.keys(shape).map((field) => ({ [field]: results.at(-1)?.[field] }));
  const tried = await Promise.all(
    found.map(async (filter) => ({ filter, ...(await called(endpoint, filter, token)) })),
  );
  const isFilter = ({ status, filter }: (typeof tried)[number]) =>
    status === 200 && Object.values(filter).some((value) => value !== undefined);
  return [{}, ...tried.filter(isFilter).map(({ filter }) => filter)];
}

const pageSize = 3;

/** All pages one after another, and one past them; each says how many there are. */
async function pagesOf(endpoint: EndpointShape, asked: object, token: string) {
  const rows: object[] = [];
  for (let page = 1; ; page += 1) {
    const { status, text, results, totalCount } = await called(
      endpoint,
      { ...asked, page, pageSize },
      token,
    );
    assert.equal(status, 200, text);
    rows.push(...results);
    if (results.length === 0) return { rows, totalCount };
    const left = totalCount - (page - 1) * pageSize;
    assert.equal(results.length, Math.min(left, pageSize), `page ${page}`);
  }
}

/** The pages hold what the file holds, which the database finds and sorts without any pages. */
async function assertAgree(
  { endpoint, csv }: { endpoint: EndpointShape; csv: CsvFile },
  asked: object,
  token: string,
): Promise<number> {
  // The file first: the security record notes each download, and lists it in the file, too.
  const { text } = await called(endpoint, asked, token, 'text/csv');
  const { rows, totalCount } = await pagesOf(endpoint, asked, token);
  const said = `${endpoint.path} ${JSON.stringify(asked)}`;
  assert.equal(byteOrderMark + csvHeader(csv.columns) + csvLines(csv.columns, rows), text, said);
  assert.equal(totalCount, rows.length, said);
  return rows.length;
}

for (const list of lists) {
  test(`${list.name}: page after page, in each order and by each filter, is what its file is`, async () => {
    const columns = await columnsOf(list.endpoint);
    assert.ok(columns.length > 0);
    const tokens = list.endpoint.access === undefined ? [office] : [office, member];
    for (const token of tokens) {
      for (const filter of await filtersOf(list.endpoint, token)) {
        assert.ok((await assertAgree(list, filter, token)) > 0, JSON.stringify(filter));
        for (const sortBy of columns) {
          await assertAgree(list, { ...filter, sortBy }, token);
          await assertAgree(list, { ...filter, sortBy, sortDescending: true }, token);
        }
      }
    }
  });
}
