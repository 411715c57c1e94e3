import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { erased } from '#contract/privacy/erased.ts';
import * as contract from '#contract/privacy/erasure.ts';
import { renderEmail } from '#server/emails.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { askForErasure } from './erasure-requests.ts';
import { deleteMember } from '#contract/members/endpoints.ts';
import { eraseNotifiedAddresses } from './erase-notified-addresses.ts';

const app = await openTestApp();
const as = { token: (await naledi(app)).token };
const texts = contract.erasureRequestTexts;
const at = app.clock.now().toISOString();

async function member(email: string) {
  const { memberId, userId } = await registered(app, { email });
  const params = { id: memberId };
  const own = { token: await tokenOf(app, userId) };
  return {
    memberId,
    params,
    own,
    ask: () => callApi(app, contract.askForErasure, { params }, own),
  };
}

function mailsOf(kind: string) {
  return app.db.selectFrom('mails').selectAll().where('kind', '=', kind).execute();
}

test('a member asks once, and every administrator gets one email that names nobody', async () => {
  const { memberId, params, own, ask } = await member('asks@example.org');
  const replies = await concurrently(5, ask);
  for (const reply of replies) {
    assert.ok(reply.status === 'fulfilled');
    assert.equal(reply.value.data.askedUtc, at);
  }
  const mails = await mailsOf('erasure-asked');
  assert.equal(mails.length, 1);
  const email = await renderEmail({ db: app.db, publicUrl: 'http://x', mail: mails[0]! });
  assert.match(email?.text ?? '', new RegExp(`http://x/admin/member/${memberId}`));
  assert.doesNotMatch(email?.text ?? '', /Thandi|asks@/);
  const open = (await callApi(app, contract.listErasureRequests, {}, as)).data;
  assert.deepEqual(open, [{ memberId, name: 'Thandi Dlamini', askedUtc: at }]);

  const reason = 'Your membership runs until December.';
  const decline = () => callApi(app, contract.declineErasure, { params, body: { reason } }, as);
  assert.equal((await decline()).status, 200);
  assert.deepEqual([(await decline()).status, (await decline()).message], [409, texts.noRequest]);
  const told = await callApi(app, contract.getErasureRequest, { params }, own);
  assert.deepEqual(told.data, { askedUtc: null, declinedUtc: at, declinedReason: reason });
  const [declined] = await mailsOf('erasure-declined');
  assert.equal(declined?.to_email, 'asks@example.org');
  const words = await renderEmail({ db: app.db, publicUrl: 'http://x', mail: declined });
  assert.match(words?.text ?? '', /until December/);
  const outdated = await renderEmail({ db: app.db, publicUrl: 'http://x', mail: mails[0]! });
  assert.equal(outdated, null, 'an answered request is out of date');
});

test('a member neither sees nor makes the request of another member', async () => {
  const { params } = await member('theirs@example.org');
  const { own } = await member('curious@example.org');
  for (const endpoint of [contract.getErasureRequest, contract.askForErasure]) {
    assert.equal((await callApi(app, endpoint, { params }, own)).status, 404);
    const unknown = { params: { id: randomUUID() } };
    assert.equal((await callApi(app, endpoint, unknown, own)).status, 404);
  }
});

test('the one who asked gets a last email, whose address is deleted when it is sent', async () => {
  const { params, ask } = await member('last@example.org');
  await ask();
  await callApi(app, contract.eraseMember, { params }, as);
  assert.deepEqual((await callApi(app, contract.listErasureRequests, {}, as)).data, []);
  const [mail] = await mailsOf('erasure-done');
  assert.equal(mail?.to_email, 'last@example.org');
  const email = await renderEmail({ db: app.db, publicUrl: 'http://x', mail });
  assert.match(email?.text ?? '', /our last email to you/);
  await eraseNotifiedAddresses(app.ctx());
  assert.equal((await mailsOf('erasure-done'))[0]?.to_email, 'last@example.org');
  await app.db
    .updateTable('mails')
    .set({ sent_at: app.clock.now(), next_attempt_at: null })
    .where('id', '=', mail.id)
    .execute();
  await eraseNotifiedAddresses(app.ctx());
  assert.equal((await mailsOf('erasure-done'))[0]?.to_email, erased.email);
});

test('administrators get at most three emails an hour about requests, and all requests are listed', async () => {
  const before = await mailsOf('erasure-asked');
  const listed = async () =>
    (await callApi(app, contract.listErasureRequests, {}, as)).data.map((one) => one.memberId);
  for (let n = 0; n < 5; n += 1) {
    const { memberId, userId } = await registered(app, { email: `many-${n}@example.org` });
    const by = { userId, sessionId: randomUUID(), memberId, role: 'Member' };
    await askForErasure({ ...app.ctx(), by, limitsMails: true }, memberId);
    assert.ok((await listed()).includes(memberId));
  }
  assert.equal((await mailsOf('erasure-asked')).length, before.length + 3);
});

test('a member who asked to be erased is not deleted before the request is answered', async () => {
  const { memberId, params, ask } = await member('asked-first@example.org');
  await ask();
  const remove = () => callApi(app, deleteMember, { params }, as);
  const refused = await remove();
  assert.deepEqual([refused.status, refused.message], [409, texts.answerFirst]);
  await assert.rejects(
    app.db.deleteFrom('erasure_requests').where('member_id', '=', memberId).execute(),
    /an open request to be erased is answered first/,
  );
  const open = (await callApi(app, contract.listErasureRequests, {}, as)).data;
  assert.ok(open.some((one) => one.memberId === memberId));
  const body = { reason: 'The name is needed for the invoice.' };
  await callApi(app, contract.declineErasure, { params, body }, as);
  assert.equal((await remove()).status, 204);
});
