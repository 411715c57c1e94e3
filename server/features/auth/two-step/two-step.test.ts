import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { sql } from 'kysely';
import { login, signInTexts } from '#contract/auth/endpoints.ts';
import * as contract from '#contract/auth/two-step.ts';
import { deleteUser } from '#contract/users/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { codeOf } from '#test/support/two-step/app-codes.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';
import { login as signInAt } from '../login.ts';
import { adoptTwoStep } from './after-restore.ts';
import { resetTwoStepOnServer } from './turn-off.ts';

const app = await openTestApp();
const { twoStepTexts: texts } = contract;
beforeEach(() => app.clock.set(testStart));

/** An administrator with two-step sign-in. The code of the set-up is used, so a minute passes. */
async function someone() {
  const { id, token } = await naledi(app);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { key, reply } = await setUpTwoStep(app, token);
  assert.equal(reply.status, 200, reply.text);
  pass(60);
  return { id, token, email, key, recoveryCodes: reply.data.recoveryCodes };
}

function pass(seconds: number): void {
  app.clock.set(new Date(app.clock.now().getTime() + seconds * 1000).toISOString());
}

const later = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);
const signIn = (email: string, code?: string, typed = password) =>
  callApi(app, login, {
    body: { email, password: typed, ...(code === undefined ? {} : { code }) },
  });
const statusOf = (token: string) =>
  callApi(app, contract.getTwoStep, {}, { token }).then(({ status }) => status);
const own = async (token: string) => (await callApi(app, contract.getTwoStep, {}, { token })).data;

async function mailsTo(email: string) {
  const mails = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', email)
    .where('kind', '=', 'two-step-changed')
    .orderBy('created_at')
    .execute();
  return Promise.all(
    mails.map((mail) => renderEmail({ db: app.db, publicUrl: 'https://tga.example', mail })),
  );
}

