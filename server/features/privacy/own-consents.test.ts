import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  changeConsents,
  type ConsentChoices,
  consentTexts,
  consentWords,
  getConsents,
  type Purpose,
} from '#contract/privacy/consents.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { hasConsent, recordConsent } from '#server/features/communication/consents.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, thandisForm, tokenOf } from '#test/support/people.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { proveEmail } from '#test/support/full-history-member.ts';

const app = await openTestApp();
const at = new Date(testStart).toISOString();

async function member(email: string) {
  const { memberId, userId } = await registered(app, { email });
  const token = await tokenOf(app, userId);
  return {
    memberId,
    userId,
    read: async (as = token) =>
      (await callApi(app, getConsents, { params: { id: memberId } }, { token: as })).data,
    change: (body: ConsentChoices, as = token) =>
      callApi(app, changeConsents, { params: { id: memberId }, body }, { token: as }),
  };
}

async function provedMember(email: string) {
  const { userId, ...calls } = await member(email);
  await proveEmail(app, email);
  const token = await tokenOf(app, userId);
  return {
    ...calls,
    read: (as = token) => calls.read(as),
    change: (body: ConsentChoices, as = token) => calls.change(body, as),
  };
}

/** A consent from before, which held without a confirmation. */
async function earlierConsent(email: string, purposes: Purpose[]) {
  for (const purpose of purposes) {
    const words = consentWords[purpose];
    await recordConsent(app.ctx(), { email, purpose, words, source: 'donation' });
  }
}

async function donateWithConsents(
  email: string,
  consents: ConsentChoices | null | undefined,
  token?: string,
) {
  const body = {
    amount: 50,
    firstName: 'Nomsa',
    lastName: 'Dlamini',
    email,
    donationTypeId: await donationTypeId(app, 'EFT'),
    consents,
  };
  return callApi(app, donate, { body }, token ? { token } : {});
}

test('a consent given at registration waits, with its text, time and source', async () => {
  const form = await thandisForm(app, { email: 'ticked@example.org' });
  const body = { ...form, consents: { news: true, appeals: false } };
  assert.equal((await callApi(app, register, { body })).status, 200);
  const rows = await app.db
    .selectFrom('consents')
    .select(['purpose', 'words', 'source', 'given_at', 'is_waiting'])
    .where('email', '=', form.email)
    .execute();
  assert.deepEqual(rows, [
    {
      purpose: 'news',
      words: consentWords.news,
      source: 'registration',
      given_at: app.clock.now(),
      is_waiting: true,
    },
  ]);
});

test('only ticked checkboxes give a consent, and the field is optional', async () => {
  for (const [n, consents] of [undefined, null, {}, { news: null }, { news: false }].entries()) {
    const email = `unticked-${n}@example.org`;
    const body = { ...(await thandisForm(app, { email })), consents };
    assert.equal((await callApi(app, register, { body })).status, 200);
    assert.equal((await donateWithConsents(email, consents)).status, 201);
    const rows = app.db.selectFrom('consents').select('id').where('email', '=', email);
    assert.deepEqual(await rows.execute(), []);
  }
  const wrong = { news: 'yes' } as unknown as ConsentChoices;
  assert.equal((await donateWithConsents('wrong@example.org', wrong)).status, 400);
});

test('a consent in a donation waits, unless its donor is signed in with the proved address', async () => {
  const email = 'giver@example.org';
  assert.equal((await donateWithConsents('Giver@Example.org', { appeals: true })).status, 201);
  assert.equal(await hasConsent(app.db, email, 'appeals'), false);
  const { userId } = await member(email);
  await donateWithConsents(email, { appeals: true }, await tokenOf(app, userId));
  assert.equal(await hasConsent(app.db, email, 'appeals'), false);
  await proveEmail(app, email);
  const proved = await tokenOf(app, userId);
  await donateWithConsents('another@example.org', { appeals: true }, proved);
  assert.equal(await hasConsent(app.db, 'another@example.org', 'appeals'), false);
  await donateWithConsents(email, { appeals: true }, proved);
  assert.equal(await hasConsent(app.db, email, 'appeals'), true);
});

test('an administrator cannot give a consent for a donor', async () => {
  const { token } = await naledi(app);
  await donateWithConsents('by-office@example.org', { news: true }, token);
  const rows = app.db
    .selectFrom('consents')
    .selectAll()
    .where('email', '=', 'by-office@example.org');
  assert.deepEqual(await rows.execute(), []);
});

test('a member gives and withdraws a consent, and both times are stored', async () => {
  const { read, change } = await provedMember('decides@example.org');
  assert.deepEqual(await read(), {
    news: false,
    appeals: false,
    history: [],
    isUnsubscribed: false,
    isProved: true,
  });
  assert.deepEqual((await change({ news: true, appeals: true })).data.news, true);
  const later = '2027-03-10T09:00:00.000Z';
  app.clock.set(later);
  const { data } = await change({ news: false });
  app.clock.set(testStart);
  assert.deepEqual([data.news, data.appeals], [false, true]);
  const news = data.history.filter(({ purpose }) => purpose === 'news');
  assert.deepEqual(news, [
    {
      purpose: 'news',
      words: consentWords.news,
      source: 'profile',
      givenUtc: at,
      withdrawnUtc: later,
      isWaiting: false,
    },
  ]);
});

