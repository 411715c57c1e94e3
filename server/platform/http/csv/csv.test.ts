import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import { listFormats } from '#contract/csv.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { searchInvoices } from '#contract/invoices/endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { searchNotifications } from '#contract/payments/notifications.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { download } from '#test/support/download.ts';
import { readAll } from '#test/support/imports/read-file.ts';
import { until } from '#test/support/outage.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const thandi = await registered(app, { phone: '+27 82 123 4567', zipCode: '0081' });
const koos = await registered(app, {
  firstName: '=cmd',
  lastName: 'van der Merwe',
  email: 'koos@example.org',
});
await app.db.updateTable('members').set({ number: 42 }).where('id', '=', koos.memberId).execute();

test('the file has the members of all pages that match the filters, in the requested order', async () => {
  const body = { sortBy: 'Email', sortDescending: true, page: 7, pageSize: 1 };
  const { status, headers, text, lines } = await download(app, searchMembers, body, token);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(headers['content-disposition'], 'attachment; filename="members-2027-03-10.csv"');
  assert.equal(text[0], '\uFEFF');
  assert.equal(
    lines[0]?.slice(1),
    'Number,Title,First name,Last name,Email,Phone,Postal address,Zip code,Town,Province,Type,Status,Deactivated reason,Sign-up date,Paid until',
  );
  assert.deepEqual(lines.slice(1), [
    ',Ms,Thandi,Dlamini,thandi@example.org,+27 82 123 4567,"12 Acacia Road\nSkukuza",0081,Skukuza,Gauteng,Individual,Pending,,2027-03-10,',
    '00042,Ms,\'=cmd,van der Merwe,koos@example.org,082 123 4567,"12 Acacia Road\nSkukuza",0081,Skukuza,Gauteng,Individual,Pending,,2027-03-10,',
    '',
  ]);
  const filtered = await download(app, searchMembers, { lastName: 'merwe' }, token);
  assert.equal(filtered.lines.length, 3);
  const none = await download(app, searchMembers, { lastName: 'nobody' }, token);
  assert.equal(none.lines.length, 2, 'the header alone');
});

test('the Excel file has the same rows, with numbers of members and phones as text', async () => {
  const accept = `${listFormats.xlsx.mediaType};q=0.9, application/json;q=0.5`;
  const body = { sortBy: 'Email', sortDescending: true };
  const { headers, bytes } = await callApi(
    app,
    searchMembers,
    { body },
    { token, headers: { accept } },
  );
  assert.equal(headers['content-type'], listFormats.xlsx.mediaType);
  assert.equal(headers['content-disposition'], 'attachment; filename="members-2027-03-10.xlsx"');
  const { cells } = await readAll(bytes);
  assert.deepEqual(
    cells.map((row) => [row[0], row[2], row[5], row[7], row[13]]),
    [
      ['', 'Thandi', '+27 82 123 4567', '0081', '2027-03-10'],
      ['00042', '=cmd', '082 123 4567', '0081', '2027-03-10'],
    ],
  );
  const invoices = await callApi(app, searchInvoices, { body: {} }, { token, headers: { accept } });
  assert.match(JSON.stringify((await readAll(invoices.bytes)).cells), /"450","EFT","Unpaid"/);
});

test('invoices, donations and notifications are files too', async () => {
  const invoices = await download(app, searchInvoices, { sortBy: 'InvoiceNumber' }, token);
  assert.equal(
    invoices.lines[1],
    'INV-00001,Membership: Individual,Thandi,Dlamini,thandi@example.org,450.00,EFT,Unpaid,,,,2027-03-10 10:00,INV-00001-Y',
  );
  assert.match((await download(app, searchDonations, {}, token)).lines[0]!, /Amount \(ZAR\)/);
  assert.match((await download(app, searchNotifications, {}, token)).lines[0]!, /PayFast number/);
});

test('a Member gets a file of own invoices, and none of a list that is for administrators', async () => {
  const thandis = await tokenOf(app, thandi.userId);
  const own = await download(app, searchInvoices, { memberId: koos.memberId }, thandis);
  assert.equal(own.lines.length, 3);
  assert.match(own.lines[1]!, /thandi@/);
  const refused = await download(app, searchMembers, {}, thandis);
  assert.deepEqual([refused.status, refused.data], [403, undefined]);
});

