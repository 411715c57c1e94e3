import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { getDonation } from '#contract/donations/endpoints.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { getPaymentForm, paymentTexts, type PaymentKind } from '#contract/payments/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { judgeDue, notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { openTestApp } from '#test/support/app.ts';

const passphrase = 'Never-to-be-seen_42';
const provider = await openProvider();
const settings = { PAYFAST_VALIDATE_URL: provider.url, PAYFAST_PASSPHRASE: passphrase };
const app = await openTestApp(settings);
const { token } = await naledi(app);
let people = 0;

const formOf = (id: string, type: PaymentKind = 'subscription', at = app) =>
  callApi(at, getPaymentForm, { params: { type, id } });

async function invoiceOf(changes: Parameters<typeof registered>[1]) {
  const email = `form-${++people}@example.org`;
  return (await registered(app, { email, ...changes })).invoiceId;
}

test('every visitor with the id gets the signed form of an unpaid invoice, in posting order', async () => {
  const id = await invoiceOf({ email: 'form@example.org' });
  const { status, data, headers } = await formOf(id);
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['etag'], undefined);
  assert.equal(data.action, 'http://localhost:3000/payfast-simulator/eng/process');
  const base = 'http://localhost:3000';
  assert.deepEqual(
    data.fields.slice(0, -1).map(({ name, value }) => [name, value]),
    [
      ['merchant_id', '10000100'],
      ['merchant_key', '46f0cd694581a'],
      ['return_url', `${base}/payment/subscription/return/${id}`],
      ['cancel_url', `${base}/payment/subscription/cancelled/${id}`],
      ['notify_url', `${base}/api/payments/payfast/subscription`],
      ['name_first', 'Thandi'],
      ['name_last', 'Dlamini'],
      ['email_address', 'form@example.org'],
      ['m_payment_id', id],
      ['amount', '450.00'],
      ['item_name', 'TGA - Membership Payment'],
    ],
  );
  assert.deepEqual([data.fields.at(-1)?.name, data.fields.at(-1)?.value.length], ['signature', 32]);
});

test('a donation has its own form', async () => {
  const id = await pledged(app, 1234.5);
  const { data } = await formOf(id, 'donation');
  const values = Object.fromEntries(data.fields.map(({ name, value }) => [name, value]));
  assert.equal(values['amount'], '1234.50');
  assert.equal(values['item_name'], 'TGA - Donation');
  assert.match(values['return_url'] ?? '', new RegExp(`/payment/donation/return/${id}$`));
  assert.match(values['notify_url'] ?? '', /\/api\/payments\/payfast\/donation$/);
});

/** Written by hand, encoded as PHP's `urlencode` does. */
const names: [string, string, string, string][] = [
  ['Seán', "O'Brien", 'Se%C3%A1n', 'O%27Brien'],
  ['Ngũgĩ', 'wa Thiong’o', 'Ng%C5%A9g%C4%A9', 'wa+Thiong%E2%80%99o'],
  ['Zoë 🦏', '(Ms) *Star*', 'Zo%C3%AB+%F0%9F%A6%8F', '%28Ms%29+%2AStar%2A'],
  ['Jan~Piet', 'van & der = Merwe!', 'Jan%7EPiet', 'van+%26+der+%3D+Merwe%21'],
  ['a.b-c_d', '100% +1', 'a.b-c_d', '100%25+%2B1'],
  ['Ñ', '<b>&amp;</b>', '%C3%91', '%3Cb%3E%26amp%3B%3C%2Fb%3E'],
];

for (const [firstName, lastName, first, last] of names) {
  test(`${firstName} ${lastName} is signed as the provider signs it`, async () => {
    const id = await invoiceOf({ firstName, lastName });
    const { data } = await formOf(id);
    const fields = new Map(data.fields.map(({ name, value }) => [name, value]));
    assert.deepEqual([fields.get('name_first'), fields.get('name_last')], [firstName, lastName]);
    const base = 'http%3A%2F%2Flocalhost%3A3000';
    const text = [
      'merchant_id=10000100&merchant_key=46f0cd694581a',
      `&return_url=${base}%2Fpayment%2Fsubscription%2Freturn%2F${id}`,
      `&cancel_url=${base}%2Fpayment%2Fsubscription%2Fcancelled%2F${id}`,
      `&notify_url=${base}%2Fapi%2Fpayments%2Fpayfast%2Fsubscription`,
      `&name_first=${first}&name_last=${last}&email_address=form-${people}%40example.org`,
      `&m_payment_id=${id}&amount=450.00&item_name=TGA+-+Membership+Payment`,
      `&passphrase=${passphrase}`,
    ].join('');
    assert.equal(fields.get('signature'), createHash('md5').update(text).digest('hex'));
  });
}

