import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, mock, test } from 'node:test';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { getMailDelivery, sendTestMail } from '#contract/company-info/test-mail.ts';
import { listDonationTypes } from '#contract/donations/endpoints.ts';
import * as cards from '#contract/stored-settings/card-account.ts';
import * as mail from '#contract/stored-settings/mail-server.ts';
import { systemChecks } from '#server/features/system-check/system-checks.ts';
import { settingsDigest } from '#server/platform/http/observability/installation.ts';
import { openTestApp, testStart, type TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import { naledi } from '#test/support/people.ts';
import { startWorkers } from '#server/workers.ts';
import { until } from '#test/support/outage.ts';
import { namesOnServer } from '#server/stored-config.ts';
import { readConfig } from '#server/config.ts';
import { checkDomain } from './mail-domain.ts';
import { applyStored, store } from './stored.ts';

const PUBLIC_URL = 'https://members.example.org';
const app = await openTestApp({ PUBLIC_URL, PAYFAST_MODE: 'page', RATE_LIMITS: 'on' });
const [first, second] = [await openMailServer(), await openMailServer()];
after(() => Promise.all([first.close(), second.close()]));
let token = '';

beforeEach(async () => {
  app.clock.set(testStart);
  await app.db.deleteFrom('stored_settings').execute();
  await app.db.deleteFrom('mails').execute();
  await applyStored(app);
  [first.arrived.length, second.arrived.length] = [0, 0];
  ({ token } = await naledi(app));
});

const by = (userId: string) => ({
  ...app.ctx(),
  by: { userId, sessionId: '', role: 'Admin', memberId: null },
});
const formOf = ({ url }: { url: string }, more: object = {}) => ({
  host: '127.0.0.1',
  port: Number(new URL(url).port),
  user: '',
  password: '',
  from: 'The Office <office@example.org>',
  ...more,
});
const saveMail = (body: ReturnType<typeof formOf>, on: TestApp = app) =>
  callApi(on, mail.updateMailServer, { body }, { token });
const account = { merchantId: '10012345', merchantKey: 'q1cd2rdny4a53', passphrase: 'dam-is-full' };
const saveCards = (body: Parameters<typeof bodyOf>[0]) =>
  callApi(app, cards.updateCardAccount, { body: bodyOf(body) }, { token });
const bodyOf = (body: {
  mode: 'off' | 'sandbox' | 'live';
  merchantId?: string;
  merchantKey?: string;
  passphrase?: string;
}) => ({ merchantId: '', merchantKey: '', passphrase: '', ...body });

test('a mail server is tried, told to all administrators through both, and used at once', async () => {
  const { data: none } = await callApi(app, mail.getMailServer, {}, { token });
  assert.deepEqual([none.host, none.onServer, none.problem], ['', [], null]);
  assert.equal((await saveMail(formOf(first))).status, 200);
  const { data: delivery } = await callApi(app, getMailDelivery, {}, { token });
  assert.deepEqual([delivery.isCaptured, delivery.from], [false, 'office@example.org']);
  assert.equal(first.arrived.length, 0, 'there was no server before');
  const workers = await startWorkers(app);
  try {
    await until('the mail about the first one', () => first.arrived.length === 1);
    assert.equal((await saveMail(formOf(second))).status, 200);
    assert.match(first.arrived[1]?.raw ?? '', /Subject: .*The mail server was changed/);
    await callApi(app, sendTestMail, {}, { token });
    const isTest = ({ raw }: { raw: string }) => /Subject: .*[Tt]est/.test(raw);
    await until('the test mail', () => second.arrived.some(isTest));
    assert.ok(!first.arrived.some(isTest));
  } finally {
    await workers.stop();
  }
});

test('a server that does not answer is not kept, and the one of before sends on', async () => {
  const digest = settingsDigest(app.secret, app.config);
  await saveMail(formOf(first));
  assert.equal(settingsDigest(app.secret, app.config), digest, 'as of the command beside it');
  const { status, errors } = await saveMail(formOf({ url: 'smtp://127.0.0.1:1' }));
  const message =
    '127.0.0.1 cannot be used: Nothing answers at this address and port. Please check the name and the port.';
  assert.deepEqual([status, errors], [400, [{ field: 'host', message }]]);
  const { data } = await callApi(app, mail.getMailServer, {}, { token });
  assert.equal(data.port, formOf(first).port);
  assert.equal(app.config.smtpUrl, first.url.replace(/\/$/, ''));
});

test('a stored password is never answered, and is entered again for another server or user', async () => {
  const values = { SMTP_URL: `smtp://thandi:kept-secret@127.0.0.1:${formOf(first).port}` };
  const { id: userId } = await naledi(app);
  await store(by(userId), app.secret, { kind: 'mail', values });
  const { data } = await callApi(app, mail.getMailServer, {}, { token });
  assert.deepEqual([data.user, data.hasPassword], ['thandi', true]);
  assert.doesNotMatch(JSON.stringify(data), /kept-secret/);
  const others = [formOf(second, { user: 'thandi' }), formOf(first, { user: 'sipho' })];
  for (const form of others) {
    const { status, errors } = await saveMail(form);
    const message = mail.mailServerTexts.passwordNeeded;
    assert.deepEqual([status, errors], [400, [{ field: 'password', message }]]);
  }
  const rows = await app.db.selectFrom('stored_settings').select('encrypted').execute();
  assert.ok(rows.every(({ encrypted }) => !encrypted.toString('latin1').includes('kept-secret')));
});

test('a PayFast account is used at once: cards are offered, and pages may post to PayFast', async () => {
  const offered = async () => {
    const { data } = await callApi(app, listDonationTypes, {}, {});
    return data.some(({ name }) => name === 'Credit Card');
  };
  const policy = async () =>
    String((await app.fastify.inject({ url: '/healthz' })).headers['content-security-policy']);
  assert.equal(await offered(), false);
  const asked = mock.method(globalThis, 'fetch', async () => new Response('', { status: 200 }));
  const { status, data } = await saveCards({ mode: 'live', ...account });
  asked.mock.restore();
  assert.deepEqual([status, data.mode, data.merchantId], [200, 'live', '10012345']);
  const [address] = asked.mock.calls[0]?.arguments ?? [];
  assert.ok(typeof address === 'string' && address.startsWith('https://api.payfast.co.za/'));
  assert.equal(await offered(), true);
  assert.match(await policy(), /form-action[^;]*https:\/\/www\.payfast\.co\.za/);
  assert.equal((await saveCards({ mode: 'off', merchantId: '10012345' })).status, 200);
  assert.equal(await offered(), false);
  assert.equal(app.config.payfast.passphrase, account.passphrase, 'for earlier payments');
});

test('an account that PayFast does not know is not kept', async () => {
  const asked = mock.method(
    globalThis,
    'fetch',
    async () => new Response('{"data":{"message":"Merchant unknown"}}', { status: 401 }),
  );
  const { status, errors } = await saveCards({ mode: 'live', ...account });
  asked.mock.restore();
  assert.deepEqual([status, errors[0]?.field], [400, 'merchantId']);
  assert.match(errors[0]?.message ?? '', /Merchant unknown/);
  assert.equal(app.config.payfast.mode, 'off');
});

test('the fields of an account are checked, and those of another one are entered again', async () => {
  const texts = cards.cardAccountTexts;
  const asked = mock.method(globalThis, 'fetch', async () => new Response('', { status: 200 }));
  await saveCards({ mode: 'live', ...account });
  const wrong: [Parameters<typeof bodyOf>[0], string, string][] = [
    [{ mode: 'live' }, 'merchantId', texts.wrongMerchantId],
    [{ ...account, mode: 'live', merchantId: '10000100' }, 'merchantId', texts.isSandboxAccount],
    [{ ...account, mode: 'live', merchantKey: 'a b' }, 'merchantKey', texts.wrongMerchantKey],
    [{ ...account, mode: 'live', passphrase: 'a&b' }, 'passphrase', texts.wrongPassphrase],
    [{ mode: 'live', merchantId: '10099999' }, 'merchantKey', texts.again],
  ];
  for (const [body, field, message] of wrong) {
    const { status, errors } = await saveCards(body);
    assert.deepEqual([status, errors], [400, [{ field, message }]]);
  }
  asked.mock.restore();
});

test('real money needs an address that PayFast can reach', async () => {
  const local = await openTestApp({ PAYFAST_MODE: 'page' });
  const { token: here } = await naledi(local);
  const body = bodyOf({ mode: 'live', ...account });
  const { status, errors } = await callApi(
    local,
    cards.updateCardAccount,
    { body },
    { token: here },
  );
  const message = cards.cardAccountTexts.notReachable;
  assert.deepEqual([status, errors], [400, [{ field: 'mode', message }]]);
});

test('mails without a domain of their own are not looked up', async () => {
  const { data } = await callApi(app, mail.checkMailDomain, {}, { token });
  assert.deepEqual(data, { domain: 'members.example.org', records: [] });
});

test('what the environment sets wins and is named, and a trial reaches nobody', async () => {
  const settings = { SMTP_URL: 'smtp://mail.example.org:587', PAYFAST_MODE: 'off' };
  const fixed = await openTestApp(settings);
  const { token: here } = await naledi(fixed);
  const { data } = await callApi(fixed, mail.getMailServer, {}, { token: here });
  assert.deepEqual(data.onServer, ['SMTP_URL']);
  const body = formOf(first);
  const refused = await callApi(fixed, mail.updateMailServer, { body }, { token: here });
  assert.deepEqual(
    [refused.status, refused.message],
    [409, mail.mailServerTexts.onServer(['SMTP_URL'])],
  );
  const account = await callApi(fixed, cards.getCardAccount, {}, { token: here });
  assert.deepEqual(account.data.onServer, ['PAYFAST_MODE']);
  assert.deepEqual(namesOnServer(readConfig({ TRIAL: '1' }), 'mail'), ['TRIAL']);
});

test('what cannot be used is left out with a red line: another key, an open restore, wrong values', async () => {
  await saveMail(formOf(first));
  const { id: userId } = await naledi(app);
  const found = async (secret = app.secret) => {
    await applyStored({ ...app, secret });
    const check = systemChecks({ ...app, secret }).find(({ name }) => name === 'Entered settings');
    const { state, finding } = (await check?.run()) ?? {};
    return [state, app.config.smtpUrl === null, finding];
  };
  assert.deepEqual((await found()).slice(0, 2), ['ok', false]);
  const [state, isCaptured, finding] = await found(new TextEncoder().encode('x'.repeat(40)));
  assert.deepEqual([state, isCaptured], ['failed', true]);
  assert.match(String(finding), /Company Info, Mail: It was stored with the key of another/);
  const restore = {
    id: randomUUID(),
    restored_at: app.clock.now(),
    backup_made_at: app.clock.now(),
  };
  await app.db.insertInto('restores').values(restore).execute();
  assert.deepEqual((await found()).slice(0, 2), ['failed', true]);
  await app.db.deleteFrom('restores').execute();
  assert.deepEqual((await found()).slice(0, 2), ['ok', false]);
  const values = { SMTP_URL: 'mail.example.org' };
  await store(by(userId), app.secret, { kind: 'mail', values });
  assert.deepEqual((await found()).slice(0, 2), ['failed', true]);
});

test('two changes at the same time: the second one has not seen the first', async () => {
  const { headers } = await callApi(app, mail.getMailServer, {}, { token });
  const save = (of: { url: string }) =>
    callApi(
      app,
      mail.updateMailServer,
      { body: formOf(of) },
      { token, headers: { 'if-match': String(headers['etag']) } },
    );
  const statuses = await Promise.all([first, second].map(async (of) => (await save(of)).status));
  assert.deepEqual(new Set(statuses), new Set([200, 412]));
});

test('the audit log says who changed what, without secrets', async () => {
  await saveMail(formOf(first));
  const filters = { body: { action: 'updateMailServer' } };
  const { data } = await callApi(app, searchAudit, filters, { token });
  assert.deepEqual(data.results[0]?.after, {
    host: '127.0.0.1',
    port: formOf(first).port,
    from: 'The Office <office@example.org>',
    user: '',
  });
});

test('the records of a domain are judged', async () => {
  const records: Record<string, string[]> = {
    'good.example.org': ['google-site-verification=x', 'v=spf1 include:_spf.example.org ~all'],
    '_dmarc.good.example.org': ['v=DMARC1; p=none'],
    'selector1._domainkey.good.example.org': ['v=DKIM1; k=rsa; p=MIGf'],
    'open.example.org': ['v=spf1 +all'],
    'twice.example.org': ['v=spf1 -all', 'v=spf1 ~all'],
    'default._domainkey.twice.example.org': ['v=DKIM1; p='],
  };
  const states = async (domain: string, lookUp = async (name: string) => records[name] ?? []) =>
    (await checkDomain(domain, lookUp)).map(({ state }) => state);
  assert.deepEqual(await states('good.example.org'), ['good', 'good', 'good']);
  assert.deepEqual(await states('open.example.org'), ['missing', 'unknown', 'missing']);
  assert.deepEqual(await states('twice.example.org'), ['missing', 'unknown', 'missing']);
  const silent = async () => Promise.reject(new Error('ETIMEOUT'));
  assert.deepEqual(await states('good.example.org', silent), ['unknown', 'unknown', 'unknown']);
});
