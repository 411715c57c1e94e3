import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { changePassword } from '#contract/auth/change-password.ts';
import { login } from '#contract/auth/endpoints.ts';
import { proofTexts, prove } from '#contract/auth/proof.ts';
import {
  makeRecoveryCodes,
  turnOffTwoStep,
  twoStepTexts,
  updateTwoStepSettings,
} from '#contract/auth/two-step.ts';
import { startBackup, updateBackupSettings } from '#contract/backups/endpoints.ts';
import { bankRuleTexts } from '#contract/company-info/bank-rules.ts';
import { listCompanyInfos, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { retentionKinds, updateRetention } from '#contract/privacy/retention.ts';
import { searchSecurityEvents } from '#contract/security-record/endpoints.ts';
import * as users from '#contract/users/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { sentences } from '#server/errors.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { codeOf } from '#test/support/two-step/app-codes.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
const missing = [403, [{ field: 'proof', message: proofTexts.needed }]];
let admin = { id: '', token: '' };

beforeEach(async () => {
  app.clock.set(testStart);
  await app.db.deleteFrom('rate_counts').execute();
  await app.db.deleteFrom('sign_in_failures').execute();
  await app.db.deleteFrom('mails').execute();
  admin = await naledi(app);
});

function pass(minutes: number, seconds = 0): void {
  const ms = (minutes * 60 + seconds) * 1000;
  app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());
}

const enter = (
  body: { password: string; code?: string },
  token = admin.token,
  from = '192.0.2.1',
) => callApi(app, prove, { body }, { token, headers: { 'x-forwarded-for': from } });
const start = (token = admin.token) => callApi(app, startBackup, {}, { token });
const outcome = ({ status, errors }: { status: number; errors: object[] }) => [status, errors];
const refusedAt = (field: string, message: string) => [400, [{ field, message }]];

test('a sign-in proves the password for 15 minutes, and entering it again for 15 more', async () => {
  pass(14, 59);
  assert.equal((await start()).status, 201);
  pass(0, 1);
  assert.deepEqual(outcome(await start()), missing);
  assert.deepEqual(
    outcome(await enter({ password: 'Wrong123' })),
    refusedAt('password', proofTexts.wrongPassword),
  );
  assert.deepEqual(outcome(await start()), missing);
  assert.equal((await enter({ password })).status, 200);
  pass(14, 59);
  assert.equal((await start()).status, 201);
  pass(0, 1);
  assert.deepEqual(outcome(await start()), missing);
});

test('a proof is that of its session only', async () => {
  const elsewhere = await tokenOf(app, admin.id);
  pass(20);
  assert.equal((await enter({ password })).status, 200);
  assert.equal((await start()).status, 201);
  assert.deepEqual(outcome(await start(elsewhere)), missing);
});

test('a proof whose password was changed meanwhile, or whose session has ended, does not count', async () => {
  pass(20);
  const held = await app.db.startTransaction().execute();
  await held
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', admin.id)
    .forUpdate()
    .execute();
  const proving = enter({ password });
  await untilWaiting(app, 1);
  await held
    .updateTable('sessions')
    .set({ ended_at: app.clock.now() })
    .where('user_id', '=', admin.id)
    .execute();
  await held.commit().execute();
  assert.deepEqual(outcome(await proving), refusedAt('password', proofTexts.wrongPassword));
  const proved = app.db
    .selectFrom('sessions')
    .select('id')
    .where('proved_at', 'is not', null)
    .where('user_id', '=', admin.id);
  assert.deepEqual(await proved.execute(), []);
});

test('with two-step sign-in a proof needs a code too, which works once', async () => {
  const { key, reply } = await setUpTwoStep(app, admin.token);
  pass(20);
  const code = codeOf(key, app.clock.now());
  assert.deepEqual(outcome(await enter({ password })), refusedAt('code', proofTexts.enterCode));
  assert.deepEqual(
    outcome(await enter({ password: 'Wrong123', code })),
    refusedAt('password', proofTexts.wrongPassword),
  );
  const wrong = code === '000000' ? '000001' : '000000';
  assert.deepEqual(
    outcome(await enter({ password, code: wrong })),
    refusedAt('code', proofTexts.wrongCode),
  );
  assert.deepEqual(outcome(await start()), missing);
  const replies = await Promise.all(Array.from({ length: 5 }, () => enter({ password, code })));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal((await start()).status, 201);
  pass(20);
  const [recovery = ''] = reply.data.recoveryCodes;
  assert.equal((await enter({ password, code: recovery })).status, 200);
  assert.equal((await enter({ password, code: recovery })).status, 400);
});