test('an unknown record gets a 404 with the page’s message, and another type a 400', async () => {
  const invoice = await invoiceOf({});
  for (const reply of [
    await formOf(randomUUID()),
    await formOf(randomUUID(), 'donation'),
    await formOf(invoice, 'donation'),
    await formOf(await pledged(app)),
  ]) {
    assert.deepEqual([reply.status, reply.message], [404, paymentTexts.unknown]);
  }
  for (const type of ['renewal', 'notifications', 'Subscription']) {
    const reply = await formOf(invoice, type as PaymentKind);
    assert.deepEqual([reply.status, reply.message], [400, paymentTexts.badType]);
  }
  assert.equal((await formOf('INV-00001')).status, 400);
});

test('a paid, void or too small record gets a 409 with the reason', async () => {
  const paid = await pledged(app);
  await callApi(app, processDonationPayment, { params: { id: paid } }, { token });
  const isVoid = await invoiceOf({});
  const isSmall = await invoiceOf({ paymentType: 'Credit Card' });
  const change = (id: string, set: object) =>
    app.db.updateTable('invoices').set(set).where('id', '=', id).execute();
  await change(isVoid, { voided_at: app.clock.now(), void_reason: 'A mistake' });
  await change(isSmall, { amount_cents: 499 });
  const refused = async (id: string, type?: PaymentKind) => {
    const { status, message, text } = await formOf(id, type);
    assert.ok(!text.includes('Dlamini'), 'the reply reveals the name');
    return [status, message];
  };
  assert.deepEqual(await refused(paid, 'donation'), [409, paymentTexts.settled]);
  assert.deepEqual(await refused(isVoid), [409, paymentTexts.isVoid]);
  assert.deepEqual(await refused(isSmall), [409, paymentTexts.tooSmall]);
  await change(isSmall, { amount_cents: 500 });
  assert.equal((await formOf(isSmall)).status, 200);
});

test('loading the form writes nothing: the outcome of the last attempt stays', async () => {
  const id = await invoiceOf({});
  const state = async () => (await callApi(app, getInvoice, { params: { id } })).data.state;
  await notify(
    app,
    'subscription',
    signed(toldOf(id, { payment_status: 'CANCELLED' }), passphrase),
  );
  await judgeDue(app);
  assert.equal(await state(), 'cancelled');
  const versionOf = async () =>
    (
      await sql<{
        version: string;
      }>`SELECT xmin::text AS version FROM invoices WHERE id = ${id}`.execute(app.db)
    ).rows[0]?.version;
  const before = await versionOf();
  assert.equal((await formOf(id)).status, 200);
  assert.equal(await state(), 'cancelled');
  assert.equal(await versionOf(), before);
});

test('requests for forms are limited per client', async () => {
  const limited = await openTestApp({ RATE_LIMITS: 'on' });
  const id = await pledged(limited);
  assert.equal((await formOf(id, 'donation', limited)).status, 200);
  // These calls need no database, so all of them finish within a minute even on a busy machine.
  for (let n = 1; n < 120; n++) {
    assert.equal((await formOf('no id', 'donation', limited)).status, 400, `call ${n + 1}`);
  }
  const refused = await formOf(id, 'donation', limited);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.ok(!refused.text.includes('Dlamini'));
  // The provider sends many notifications from few addresses.
  for (let tens = 0; tens < 13; tens++) {
    const outcomes = await concurrently(10, () => notify(limited, 'donation', signed(toldOf(id))));
    const statuses = succeeded(outcomes).map(({ statusCode }) => statusCode);
    assert.deepEqual(statuses, Array(10).fill(200));
  }
});

test('no reply contains the passphrase, for any caller', async () => {
  const { memberId, invoiceId, userId } = await registered(app, { email: 'curious@example.org' });
  const donation = await pledged(app);
  await notify(app, 'subscription', signed(toldOf(invoiceId), passphrase));
  await notify(app, 'subscription', signed(toldOf(invoiceId), 'wrong'));
  await judgeDue(app);
  const ids = [memberId, invoiceId, donation, 'subscription'];
  const member = await tokenOf(app, userId);
  let seen = 0;
  for (const { endpoint } of await allEndpoints()) {
    if (endpoint.path.endsWith('/logout') || endpoint.method === 'DELETE') continue;
    for (const authorization of ['', `Bearer ${member}`, `Bearer ${token}`]) {
      for (const id of ids) {
        const { body } = await app.fastify.inject({
          method: endpoint.method,
          url: urlOf(endpoint, id),
          headers: { authorization },
          ...(endpoint.body ? { payload: {} } : {}),
        });
        assert.ok(!body.includes(passphrase), `${endpoint.method} ${endpoint.path}`);
        seen += 1;
      }
    }
  }
  for (const [type, id] of [
    ['subscription', await invoiceOf({})],
    ['donation', donation],
  ] as const) {
    assert.ok(!(await formOf(id, type)).text.includes(passphrase));
  }
  for (const path of ['/', '/api/openapi.json', '/api/docs', '/healthz', '/readyz', '/metrics']) {
    assert.ok(!(await app.fastify.inject(path)).body.includes(passphrase), path);
  }
  assert.ok(seen > 100);
  assert.equal((await callApi(app, getDonation, { params: { id: donation } })).status, 200);
});
