import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forgotPassword } from '#contract/auth/endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { getInvoicePdf } from '#contract/invoices/endpoints.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { buildApp } from '#server/app.ts';
import { deleteExpired } from '#server/platform/jobs/delete-expired.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
const admin = await naledi(app);
const thandi = await registered(app);
const pieter = await registered(app, { email: 'pieter@example.org' });
const card = await donationTypeId(app, 'Credit Card');

/** A second process on the same database. */
const second = { ...app, fastify: await buildApp(app) };
after(() => second.fastify.close());

const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });
const donation = {
  firstName: 'Sipho',
  lastName: 'Nkosi',
  email: 'sipho@example.org',
  donationTypeId: card,
  amount: 50,
};
const give = (client: string, to = app, body: object = donation) =>
  callApi(to, donate, { body: body as typeof donation }, from(client));

const counts = () => app.db.selectFrom('rate_counts').selectAll().execute();
const forget = () => app.db.deleteFrom('rate_counts').execute();

test('every call that is expensive or mails a stranger has a limit', async () => {
  const limited = (await allEndpoints()).filter(({ endpoint }) => endpoint.limit !== undefined);
  assert.deepEqual(limited.map(({ name }) => name).toSorted(), [
    'changePassword',
    'checkBooks',
    'donate',
    'downloadDataExport',
    'forgotPassword',
    'generateInvoice',
    'getInvoicePdf',
    'register',
    'requestResetToken',
    'resetPassword',
    'searchEverything',
    'sendProof',
    'startComparison',
    'uploadLogo',
    'uploadProfilePicture',
  ]);
});

test('a client makes at most 120 donations an hour, in all processes together', async () => {
  const home = '203.0.113.7';
  for (let n = 0; n < 120; n += 1) {
    assert.equal((await give(home, n % 2 === 0 ? app : second)).status, 201, String(n));
  }
  const refused = await give(home, second);
  assert.deepEqual(
    [refused.status, refused.message, refused.headers['retry-after']],
    [429, 'Too many requests. Please try again in 60 minutes.', '3600'],
  );
  assert.equal((await give('203.0.113.8')).status, 201);
  app.clock.set('2027-03-10T08:59:31Z');
  const later = await give(home, second);
  assert.equal(later.message, 'Too many requests. Please try again in 29 seconds.');
  app.clock.set('2027-03-10T09:00:00Z');
  assert.equal((await give(home, second)).status, 201);
});

test('a call whose input is refused does not count', async () => {
  await forget();
  const wrong = await give('203.0.113.9', app, { ...donation, amount: 0 });
  assert.deepEqual([wrong.status, await counts()], [400, []]);
});

test('the limits of a session are those of its user, and others have their own', async () => {
  await forget();
  const sessions = [await tokenOf(app, thandi.userId), await tokenOf(app, thandi.userId)];
  const read = async (n: number) => {
    const token = sessions[n % 2] ?? '';
    return callApi(app, downloadDataExport, { params: { id: thandi.memberId } }, { token });
  };
  for (let n = 0; n < 10; n += 1) assert.equal((await read(n)).status, 200);
  assert.equal((await read(10)).status, 429);
  const token = await tokenOf(app, pieter.userId);
  const other = await callApi(app, getInvoicePdf, { params: { id: pieter.invoiceId } }, { token });
  assert.equal(other.status, 200);
  const params = { id: thandi.memberId };
  const byAdmin = await callApi(app, downloadDataExport, { params }, { token: admin.token });
  assert.equal(byAdmin.status, 200);
});

test('an administrator may do ten times as much, from any address', async () => {
  await forget();
  for (const count of [1198, 1199, 1200]) {
    await app.db.deleteFrom('rate_counts').where('counted_for', '=', admin.id).execute();
    const ends_at = new Date(app.clock.now().getTime() + 1000);
    const row = { counted_for: admin.id, name: 'POST /donations', count, most: 1200, ends_at };
    await app.db.insertInto('rate_counts').values(row).execute();
    const reply = await callApi(app, donate, { body: donation }, { token: admin.token });
    assert.equal(reply.status, count < 1200 ? 201 : 429, String(count));
  }
});

/** As after this number of calls of the client or net to this endpoint. */
async function setCounts(counted: Record<string, number>): Promise<void> {
  for (const row of await counts()) {
    const count = counted[String(row.most)];
    if (count === undefined) continue;
    await app.db
      .updateTable('rate_counts')
      .set({ count })
      .where('counted_for', '=', row.counted_for)
      .where('name', '=', row.name)
      .execute();
  }
}

test('the wider an IPv6 network is, the higher is its limit', async () => {
  await forget();
  const ask = (from: string) =>
    callApi(
      app,
      forgotPassword,
      { body: { email: 'nobody@example.org' } },
      { headers: { 'x-forwarded-for': from } },
    );
  const status = async (from: string) => (await ask(from)).status;
  assert.equal(await status('2001:db8:a:b01::1'), 200);
  const most = (await counts()).map((row) => row.most);
  assert.deepEqual(
    most.toSorted((one, two) => one - two),
    [60, 240, 960],
  );

  await setCounts({ 60: 60 });
  assert.equal(await status('2001:db8:a:b01::2'), 429, 'the same /64');
  assert.equal(await status('2001:db8:a:b02::1'), 200, 'another one of the line');
  await forget();
  await status('2001:db8:a:c01::1');
  await setCounts({ 240: 240 });
  assert.equal(await status('2001:db8:a:cff::1'), 429, 'the same /56');
  assert.equal(await status('2001:db8:a:d01::1'), 200, 'another one of the site');
  await forget();
  await status('2001:db8:e:1::1');
  await setCounts({ 960: 960 });
  assert.equal(await status('2001:db8:e:ff00::1'), 429, 'the same /48');
  assert.equal(await status('2001:db8:f:1::1'), 200, 'another site');
});

test('however many visitors ask for a password, give or register, another one is served', async () => {
  await forget();
  // Eleven lines of as many sites, each near its own limit.
  const replies = [];
  for (let n = 0; n < 660; n += 1) {
    const from = `2001:db8:${(n % 11).toString(16)}00::1`;
    const body = { email: `nobody-${n}@example.org` };
    replies.push(
      await callApi(app, forgotPassword, { body }, { headers: { 'x-forwarded-for': from } }),
    );
  }
  assert.deepEqual(
    new Set(replies.map(({ status, text }) => `${status} ${text}`)),
    new Set(['200 {"success":true}']),
  );
  const body = { email: thandi.email };
  const known = await callApi(app, forgotPassword, { body }, from('198.51.100.77'));
  assert.deepEqual([known.status, known.text], [200, '{"success":true}']);
  const all = (await counts()).map((row) => row.counted_for);
  assert.ok(!all.includes('everyone'));
});

test('the counts name no address, and are deleted after their hour', async () => {
  await forget();
  await give('203.0.113.77');
  const rows = await counts();
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes('203.0.113'));
  app.clock.set('2027-03-10T09:59:59Z');
  await deleteExpired(app.ctx());
  assert.equal((await counts()).length, 1);
  app.clock.set('2027-03-10T10:00:00Z');
  await deleteExpired(app.ctx());
  assert.deepEqual(await counts(), []);
});

test('with RATE_LIMITS=off nothing is counted', async () => {
  const open = await openTestApp();
  for (let n = 0; n < 65; n += 1) {
    const body = { email: 'sipho@example.org' };
    assert.equal((await callApi(open, forgotPassword, { body })).status, 200);
  }
  assert.deepEqual(await open.db.selectFrom('rate_counts').selectAll().execute(), []);
});