test('ten wrong passwords end the session that guessed, and the owner proves and signs in as before', async () => {
  const owner = await tokenOf(app, admin.id);
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await enter({ password: 'Wrong123' }, admin.token, `192.0.2.${n}`)).status, 400);
  }
  const blocked = await enter({ password }, admin.token, '198.51.100.1');
  assert.deepEqual([blocked.status, blocked.message], [429, sentences.tooManyPasswords]);
  assert.equal((await enter({ password })).status, 401);
  assert.equal((await enter({ password }, owner)).status, 200);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow();
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  assert.equal((await callApi(app, login, { body: { email, password } }, { headers })).status, 200);
});

test('guesses of the code are counted for the user, from all clients together', async () => {
  const { id, token } = await naledi(app);
  const { key, reply } = await setUpTwoStep(app, token);
  pass(2);
  const right = codeOf(key, app.clock.now());
  const code = right === '000000' ? '000001' : '000000';
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await enter({ password, code }, token, `192.0.3.${n}`)).status, 400);
  }
  const refused = await enter({ password, code: right }, token);
  assert.deepEqual([refused.status, refused.message], [429, twoStepTexts.tooManyCodes]);
  const [recovery = ''] = reply.data.recoveryCodes;
  assert.equal((await enter({ password, code: recovery }, token)).status, 200);
  const { data } = await callApi(app, searchSecurityEvents, { body: { pageSize: 100 } }, { token });
  const kinds = data.results.map(({ kind }) => kind);
  for (const kind of ['proved', 'signInFailed', 'signInBlocked'])
    assert.ok(kinds.includes(kind), kind);
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.ok(data.results.some(({ kind, person }) => kind === 'proved' && person.includes(email)));
});

test('every call that always needs a proof refuses an old session before it reads the input', async () => {
  pass(20);
  const all = await allEndpoints();
  const guarded = all.filter(({ endpoint }) => endpoint.proof === 'always');
  for (const { name, endpoint } of guarded) {
    const reply = await app.fastify.inject({
      method: endpoint.method,
      url: urlOf(endpoint, admin.id),
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      ...(endpoint.method === 'DELETE' ? {} : { payload: '{}' }),
    });
    assert.deepEqual([reply.statusCode, reply.json().errors], missing, name);
  }
});

test('an address is changed with a proof, and a name or a phone number without', async () => {
  const other = await naledi(app);
  pass(20);
  for (const id of [admin.id, other.id]) {
    const change = (body: object) =>
      callApi(app, users.updateUser, { params: { id }, body }, admin);
    const { email } = (await callApi(app, users.getUser, { params: { id } }, admin)).data;
    assert.equal((await change({ firstName: 'Lindiwe', phoneNumber: '1', email })).status, 200);
    assert.deepEqual(outcome(await change({ email: `new-${email}` })), missing);
    assert.equal((await callApi(app, users.getUser, { params: { id } }, admin)).data.email, email);
  }
  await enter({ password });
  const body = { email: `moved-${admin.id}@example.org` };
  assert.equal(
    (await callApi(app, users.updateUser, { params: { id: admin.id }, body }, admin)).status,
    200,
  );
});

