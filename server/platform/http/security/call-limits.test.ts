import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forgotPassword } from '#contract/auth/endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { getInvoicePdf } from '#contract/invoices/endpoints.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { checkSystem } from '#contract/system-check/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { renderEmail } from '#server/emails.ts';
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

/** As after this number of calls by all visitors. */
async function setCountOfAll(name: string, count: number): Promise<void> {
  await forget();
  const ends_at = new Date(app.clock.now().getTime() + 25 * 60_000);
  const row = { counted_for: 'everyone', name, count, most: 1200, ends_at };
  await app.db.insertInto('rate_counts').values(row).execute();
}

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

test('an administrator may do ten times as much, from any address, and does not count as a visitor', async () => {
  await setCountOfAll('donations', 5000);
  for (const count of [1198, 1199, 1200]) {
    await app.db.deleteFrom('rate_counts').where('counted_for', '=', admin.id).execute();
    const ends_at = new Date(app.clock.now().getTime() + 1000);
    const row = { counted_for: admin.id, name: 'POST /donations', count, most: 1200, ends_at };
    await app.db.insertInto('rate_counts').values(row).execute();
    const reply = await callApi(app, donate, { body: donation }, { token: admin.token });
    assert.equal(reply.status, count < 1200 ? 201 : 429, String(count));
  }
});

test('when all visitors exceed a limit they have to wait, and administrators get one mail an hour', async () => {
  await app.db.deleteFrom('mails').execute();
  await setCountOfAll('donations', 1199);
  assert.equal((await give('198.51.100.1')).status, 201);
  for (const [n, to] of [app, second, app].entries()) {
    const refused = await give(`198.51.100.${2 + n}`, to);
    assert.deepEqual(
      [refused.status, refused.message],
      [429, 'Unusually many people are doing this at the moment. Please try again in 25 minutes.'],
    );
  }
  const mails = await app.db.selectFrom('mails').selectAll().execute();
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['limit-exceeded'],
  );
  const publicUrl = 'https://members.example.org';
  const email = await renderEmail({ db: app.db, publicUrl, mail: mails[0]! });
  assert.equal(email?.subject, 'Too many donations: more than 1200 in an hour');

  const { data } = await callApi(app, checkSystem, {}, { token: admin.token });
  const finding = data.results.find(({ name }) => name === 'Limits');
  assert.deepEqual(
    [finding?.state, finding?.finding],
    ['warning', 'Visitors are refused: more than 1200 donations in an hour, refused until 11:25.'],
  );
  const metrics = async () => (await app.fastify.inject('/metrics')).body;
  assert.match(await metrics(), /^limits_exceeded 1$/m);

  app.clock.set('2027-03-10T09:25:00Z');
  assert.match(await metrics(), /^limits_exceeded 0$/m);
  assert.equal((await give('198.51.100.9')).status, 201);
});

test('the counts name no address, and are deleted after their hour', async () => {
  await forget();
  await give('203.0.113.77');
  const rows = await counts();
  assert.equal(rows.length, 2);
  assert.ok(!JSON.stringify(rows).includes('203.0.113'));
  app.clock.set('2027-03-10T10:24:59Z');
  await deleteExpired(app.ctx());
  assert.equal((await counts()).length, 2);
  app.clock.set('2027-03-10T10:25:00Z');
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
