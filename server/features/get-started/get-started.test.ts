import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { sendTestMail } from '#contract/company-info/test-mail.ts';
import { startEmpty } from '#contract/get-started/endpoints.ts';
import { listMemberTypes, updateMemberType } from '#contract/member-types/endpoints.ts';
import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import { mailDepsOf } from '#server/workers.ts';
import type { Outcome } from '#server/platform/mail/transport.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { onePerson, openImports } from '#test/support/imports/open-imports.ts';
import { addBackup } from '#test/support/backups/nightly-backups.ts';
import { callApi } from '#test/support/call.ts';
import { sendOne } from '#test/support/mail/send-one.ts';
import { naledi, registered } from '#test/support/people.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';
import { readGetStarted } from './queries.ts';

const app = await openTestApp({
  PUBLIC_URL: 'https://members.example.org',
  RATE_LIMITS: 'on',
  PAYFAST_MODE: 'sandbox',
  SMTP_URL: 'smtp://mail.example.org',
});
const { token } = await naledi(app);

const getStarted = async (as = token) =>
  (await callApi(app, getMenuCounts, {}, { token: as })).data.getStarted;
const openSteps = async () =>
  (await getStarted())?.steps.filter(({ isDone }) => !isDone).map(({ step }) => step);
const params = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
const saveCompany = (body: object) => callApi(app, updateCompanyInfo, { params, body }, { token });

async function testMail(outcome: Outcome, of: TestApp = app): Promise<void> {
  const { data } = await callApi(of, sendTestMail, {}, { token: (await naledi(of)).token });
  const transport = { send: async () => outcome, close: () => {} };
  await sendOne(mailDepsOf(of, transport), data.id);
}

test('each step of a new installation is done when its record is there', async () => {
  const all = ['organisation', 'money', 'fees', 'mail', 'backup', 'twoStep', 'members'];
  assert.deepEqual(await openSteps(), all);
  assert.deepEqual(
    [(await getStarted())?.opening, (await getStarted())?.registerUrl],
    ['closed', 'https://members.example.org/register'],
  );

  await saveCompany({ name: 'Bushveld Trust' });
  assert.deepEqual(await openSteps(), all, 'a name without a contact');
  await saveCompany({ phone: '013 123 4567' });
  const bank = { bank: 'FNB', accountType: 'Cheque', branchCode: '250655' };
  await saveCompany({ ...bank, accountNumber: '62000123456' });
  assert.deepEqual(await openSteps(), all.slice(2));

  for (const { id, fee } of (await callApi(app, listMemberTypes, {})).data) {
    await callApi(app, updateMemberType, { params: { id }, body: { fee } }, { token });
  }
  assert.deepEqual(await openSteps(), all.slice(3));
  assert.equal((await getStarted())?.opening, 'ready');

  await testMail({ kind: 'permanent', answer: '550 No' });
  assert.deepEqual(await openSteps(), all.slice(3), 'the test mail was refused');
  await testMail({ kind: 'sent' });
  assert.deepEqual(await openSteps(), all.slice(4));
  await testMail({ kind: 'permanent', answer: '550 No' });
  assert.deepEqual(await openSteps(), all.slice(4), 'a later test does not undo the step');

  await addBackup(app);
  await setUpTwoStep(app, token);
  assert.deepEqual(await openSteps(), ['members']);
});

test('to start empty counts once and is in the audit log, and so does an import, but no registration', async () => {
  await callApi(app, startEmpty, {}, { token });
  await callApi(app, startEmpty, {}, { token });
  assert.deepEqual(await openSteps(), []);
  const { data } = await callApi(app, searchAudit, { body: { subjectId: params.id } }, { token });
  const entries = data.results.filter(({ action }) => action === 'startEmpty');
  assert.deepEqual(
    entries.map(({ subjectName }) => subjectName),
    ['Bushveld Trust'],
  );

  await app.db.updateTable('company_info').set({ started_empty_at: null }).execute();
  assert.deepEqual(await openSteps(), ['members']);
  await registered(app);
  assert.deepEqual(await openSteps(), ['members']);
  assert.equal((await getStarted())?.hasMembers, true);
  const imports = openImports(app, token);
  const id = await imports.checked(onePerson('listed'));
  assert.deepEqual(await openSteps(), ['members']);
  await imports.start(id);
  assert.deepEqual(await openSteps(), []);
  await imports.undo(id);
  assert.deepEqual(await openSteps(), ['members']);
  await app.db.updateTable('company_info').set({ began_closed_at: null }).execute();
  assert.deepEqual(await openSteps(), [], 'an earlier installation has its members');
});

test('a role has the steps that it may do, and the demo none', async () => {
  const stepsOf = async (role: string) =>
    (await getStarted((await naledi(app, role)).token))?.steps.map(({ step }) => step);
  assert.deepEqual(await stepsOf('Membership Secretary'), ['members']);
  for (const role of ['Treasurer', 'Communications', 'Auditor']) {
    assert.equal(await stepsOf(role), undefined);
  }
  const { id } = await naledi(app);
  const ctx = { ...app.ctx(), by: { userId: id, sessionId: '', role: 'Admin', memberId: null } };
  assert.equal(await readGetStarted(ctx, { ...app.config, isDemo: true }), null);
});

test('without the first three, a local installation is open, and one with a member', async () => {
  const ofApp = async (of: TestApp) => {
    const as = { token: (await naledi(of)).token };
    return (await callApi(of, getMenuCounts, {}, as)).data.getStarted;
  };
  const openingOf = async (of: TestApp) => (await ofApp(of))?.opening;
  const local = await ofApp(await openTestApp());
  assert.deepEqual([local?.opening, local?.isOnlyHere], ['local', true]);
  assert.equal((await getStarted())?.isOnlyHere, false);
  const used = await openTestApp({
    PUBLIC_URL: 'https://members.example.org',
    PAYFAST_MODE: 'off',
    RATE_LIMITS: 'on',
  });
  assert.equal(await openingOf(used), 'closed');
  await registered(used);
  assert.equal(await openingOf(used), 'used');
});

test('a mail that was only captured proves nothing', async () => {
  assert.equal((await callApi(app, getMenuCounts, {}, { token })).data.isMailCaptured, false);
  const captured = await openTestApp();
  const { data } = await callApi(
    captured,
    getMenuCounts,
    {},
    { token: (await naledi(captured)).token },
  );
  assert.equal(data.isMailCaptured, true);
  await testMail({ kind: 'sent' }, captured);
  const { test_mail_id } = await captured.db
    .selectFrom('company_info')
    .select('test_mail_id')
    .executeTakeFirstOrThrow();
  assert.equal(test_mail_id, null);
});

test('the mails that an earlier installation sent are as good as a test', async () => {
  const migration = new URL('../../platform/db/migrations/0088_get_started.sql', import.meta.url);
  await sql`ALTER TABLE company_info DROP COLUMN started_empty_at, DROP COLUMN test_mail_id`.execute(
    app.db,
  );
  await sql.raw(await readFile(migration, 'utf8')).execute(app.db);
  assert.deepEqual(await openSteps(), []);
  await app.db.updateTable('company_info').set({ test_mail_id: null }).execute();
  assert.deepEqual(await openSteps(), ['mail']);
});