test('what invoices and mails show of the organisation needs a proof when it differs from the stored values', async () => {
  const { data } = await callApi(app, listCompanyInfos, {}, admin);
  const params = { id: data[0]?.id ?? '' };
  const change = (body: object) => callApi(app, updateCompanyInfo, { params, body }, admin);
  assert.equal((await change({ accountNumber: '62000123456' })).status, 200);
  pass(20);
  assert.equal((await change({ accountNumber: '62000123456', notes: '1' })).status, 200);
  assert.deepEqual(outcome(await change({ accountNumber: '62000999999', notes: '2' })), missing);
  const others = {
    bank: 'Absa',
    branchCode: '632005',
    swiftCode: 'ABSAZAJJ',
    accountType: 'Savings',
    name: 'Another name',
    email: 'replies@example.org',
    phone: '011 999 9999',
    address: '1 Other Street\nPretoria',
    vatNumber: '4999999999',
    pboNumber: '930099999',
  };
  for (const [field, value] of Object.entries(others)) {
    assert.deepEqual(outcome(await change({ [field]: value })), missing, field);
  }
  const { data: after } = await callApi(app, listCompanyInfos, {}, admin);
  assert.deepEqual([after[0]?.accountNumber, after[0]?.notes], ['62000123456', '1']);
  const fields = Object.keys(others) as (keyof typeof others)[];
  const same = Object.fromEntries(fields.map((field) => [field, after[0]?.[field]]));
  assert.equal((await change(same)).status, 200);
  await enter({ password });
  assert.deepEqual(
    outcome(await change({ accountType: 'Cheque, now 62000999999 at example.org' })),
    refusedAt('accountType', bankRuleTexts.accountType),
  );
  assert.equal((await change({ accountNumber: '62000999999' })).status, 200);
});

test('folder and number of backups, and making two-step sign-in optional, need a proof', async () => {
  const { data: stored } = await callApi(app, updateBackupSettings, { body: { kept: 20 } }, admin);
  const require = (isRequired: boolean) =>
    callApi(app, updateTwoStepSettings, { body: { isRequired } }, admin);
  pass(20);
  assert.equal((await callApi(app, updateBackupSettings, { body: stored }, admin)).status, 200);
  for (const body of [{ kept: 1 }, { copyFolder: app.dataDir.replace(/[^/]+$/, '') }]) {
    assert.deepEqual(outcome(await callApi(app, updateBackupSettings, { body }, admin)), missing);
  }
  assert.equal((await require(true)).status, 200, 'making it compulsory needs none');
  assert.deepEqual(outcome(await require(false)), missing);
  await enter({ password });
  assert.equal((await require(false)).status, 200);
});

test('a period of retention that is set or becomes shorter needs a proof, and a longer one none', async () => {
  const change = (body: object) => callApi(app, updateRetention, { body }, admin);
  const forEver = Object.fromEntries(retentionKinds.map((kind) => [kind, null]));
  pass(20);
  assert.deepEqual(
    outcome(await change({})),
    missing,
    'the usual periods are saved for the first time',
  );
  assert.equal((await change(forEver)).status, 200);
  assert.deepEqual(outcome(await change({ mails: 1200 })), missing);
  await enter({ password });
  assert.equal((await change({ mails: 24 })).status, 200);
  pass(20);
  assert.deepEqual(outcome(await change({ mails: 23, auditDetails: null })), missing);
  for (const mails of [24, 25, null]) assert.equal((await change({ mails })).status, 200);
});

test('the own password is changed with the current one, and with two-step sign-in also after a proof', async () => {
  await setUpTwoStep(app, admin.token);
  pass(20);
  const change = (token: string, currentPassword = password) =>
    callApi(app, changePassword, { body: { currentPassword, newPassword: 'Leopard2' } }, { token });
  assert.deepEqual(outcome(await change(admin.token)), missing);
  const plain = await naledi(app);
  pass(20);
  assert.equal((await change(plain.token)).status, 200);
  const member = await registered(app, { email: 'proof@example.org' });
  const token = await tokenOf(app, member.userId);
  pass(20);
  assert.equal((await change(token)).status, 200);
  assert.equal((await enter({ password: 'Leopard2' }, token)).status, 403, 'members need none');
});

/** Who got which of these mails. */
async function mails() {
  const rows = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'important-change')
    .execute();
  return Promise.all(
    rows.map(async (mail) => {
      const email = await renderEmail({ db: app.db, publicUrl: 'https://tga.example', mail });
      return { to: mail.to_email, subject: email?.subject ?? '', text: email?.text ?? '' };
    }),
  );
}

