import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listCompanyInfos, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { demoPassword, getPublicSettings } from '#contract/company-info/public-settings.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { readPublicSettings } from './public-settings.ts';

test('visitors see only the organisation’s details and whether payments are in test mode', async () => {
  const app = await openTestApp();
  const { token } = await naledi(app);
  const { data: companies } = await callApi(app, listCompanyInfos, {}, { token });
  const body = {
    name: 'The Game Association',
    email: 'office@example.org',
    phone: '012 345 6789',
    address: '1 Veld Street\nSkukuza',
    accountNumber: '000123',
    notes: 'Secret',
    whyGive: 'For the veld.',
  };
  await callApi(app, updateCompanyInfo, { params: { id: companies[0]!.id }, body }, { token });
  const { status, data } = await callApi(app, getPublicSettings, {});
  assert.equal(status, 200);
  assert.deepEqual(data, {
    organisation: 'The Game Association',
    email: 'office@example.org',
    phone: '012 345 6789',
    address: '1 Veld Street\nSkukuza',
    logo: null,
    isDemo: false,
    demoPeople: [],
    demoPassword: null,
    isMailKept: true,
    isTestPayments: true,
    offersCard: true,
    isOpen: true,
    whyGive: 'For the veld.',
    donationPresets: [100, 250, 500],
  });
});

test("the provider's sandbox counts as test mode too, without the built-in simulator", async () => {
  const app = await openTestApp({ PAYFAST_MODE: 'sandbox' });
  assert.equal((await callApi(app, getPublicSettings, {})).data.isTestPayments, true);
  const simulated = await app.fastify.inject('/payfast-simulator/style.css');
  assert.equal(simulated.headers['content-type']?.toString().includes('css') ?? false, false);
});

test('the demo says that its data is made up', async () => {
  const app = await openTestApp();
  await naledi(app);
  const config = { ...app.config, isDemo: true, adminPassword: demoPassword };
  const { isDemo, demoPeople, ...rest } = await readPublicSettings(app.db, config);
  assert.deepEqual([isDemo, rest.demoPassword], [true, demoPassword]);
  assert.ok(demoPeople.some(({ role }) => role === 'Admin'));
  const own = await readPublicSettings(app.db, { ...config, adminPassword: 'Another123' });
  assert.equal(own.demoPassword, null);
});

test('live payments are not in test mode', async () => {
  const app = await openTestApp({
    PUBLIC_URL: 'https://members.example.org',
    RATE_LIMITS: 'on',
    PAYFAST_MODE: 'live',
    PAYFAST_MERCHANT_ID: '10009999',
    PAYFAST_MERCHANT_KEY: 'abc123',
    PAYFAST_PASSPHRASE: 'of-the-account',
  });
  assert.equal((await callApi(app, getPublicSettings, {})).data.isTestPayments, false);
});
