import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { openingTexts } from '#contract/company-info/opening.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import { deleteDonation } from '#contract/donations/admin-endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { listMemberTypes, updateMemberType } from '#contract/member-types/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { naledi, registered, thandisForm } from '#test/support/people.ts';
import { readOpening } from './opening.ts';

const isBuilt = existsSync(new URL('../../../dist/web/index.html', import.meta.url));

const app = await openTestApp({
  PUBLIC_URL: 'https://members.example.org',
  RATE_LIMITS: 'on',
  PAYFAST_MODE: 'sandbox',
});
const { token } = await naledi(app);

async function donation() {
  const donor = { firstName: 'Sipho', lastName: 'Nkosi', email: 'sipho@example.org', amount: 10 };
  return { body: { ...donor, donationTypeId: await donationTypeId(app, 'EFT') } };
}

const missing = async () => (await readOpening(app.db, app.config)).missing;

/** The statuses for a visitor: Register, Donate, and both pages if they are built. */
async function statuses(): Promise<number[]> {
  // There is no such type: where it is open, nothing is recorded.
  const unknown = '3f2c1c8e-0000-4000-8000-000000000000';
  const form = { ...(await thandisForm(app)), memberTypeId: unknown };
  const gift = { ...(await donation()).body, donationTypeId: unknown };
  const calls = [
    await callApi(app, register, { body: form }),
    await callApi(app, donate, { body: gift }),
  ];
  for (const { status, message } of calls) {
    if (status === 409) assert.equal(message, openingTexts.notOpenYet);
  }
  const pages = isBuilt ? ['/register', '/donate'] : [];
  const answers = await Promise.all(pages.map((url) => app.fastify.inject(url)));
  for (const { statusCode, body } of answers) {
    assert.equal(body.includes(openingTexts.notOpenYet), statusCode === 409);
  }
  return [...calls.map(({ status }) => status), ...answers.map(({ statusCode }) => statusCode)];
}

const closed = isBuilt ? [409, 409, 409, 409] : [409, 409];
const open = isBuilt ? [400, 400, 200, 200] : [400, 400];

test('a new installation opens with a name, a bank account and confirmed fees', async () => {
  assert.deepEqual(await missing(), ['name', 'money', 'fees']);
  assert.deepEqual(await statuses(), closed);
  const body = {
    name: 'The Game Association',
    bank: 'FNB',
    accountType: 'Cheque',
    branchCode: '250655',
    accountNumber: '62000123456',
  };
  const { id } = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  await callApi(app, updateCompanyInfo, { params: { id }, body }, { token });
  assert.deepEqual(await missing(), ['fees']);
  const { data: types } = await callApi(app, listMemberTypes, {});
  const [retired, ...offered] = types;
  const update = (typeId: string, change: object) =>
    callApi(app, updateMemberType, { params: { id: typeId }, body: change }, { token });
  await update(retired!.id, { isRetired: true });
  for (const type of offered) {
    assert.deepEqual(await statuses(), closed);
    const { data } = await update(type.id, { fee: type.fee });
    assert.equal(data.isFeeConfirmed, true);
  }
  assert.deepEqual(await missing(), []);
  assert.deepEqual(await statuses(), open);
});

test('live card payments are as good as a bank account', async () => {
  await app.db.updateTable('company_info').set({ account_number: '' }).execute();
  assert.deepEqual(await statuses(), closed);
  const payfast = { ...app.config.payfast, mode: 'live' } as const;
  assert.equal((await readOpening(app.db, { ...app.config, payfast })).isOpen, true);
});

test('an administrator is never refused, and a donation or a member opens', async () => {
  const { status, data } = await callApi(app, donate, await donation(), { token });
  assert.equal(status, 201);
  assert.deepEqual(await statuses(), open);
  await callApi(app, deleteDonation, { params: { id: data.id } }, { token });
  assert.deepEqual(await statuses(), closed);
});

test('an earlier installation, a demo, and one for this machine only are open', async () => {
  const isOpenWith = async (change: object) =>
    (await readOpening(app.db, { ...app.config, ...change })).isOpen;
  assert.equal(await isOpenWith({}), false);
  assert.equal(await isOpenWith({ isLoopback: true }), true);
  assert.equal(await isOpenWith({ isDemo: true }), true);
  const migration = new URL(
    '../../platform/db/migrations/0084_open_when_ready.sql',
    import.meta.url,
  );
  await sql`ALTER TABLE company_info DROP COLUMN began_closed_at`.execute(app.db);
  await sql`ALTER TABLE member_types DROP COLUMN fee_confirmed_at`.execute(app.db);
  await sql.raw(await readFile(migration, 'utf8')).execute(app.db);
  assert.equal(await isOpenWith({}), true);
  assert.equal((await callApi(app, getPublicSettings, {})).data.isOpen, true);
  assert.deepEqual(await missing(), ['money', 'fees']);
});

test('with a member it is open', async () => {
  await app.db.updateTable('company_info').set({ began_closed_at: app.clock.now() }).execute();
  assert.equal((await readOpening(app.db, app.config)).isOpen, false);
  await registered(app);
  assert.equal((await readOpening(app.db, app.config)).isOpen, true);
});