test('each of these changes is mailed to all administrators, also to a deleted one, and downloads are not', async () => {
  await app.db
    .updateTable('users')
    .set({ removed_at: app.clock.now() })
    .where('role', '<>', 'Member')
    .where('id', '<>', admin.id)
    .execute();
  const other = await naledi(app);
  const people = [admin.id, other.id].map(
    async (id) => (await callApi(app, users.getUser, { params: { id } }, admin)).data.email,
  );
  const addresses = await Promise.all(people);
  const told = async (subject: string, words: RegExp) => {
    const sent = (await mails()).filter((mail) => mail.subject === subject);
    assert.deepEqual(sent.map(({ to }) => to).toSorted(), addresses.toSorted(), subject);
    for (const { text } of sent) assert.match(text, words);
    await app.db.deleteFrom('mails').execute();
  };
  const form = {
    firstName: 'Evil',
    lastName: 'Guest',
    email: 'evil@example.org',
    password: 'Leopard2',
  };
  const { data: added } = await callApi(app, users.createUser, { body: form }, admin);
  await told(
    'An administrator was added',
    /Evil Guest, evil@example\.org[^]*Naledi Khumalo, admin-/,
  );
  await callApi(app, users.deleteUser, { params: { id: added.id } }, admin);
  addresses.push('evil@example.org');
  await told('An administrator was deleted', /Evil Guest/);
  addresses.pop();
  const moved = { params: { id: other.id }, body: { email: 'moved@example.org' } };
  await callApi(app, users.updateUser, moved, admin);
  addresses[1] = 'moved@example.org';
  await told('The address of an administrator was changed', /moved@example\.org/);
  await start();
  // One may wait from another test.
  await app.db.deleteFrom('mails').execute();
  await app.db.deleteFrom('backups').execute();
  await start();
  await told('A backup was started by hand', /Naledi Khumalo/);
  await callApi(app, updateBackupSettings, { body: { kept: 3 } }, admin);
  await told('The settings of the backups were changed', /3 kept, no second folder/);
  await callApi(app, updateRetention, { body: { mails: 36, auditDetails: null } }, admin);
  await app.db.deleteFrom('mails').execute();
  await callApi(app, updateRetention, { body: { mails: 1, auditDetails: null } }, admin);
  await told(
    'Records are kept for a shorter time',
    /Before: Emails in Sent Mail: 36 months\s+Now: +Emails in Sent Mail: 1 month$/m,
  );
  await callApi(app, updateRetention, { body: { mails: null } }, admin);
  await told('Records are kept for a longer time', /Now: +Emails in Sent Mail: for ever$/im);
  const { key } = await setUpTwoStep(app, admin.token);
  pass(2);
  await enter({ password, code: codeOf(key, app.clock.now()) });
  await callApi(app, makeRecoveryCodes, { body: { password } }, admin);
  await told('An administrator made new recovery codes', /Naledi Khumalo, admin-/);
  await callApi(app, turnOffTwoStep, { body: { password } }, admin);
  await told('An administrator turned off the own two-step sign-in', /Naledi Khumalo, admin-/);
  const { data: companies } = await callApi(app, listCompanyInfos, {}, admin);
  const params = { id: companies[0]?.id ?? '' };
  const details = { email: 'evil@example.org', vatNumber: '4999999999' };
  await callApi(app, updateCompanyInfo, { params, body: details }, admin);
  await told(
    'The details of the organisation were changed',
    /Now: +email evil@example\.org, VAT number 4999999999$/m,
  );
  await callApi(app, updateCompanyInfo, { params, body: { accountType: 'Business' } }, admin);
  await told('The bank details for payments were changed', /Now: +account type Business$/m);
  await callApi(app, updateTwoStepSettings, { body: { isRequired: true } }, admin);
  await callApi(app, updateTwoStepSettings, { body: { isRequired: false } }, admin);
  await told('Two-step sign-in is no longer compulsory', /compulsory again/);
  const body = { currentPassword: password, newPassword: 'Leopard2' };
  await callApi(app, changePassword, { body }, admin);
  await told('An administrator changed the own password', /Naledi Khumalo/);
  const { data } = await callApi(app, searchAudit, { body: { pageSize: 100 } }, admin);
  for (const action of ['createUser', 'deleteUser', 'updateUser', 'startBackup', 'changePassword'])
    assert.ok(
      data.results.some((entry) => entry.action === action),
      action,
    );
});
