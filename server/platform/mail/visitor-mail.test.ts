import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { donate } from '#contract/donations/endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { naledi, registered, thandisForm, tokenOf } from '#test/support/people.ts';

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
let clients = 0;

/** Each from another client, as those who have many. */
async function give(email: string, typeName = 'EFT') {
  clients += 1;
  const typeId = await donationTypeId(app, typeName);
  const person = { firstName: 'Sipho', lastName: 'Nkosi', email };
  const body = { ...person, donationTypeId: typeId, amount: 50 };
  const headers = { 'x-forwarded-for': `10.0.0.${clients}` };
  return callApi(app, donate, { body }, { headers });
}

const kindsTo = async (email: string) => {
  const rows = await app.db
    .selectFrom('mails')
    .select('kind')
    .where('to_email', '=', email)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind }) => kind);
};
const three = (kind: string) => Array<string>(3).fill(kind);

function setClock(t: TestContext, time: string): void {
  const before = app.clock.now().toISOString();
  app.clock.set(time);
  t.after(() => app.clock.set(before));
}

test('three donations an hour are mailed to one address, and further ones are recorded all the same', async (t) => {
  const email = 'victim@example.org';
  const replies = succeeded(await concurrently(8, () => give(email)));
  assert.deepEqual(
    replies.map(({ status, data }) => [status, data.eftDetails?.amount]),
    Array.from({ length: 8 }, () => [201, 50]),
  );
  assert.deepEqual(await kindsTo(email), three('donation-details'));
  await give('other@example.org');
  assert.deepEqual(await kindsTo('other@example.org'), ['donation-details']);
  // Letter case does not make another address.
  await give('Victim@Example.ORG');
  assert.equal((await kindsTo(email)).length, 3);
  setClock(t, '2027-03-10T09:00:00Z');
  await give(email);
  assert.equal((await kindsTo(email)).length, 4);
});

test('a registration counts too: its invoice is issued, and not marked as sent', async () => {
  const email = 'registers@example.org';
  for (let n = 0; n < 3; n += 1) await give(email);
  const body = await thandisForm(app, { email });
  const { status, data } = await callApi(app, register, { body });
  assert.deepEqual([status, data.eftDetails !== null], [200, true]);
  assert.deepEqual(await kindsTo(email), three('donation-details'));
  const invoice = await app.db
    .selectFrom('invoices')
    .select(['payment_type', 'sent_at'])
    .where('id', '=', data.invoiceId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(invoice, { payment_type: 'EFT', sent_at: null });
});

test('mails of strangers do not use up the password resets, of which three an hour are mailed for a client', async () => {
  const { email } = await registered(app, { email: 'resets@example.org' });
  await app.db.deleteFrom('mails').execute();
  for (let n = 0; n < 4; n += 1) await give(email);
  const ctx = { ...app.ctx(), limitsMails: true };
  for (let n = 0; n < 5; n += 1) await mailResetLink(ctx, email);
  const kinds = await kindsTo(email);
  assert.deepEqual(kinds.toSorted(), [...three('donation-details'), ...three('reset')]);
  const links = await app.db.selectFrom('password_links').selectAll().execute();
  assert.equal(links.length, 3, 'a request without a mail makes no link');
});

test('a stranger who asks for links does not keep them from the owner, and five live ones are enough', async (t) => {
  const { email, userId } = await registered(app, { email: 'owner@example.org' });
  await app.db.deleteFrom('mails').execute();
  const ask = (client: string) =>
    mailResetLink({ ...app.ctx(), limitsMails: true, origin: { client, device: '' } }, email);
  const mails = async () => (await kindsTo(email)).length;
  for (let n = 0; n < 4; n += 1) await ask('198.51.100.1');
  assert.equal(await mails(), 3);
  // The links of the stranger have ended, and the hour has not.
  setClock(t, new Date(app.clock.now().getTime() + 31 * 60_000).toISOString());
  await ask('198.51.100.1');
  assert.equal(await mails(), 3);
  await ask('203.0.113.1');
  assert.equal(await mails(), 4);
  // However many clients ask: five in half an hour, and the last one works.
  for (let n = 2; n < 20; n += 1) await ask(`203.0.113.${n}`);
  assert.equal(await mails(), 8);
  const live = await app.db
    .selectFrom('password_links')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', app.clock.now())
    .execute();
  assert.equal(live.length, 1);
});

test('administrators get three questions of donors an hour, however many there are', async () => {
  const { id } = await naledi(app);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const replies = await concurrently(6, (n) => give(`donor-${n}@example.org`, 'World Remit'));
  const waiting = succeeded(replies).filter(({ data }) => data.needsAnswer);
  assert.equal(waiting.length, 6);
  assert.deepEqual(await kindsTo(email), three('donation-question'));
});

test('a member who changes the address back and forth mails each address three times an hour', async () => {
  const addresses = ['one@example.org', 'two@example.org'] as const;
  const { userId, memberId } = await registered(app, { email: addresses[0] });
  await app.db.deleteFrom('mails').execute();
  const token = await tokenOf(app, userId);
  const params = { id: memberId };
  for (let n = 1; n <= 10; n += 1) {
    const body = { email: addresses[n % 2] ?? '' };
    const { status } = await callApi(app, updateMember, { params, body }, { token });
    assert.equal(status, 200);
  }
  for (const address of addresses) {
    assert.deepEqual(await kindsTo(address), three('email-changed'));
  }
});
