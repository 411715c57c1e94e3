import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as contract from '#contract/company-info/test-mail.ts';
import { sendOne } from '#test/support/mail/send-one.ts';
import type { MailTransport, OutgoingMail, Outcome } from '#server/platform/mail/transport.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { mailDepsOf } from '#server/workers.ts';

const captured = await openTestApp({ MAIL_FROM: 'the office' });
const served = await openTestApp({
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'The Office <office@example.org>',
});

async function office(app: TestApp) {
  const { id, token } = await naledi(app);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, email, token };
}

/** Sends as the worker does, through a server that gives this reply. */
async function deliver(app: TestApp, mailId: string, outcome: Outcome): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const transport: MailTransport = {
    send: async (mail) => {
      sent.push(mail);
      return outcome;
    },
    close: () => {},
  };
  await sendOne(mailDepsOf(app, transport), mailId);
  return sent;
}

test('a test mail goes to the administrator who requests it, through the normal mail queue', async () => {
  const { email, token } = await office(served);
  const delivery = await callApi(served, contract.getMailDelivery, {}, { token });
  const from = 'office@example.org';
  assert.deepEqual(delivery.data, { isCaptured: false, to: email, from, isMailFromIgnored: false });
  const { status, data } = await callApi(served, contract.sendTestMail, {}, { token });
  assert.deepEqual([status, data.to, data.state], [201, email, 'waiting']);
  assert.equal(contract.testMailOutcome(data), null);
  const [mail] = await deliver(served, data.id, { kind: 'sent' });
  assert.deepEqual(mail?.to, { name: 'Naledi Khumalo', address: email });
  assert.deepEqual([mail?.from.name, mail?.from.address], ['The Office', from]);
  assert.equal(mail?.message.subject, 'Test mail');
  const params = { id: data.id };
  const after = await callApi(served, contract.getTestMail, { params }, { token });
  assert.equal(after.data.state, 'sent');
  assert.match(
    contract.testMailOutcome(after.data) ?? '',
    /^The mail server accepted the mail to /,
  );
});

test('the reply shows the mail server’s answer', async () => {
  const { token } = await office(served);
  for (const [kind, state, words] of [
    ['temporary', 'delayed', /will be retried\. It said: 451 later/],
    ['permanent', 'failed', /refused the mail to .* It said: 451 later/],
  ] as const) {
    const { data } = await callApi(served, contract.sendTestMail, {}, { token });
    await deliver(served, data.id, { kind, answer: '451 later' });
    const params = { id: data.id };
    const { data: after } = await callApi(served, contract.getTestMail, { params }, { token });
    assert.deepEqual([after.state, after.answer], [state, '451 later']);
    assert.match(contract.testMailOutcome(after) ?? '', words);
  }
});

test('without a mail server the reply says that the mail was only captured', async () => {
  const { email, token } = await office(captured);
  const delivery = await callApi(captured, contract.getMailDelivery, {}, { token });
  const from = 'no-reply@localhost';
  assert.deepEqual(delivery.data, { isCaptured: true, to: email, from, isMailFromIgnored: true });
  const { data } = await callApi(captured, contract.sendTestMail, {}, { token });
  await deliver(captured, data.id, { kind: 'sent' });
  const params = { id: data.id };
  const { data: after } = await callApi(captured, contract.getTestMail, { params }, { token });
  assert.equal(after.state, 'captured');
  assert.match(contract.testMailOutcome(after) ?? '', /^Captured in the outbox/);
});

test('two requests send one test mail, and no other mail is shown as a test mail', async () => {
  const { token } = await office(captured);
  const manner = { token, headers: { 'idempotency-key': 'one-press' } };
  const replies = await Promise.all(
    [1, 2].map(() => callApi(captured, contract.sendTestMail, {}, manner)),
  );
  assert.equal(replies[0]!.data.id, replies[1]!.data.id);
  const { id } = replies[0]!.data;
  await captured.db.updateTable('mails').set({ kind: 'invoice' }).where('id', '=', id).execute();
  const other = await callApi(captured, contract.getTestMail, { params: { id } }, { token });
  assert.deepEqual([other.status, other.message], [404, contract.testMailTexts.notFound]);
});

test('a test mail to an address at localhost is not sent, and the reply says what to do', async () => {
  const { id, email, token } = await office(served);
  const users = served.db.updateTable('users').where('id', '=', id);
  await users.set({ email: 'admin@localhost' }).execute();
  const { status, message } = await callApi(served, contract.sendTestMail, {}, { token });
  const expected = contract.testMailTexts.localAddress('admin@localhost');
  assert.deepEqual([status, message], [409, expected]);
  await users.set({ email: 'admin@localhost.example.org' }).execute();
  assert.equal((await callApi(served, contract.sendTestMail, {}, { token })).status, 201);
  await users.set({ email }).execute();
});