test('twenty concurrent requests give one consent', async () => {
  const { read, change } = await member('often@example.org');
  await concurrently(20, () => change({ news: true }));
  assert.equal((await read()).history.length, 1);
});

test('only the verified owner of an address can see that a donation was made with it', async () => {
  await earlierConsent('mine@example.org', ['news']);
  const { userId, read } = await member('mine@example.org');
  assert.deepEqual([(await read()).news, (await read()).history], [false, []]);
  await proveEmail(app, 'mine@example.org');
  const proved = await read(await tokenOf(app, userId));
  assert.deepEqual(
    proved.history.map(({ source }) => source),
    ['donation'],
  );
});

test('until the address is proved, a member learns nothing of a donor’s consent, and a choice waits', async () => {
  const email = 'donor@example.org';
  await earlierConsent(email, ['news', 'appeals']);
  await suppress(app.ctx(), { email, kind: 'unsubscribed', reason: '' });
  const { userId, read, change } = await member(email);
  const none = { news: false, appeals: false, history: [] };
  const blank = { ...none, isUnsubscribed: false, isProved: false };
  assert.deepEqual(await read(), blank);
  const ticked = (await change({ news: true })).data;
  assert.deepEqual([ticked.news, ticked.appeals], [true, false]);
  const given = { purpose: 'news', words: consentWords.news, source: 'profile', givenUtc: at };
  assert.deepEqual(ticked.history, [{ ...given, withdrawnUtc: null, isWaiting: true }]);
  assert.deepEqual((await change({ news: true })).data, ticked);
  await proveEmail(app, email);
  const token = await tokenOf(app, userId);
  const proved = await read(token);
  assert.deepEqual([proved.news, proved.appeals, proved.isUnsubscribed], [true, true, true]);
});

test('a withdrawal ends every consent of the address, also of a member who has not proved it', async () => {
  const email = 'withdraws@example.org';
  await earlierConsent(email, ['news', 'appeals']);
  await donateWithConsents(email, { news: true });
  const { memberId, change } = await member(email);
  await change({ news: true, appeals: true });
  const withdrawn = (await change({ news: false, appeals: false })).data;
  assert.deepEqual([withdrawn.news, withdrawn.appeals], [false, false]);
  assert.ok(withdrawn.history.every(({ withdrawnUtc }) => withdrawnUtc === at));
  const open = app.db
    .selectFrom('consents')
    .select('id')
    .where('email', '=', email)
    .where((row) => row.or([row('withdrawn_at', 'is', null), row('is_waiting', '=', true)]));
  assert.deepEqual(await open.execute(), []);
  const { token } = await naledi(app);
  const office = await callApi(app, getConsents, { params: { id: memberId } }, { token });
  assert.deepEqual([office.data.news, office.data.appeals], [false, false]);
});

test('a stranger’s donation does not bring back what a member withdrew', async () => {
  const email = 'said-no@example.org';
  const { memberId, change, read } = await member(email);
  await change({ news: false, appeals: false });
  await donateWithConsents(email, { news: true, appeals: true });
  const { token } = await naledi(app);
  for (const as of [undefined, token]) {
    const { news, appeals } = await read(as);
    assert.deepEqual([news, appeals], [false, false]);
  }
  assert.equal(await hasConsent(app.db, email, 'news'), false, memberId);
});

test('a consent that another member gave under an address stays theirs', async () => {
  const first = await member('moved@example.org');
  await first.change({ news: true });
  await app.db
    .updateTable('users')
    .set({ email: 'moved-on@example.org' })
    .where('id', '=', first.userId)
    .execute();
  const second = await member('moved@example.org');
  assert.deepEqual([(await second.read()).news, (await second.read()).history], [false, []]);
});

test('a member cannot change another’s consents, and an administrator can withdraw but not give them', async () => {
  const { memberId, read, change } = await provedMember('theirs@example.org');
  await change({ news: true });
  const curious = await registered(app, { email: 'curious@example.org' });
  const token = await tokenOf(app, curious.userId);
  const strange = { params: { id: memberId }, body: { news: false } };
  const unknown = { params: { id: randomUUID() }, body: { news: false } };
  for (const endpoint of [getConsents, changeConsents] as const) {
    const reply = await callApi(app, endpoint, strange, { token });
    assert.equal(reply.status, 404);
    assert.equal(reply.text, (await callApi(app, endpoint, unknown, { token })).text);
  }
  const office = await naledi(app);
  const refused = await change({ appeals: true }, office.token);
  assert.deepEqual([refused.status, refused.message], [409, consentTexts.givenByMember]);
  assert.equal((await change({ news: false }, office.token)).data.news, false);
  assert.equal((await read()).news, false);
});