test('bad input is refused, and an endpoint without a file replies with JSON', async () => {
  const { status, message } = await download(app, searchMembers, { sortBy: 'x' }, token);
  assert.equal(status, 400);
  assert.match(message, /sorts by/);
  const relatives = await download(app, searchRelatives, {}, token);
  assert.match(String(relatives.headers['content-type']), /json/);
});

test('other Accept headers get JSON', async () => {
  for (const accept of ['*/*', 'application/json', 'text/html, */*;q=0.1', 'text/csvx']) {
    const reply = await callApi(app, searchMembers, { body: {} }, { token, headers: { accept } });
    assert.equal(reply.data.totalCount, 2, accept);
  }
});

test('the OpenAPI document describes the file', async () => {
  const document = (await app.fastify.inject('/api/openapi.json')).json();
  const { content } = document.paths['/api/members/search'].post.responses['200'];
  assert.deepEqual(content['text/csv'], { schema: { type: 'string' } });
  const { content: other } = document.paths['/api/members/relatives/search'].post.responses['200'];
  assert.equal(other['text/csv'], undefined);
});

/** Enough members for a file of many batches. */
async function crowd(count: number) {
  await sql`
    INSERT INTO users (id, email, first_name, last_name, role, created_at)
    SELECT gen_random_uuid(), n || '@crowd.example', 'Crowd', n::text, 'Member', now()
    FROM generate_series(1, ${count}) n`.execute(app.db);
  await sql`
    INSERT INTO members (id, number, user_id, member_type_id, member_status_id, title, first_name,
      last_name, email, phone, postal_address, zip_code, signup_date, created_at)
    SELECT gen_random_uuid(), 1000 + u.last_name::int, u.id, m.member_type_id, m.member_status_id,
      'Ms', u.first_name, u.last_name, u.email, '', repeat('x', 2000), '', m.signup_date, now()
    FROM members m, users u WHERE m.id = ${koos.memberId} AND u.first_name = 'Crowd'`.execute(
    app.db,
  );
}

const isReading = sql`
  datname = current_database() AND query LIKE 'FETCH%' AND xact_start IS NOT NULL`;
const openReadings = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE ${isReading}`.execute(app.db);
  return rows[0]!.count;
};

test('a file of many batches is complete and comes from one snapshot', async () => {
  await crowd(8_000);
  const { lines } = await download(app, searchMembers, { firstName: 'crowd' }, token);
  assert.equal(lines.length, 8_002);
  const numbers = lines.slice(1, -1).map((line) => Number(line.slice(0, 5)));
  assert.deepEqual(
    numbers,
    Array.from({ length: 8_000 }, (_, n) => 1001 + n),
  );
});

async function startReading() {
  if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const calling = request({
    port,
    method: 'POST',
    path: '/api/members/search',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/csv',
    },
  });
  calling.on('error', () => {});
  calling.end('{}');
  const [reply] = await once(calling, 'response');
  reply.once('data', () => reply.pause());
  await once(reply, 'data');
  return { calling, reply };
}

test('when the client disconnects, the database connection is released', async () => {
  const { calling } = await startReading();
  await until('the reading to begin', async () => (await openReadings()) === 1);
  calling.destroy();
  await until('the reading to end', async () => (await openReadings()) === 0);
});

test('three files are read concurrently; the others wait and are then complete', async () => {
  const first = await Promise.all([startReading(), startReading(), startReading()]);
  const fourth = download(app, searchMembers, { lastName: 'merwe' }, token);
  await until('all three to begin', async () => (await openReadings()) === 3);
  assert.equal(await Promise.race([fourth, Promise.resolve('waiting')]), 'waiting');
  for (const { calling } of first) calling.destroy();
  assert.equal((await fourth).lines.length, 3);
});

test('an interrupted file cannot be mistaken for a complete one', async () => {
  const { reply } = await startReading();
  await until('the reading to begin', async () => (await openReadings()) === 1);
  const ended = new Promise((resolve) => {
    reply.once('end', () => resolve('whole'));
    reply.once('error', () => resolve('broken'));
    reply.once('aborted', () => resolve('broken'));
  });
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE ${isReading}`.execute(app.db);
  reply.resume();
  assert.equal(await ended, 'broken');
  await app.fastify.close();
});