const entriesAbout = (id: string) =>
  app.db
    .selectFrom('audit_entries')
    .select(['action', 'by_name', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();

test('without a code the sign-in asks for it, and with the code it succeeds', async () => {
  const { email, key } = await someone();
  for (const code of [undefined, '', ' ']) {
    const reply = await signIn(email, code);
    assert.deepEqual([reply.status, reply.message], [401, 'Enter the code from your app.']);
  }
  const code = codeOf(key, app.clock.now());
  const reply = await signIn(email, `${code.slice(0, 3)} ${code.slice(3)}`);
  assert.equal(reply.status, 200);
  assert.equal(await statusOf(reply.data.token), 200);
});

test('a code is accepted 30 seconds early or late, and not a minute', async () => {
  for (const [seconds, status] of [
    [-60, 401],
    [60, 401],
    [-30, 200],
    [0, 200],
    [30, 200],
  ] as const) {
    const { email, key } = await someone();
    pass(60);
    assert.equal((await signIn(email, codeOf(key, later(seconds)))).status, status, `${seconds}`);
  }
});

test('a wrong code gets the reply of a wrong password, and a wrong password tells nothing of two-step sign-in', async () => {
  const { email, key } = await someone();
  const stranger = await someone();
  const code = codeOf(key, app.clock.now());
  const refusals = [
    await signIn('nobody@example.org', undefined, 'Wrong123'),
    await signIn(email, undefined, 'Wrong123'),
    await signIn(email, code, 'Wrong123'),
    await signIn(email, codeOf(stranger.key, app.clock.now())),
    await signIn(email, '12345'),
    await signIn(email, 'abcdef'),
    await signIn(email, '\u0000'),
    await signIn(email, '１２３４５６'),
    await signIn(email, stranger.recoveryCodes[0]),
  ];
  for (const reply of refusals) {
    assert.deepEqual([reply.status, reply.text], [401, refusals[0]?.text]);
    assert.equal(reply.message, signInTexts.failure);
  }
  const { rows } = await sql<{ failures: number }>`
    SELECT sum(e.count)::int AS failures FROM security_events e JOIN users u ON u.id = e.user_id
    WHERE e.kind = 'signInFailed' AND u.email = ${email}`.execute(app.db);
  assert.equal(rows[0]?.failures, refusals.length - 1, 'the security record has each one');
  assert.equal((await signIn(email, code)).status, 200);
});

test('of twenty concurrent sign-ins with one code, one succeeds', async () => {
  const { email, key } = await someone();
  const code = codeOf(key, app.clock.now());
  const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(email, code)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal(replies.filter(({ status }) => status === 401).length, 19);
  assert.equal((await signIn(email, code)).status, 401);
});

test('a code before one that was used is not accepted any more', async () => {
  const { email, key } = await someone();
  assert.equal((await signIn(email, codeOf(key, later(30)))).status, 200);
  assert.equal((await signIn(email, codeOf(key, app.clock.now()))).status, 401);
  pass(60);
  assert.equal((await signIn(email, codeOf(key, app.clock.now()))).status, 200);
});

test('the database refuses that a used code becomes usable again', async () => {
  const { id } = await someone();
  const lower = app.db
    .updateTable('two_step_secrets')
    .set((row) => ({ last_step: row('last_step', '-', 1) }))
    .where('user_id', '=', id);
  await assert.rejects(lower.execute(), /not accepted again/);
  const unused = app.db
    .updateTable('two_step_secrets')
    .set({ last_step: null })
    .where('user_id', '=', id);
  await assert.rejects(unused.execute(), /two_step_secrets_confirmed_check/);
});

test('each of ten recovery codes works once, also without hyphens, and the page says how many are left', async () => {
  const { email, token, recoveryCodes } = await someone();
  assert.equal(new Set(recoveryCodes).size, 10);
  const [first = '', second = ''] = recoveryCodes;
  assert.match(first, /^\d{4}(-\d{4}){4}$/);
  const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(email, first)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal((await signIn(email, second.replaceAll('-', ' '))).status, 200);
  assert.equal((await own(token)).recoveryCodesLeft, 8);
});

test('new recovery codes need the password, end the earlier ones and are mailed about', async () => {
  const { id, email, token, recoveryCodes } = await someone();
  const make = (typed: string) =>
    callApi(app, contract.makeRecoveryCodes, { body: { password: typed } }, { token });
  const refused = await make('Wrong123');
  assert.deepEqual(
    [refused.status, refused.errors],
    [400, [{ field: 'password', message: texts.wrongPassword }]],
  );
  const { data } = await make(password);
  assert.equal((await signIn(email, recoveryCodes[0])).status, 401);
  assert.equal((await signIn(email, data.recoveryCodes[0])).status, 200);
  assert.equal((await mailsTo(email)).at(-1)?.subject, 'New recovery codes were made');
  assert.equal((await entriesAbout(id)).at(-1)?.action, 'makeRecoveryCodes');
});

test('the database has neither the key nor a recovery code in the clear', async () => {
  const { id, key, recoveryCodes } = await someone();
  const { secret } = await app.db
    .selectFrom('two_step_secrets')
    .select('secret')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  const hashes = await app.db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', id)
    .execute();
  const stored = Buffer.concat([secret, ...hashes.map(({ code_hash }) => code_hash)]);
  const { Secret } = await import('otpauth');
  assert.ok(!stored.includes(Buffer.from(Secret.fromBase32(key).bytes)));
  for (const code of recoveryCodes) {
    assert.ok(!stored.includes(code) && !stored.includes(code.replaceAll('-', '')));
  }
});

test('it counts from the first code on, which needs the password and ends the other sessions', async () => {
  const { id, token } = await naledi(app);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const elsewhere = await tokenOf(app, id);
  const start = (typed: string) =>
    callApi(app, contract.startTwoStep, { body: { password: typed } }, { token });
  const confirm = (code: string) =>
    callApi(app, contract.confirmTwoStep, { body: { code } }, { token });
  assert.deepEqual(
    [(await start('Wrong123')).status, (await confirm('123456')).status],
    [400, 409],
  );
  const earlier = (await start(password)).data;
  const { key, picture } = (await start(password)).data;
  assert.match(picture, /^<svg [^]*<\/svg>\s*$/);
  assert.equal((await signIn(email)).status, 200);
  for (const code of [codeOf(earlier.key, app.clock.now()), 'abc']) {
    const wrong = await confirm(code);
    assert.deepEqual(
      [wrong.status, wrong.errors],
      [400, [{ field: 'code', message: texts.wrongCode }]],
    );
  }
  assert.equal(await statusOf(elsewhere), 200);
  assert.equal((await confirm(codeOf(key, app.clock.now()))).status, 200);
  assert.deepEqual([await statusOf(token), await statusOf(elsewhere)], [200, 401]);
  assert.equal((await signIn(email, codeOf(key, app.clock.now()))).status, 401);
  assert.equal((await own(token)).onSinceUtc, app.clock.now().toISOString());
  assert.equal((await start(password)).message, texts.alreadyOn);
  assert.equal((await confirm(codeOf(key, later(30)))).message, texts.alreadyOn);
  const [mail, ...others] = await mailsTo(email);
  assert.deepEqual([mail?.subject, others], ['Two-step sign-in was turned on', []]);
  assert.ok(!mail?.text.includes(key));
  assert.match(mail?.text ?? '', /10 Mar 2027, 10:00[^]*https:\/\/tga\.example\/forgot-password/);
  assert.deepEqual(await entriesAbout(id), [
    { action: 'confirmTwoStep', by_name: 'Naledi Khumalo', before: {}, after: {} },
  ]);
});

test('turning it off needs the password, and is mailed about', async () => {
  const { id, email, token } = await someone();
  const turnOff = (typed: string) =>
    callApi(app, contract.turnOffTwoStep, { body: { password: typed } }, { token });
  assert.equal((await turnOff('Wrong123')).status, 400);
  assert.equal((await signIn(email)).status, 401);
  assert.deepEqual(
    [(await turnOff(password)).status, (await turnOff(password)).status],
    [200, 200],
  );
  assert.equal((await signIn(email)).status, 200);
  const subjects = (await mailsTo(email)).map((mail) => mail?.subject);
  assert.deepEqual(subjects, ['Two-step sign-in was turned on', 'Two-step sign-in was turned off']);
  const actions = (await entriesAbout(id)).map(({ action }) => action);
  assert.deepEqual(actions, ['confirmTwoStep', 'turnOffTwoStep']);
});

test('another administrator resets it, and not the own one', async () => {
  const { id, email, token } = await someone();
  const other = await naledi(app);
  const reset = (as: string, userId: string = id) =>
    callApi(app, contract.resetTwoStep, { params: { id: userId } }, { token: as });
  const since = async () =>
    (await callApi(app, contract.getUserTwoStep, { params: { id } }, { token: other.token })).data;
  assert.notEqual((await since()).onSinceUtc, null);
  for (const userId of [id, id.toUpperCase()]) {
    assert.equal((await reset(token, userId)).message, contract.resetTwoStepTexts.own);
  }
  const { userId: memberId } = await registered(app);
  assert.equal((await reset(other.token, memberId)).status, 404);
  assert.equal((await reset(other.token)).status, 200);
  assert.equal((await since()).onSinceUtc, null);
  assert.equal((await signIn(email)).status, 200);
  const mail = (await mailsTo(email)).at(-1);
  assert.equal(mail?.subject, 'Two-step sign-in was turned off');
  assert.match(mail.text, /Another administrator reset the two-step sign-in/);
  assert.equal((await entriesAbout(id)).at(-1)?.action, 'resetTwoStep');
});

test('the reset on the server is mailed about, and the audit log names the command', async () => {
  const { id, email } = await someone();
  assert.equal(await resetTwoStepOnServer(app.ctx(), id), 'Naledi Khumalo');
  assert.equal(await resetTwoStepOnServer(app.ctx(), id), null);
  assert.equal((await signIn(email)).status, 200);
  assert.match((await mailsTo(email)).at(-1)?.text ?? '', /was reset on the server/);
  const { action, by_name } = (await entriesAbout(id)).at(-1) ?? {};
  assert.deepEqual([action, by_name], ['resetTwoStep', 'npm run reset-two-step']);
});

test('a deleted administrator leaves no key behind', async () => {
  const { id } = await someone();
  const { token } = await naledi(app);
  assert.equal((await callApi(app, deleteUser, { params: { id } }, { token })).status, 204);
  const left = app.db.selectFrom('two_step_secrets').selectAll().where('user_id', '=', id);
  assert.deepEqual(await left.execute(), []);
});

test("with another installation's secret the app's codes do not work, and a recovery code does", async () => {
  const { email, key, recoveryCodes } = await someone();
  const secret = new TextEncoder().encode('a secret that was changed, of more than 32 bytes');
  const attempt = (code = '') =>
    signInAt(app.ctx(), secret, { email, password, code, client: 'x', isThrottled: false });
  await assert.rejects(attempt(codeOf(key, app.clock.now())), { message: signInTexts.failure });
  assert.ok((await attempt(recoveryCodes[0])).token);
});

test('after a restore, a secret is encrypted with the key of this installation, or turned off', async () => {
  const { Client } = await import('pg');
  const { email, key } = await someone();
  const client = new Client({ connectionString: app.url });
  await client.connect();
  const another = new TextEncoder().encode('a secret that was changed, of more than 32 bytes');
  const adopt = (own: Uint8Array | null, ofBackup: Uint8Array | null) =>
    adoptTwoStep(client, { own, ofBackup });
  try {
    assert.deepEqual(await adopt(app.secret, null), []);
    assert.equal((await signIn(email, codeOf(key, app.clock.now()))).status, 200);
    await client.query('BEGIN');
    assert.ok((await adopt(another, null)).includes(email));
    await client.query('ROLLBACK');
    assert.deepEqual(await adopt(another, app.secret), []);
    // It needs the key of the backup no more.
    assert.deepEqual(await adopt(another, null), []);
    assert.ok((await adopt(null, app.secret)).includes(email));
    assert.equal((await signIn(email)).status, 200);
  } finally {
    await client.end();
  }
});
