import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getDonation } from '#contract/donations/endpoints.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { registered } from '#test/support/people.ts';
import {
  judgeDue,
  notify,
  pledged,
  shown,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { openTestApp } from '#test/support/app.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
let people = 0;

async function newRecord(kind: PaymentKind): Promise<string> {
  if (kind === 'donation') return pledged(app);
  return (await registered(app, { email: `payer-${++people}@example.org` })).invoiceId;
}

async function stateOf(kind: PaymentKind, id: string): Promise<string> {
  const reply = await callApi(app, kind === 'donation' ? getDonation : getInvoice, {
    params: { id },
  });
  assert.equal(reply.status, 200);
  return reply.data.state;
}

const paymentsOf = (id: string) =>
  app.db
    .selectFrom('payments')
    .selectAll()
    .where((row) => row.or([row('invoice_id', '=', id), row('donation_id', '=', id)]))
    .execute();

const failedChecks = (checks: { name: string; outcome: string }[]) =>
  checks.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name);

for (const kind of ['subscription', 'donation'] as const) {
  test(`a ${kind} notification is stored unchanged, answered immediately, and paid after processing`, async () => {
    const id = await newRecord(kind);
    const body = signed(toldOf(id, { pf_payment_id: kind === 'donation' ? '7001' : '7002' }));
    const requestsBefore = provider.asked.length;
    const reply = await notify(app, kind, body);
    assert.equal(reply.statusCode, 200);
    assert.deepEqual(reply.json(), { success: true });
    assert.equal(
      provider.asked.length,
      requestsBefore,
      'the provider is not asked before the reply',
    );
    assert.equal(await stateOf(kind, id), 'unpaid');
    const [waiting] = await shown(app, id, 'waiting');
    assert.equal(waiting?.body, body);
    assert.deepEqual([waiting.verdict, waiting.checks, waiting.amount], [null, [], 450]);

    await judgeDue(app);
    assert.equal(await stateOf(kind, id), 'paid');
    const [found] = await shown(app, id);
    assert.equal(found?.verdict, 'settled');
    assert.deepEqual(failedChecks(found.checks), []);
    assert.deepEqual(
      found.checks.map(({ name }) => name),
      ['signature', 'merchant', 'record', 'amount', 'status', 'confirmation', 'source'],
    );
    // Without signature and passphrase, because with the passphrase the provider answers INVALID.
    assert.equal(provider.asked.at(-1), body.replace(/&signature=.*/, ''));
    const [payment] = await paymentsOf(id);
    assert.equal(payment?.external_reference, `payfast:${found.providerId}`);
    assert.deepEqual(
      [payment.amount_cents, payment.method, payment.source, payment.recorded_by],
      [45_000, 'Credit Card', 'payfast', null],
    );
  });
}

interface Row {
  what: string;
  body: (id: string) => string | Promise<string>;
  verdict: string;
  /** The checks that failed or could not be done. */
  against: string[];
  state?: string;
  route?: PaymentKind;
  isAsked?: boolean;
}

const reversed = (id: string) => {
  const body = signed(toldOf(id)).split('&');
  return [body[1], body[0], ...body.slice(2)].join('&');
};
const all = ['record', 'amount', 'confirmation'];
const table: Row[] = [
  {
    what: 'no signature',
    body: (id) => signed(toldOf(id)).replace(/&signature=.*/, ''),
    verdict: 'refused',
    against: ['signature', 'confirmation'],
  },
  {
    what: 'a wrong signature',
    body: (id) => signed(toldOf(id), 'another'),
    verdict: 'refused',
    against: ['signature', 'confirmation'],
  },
  {
    what: 'fields in another order than signed',
    body: reversed,
    verdict: 'refused',
    against: ['signature', 'confirmation'],
  },
  {
    what: 'a field changed after signing',
    body: (id) => signed(toldOf(id, { amount_gross: '5.00' })).replace('=5.00', '=450.00'),
    verdict: 'refused',
    against: ['signature', 'confirmation'],
  },
  {
    what: 'a field added after the signature',
    body: (id) => `${signed(toldOf(id, { amount_gross: '0.00' }))}&amount_gross=450.00`,
    verdict: 'refused',
    against: ['amount', 'confirmation'],
  },
  {
    what: 'another merchant',
    body: (id) => signed(toldOf(id, { merchant_id: '10000101' })),
    verdict: 'refused',
    against: ['merchant', 'confirmation'],
  },
  ...['0.00', '10000000.00', '-450.00', '', '450.001', '450,00'].map((amount) => ({
    what: `an amount of "${amount}"`,
    body: (id: string) => signed(toldOf(id, { amount_gross: amount })),
    verdict: 'refused',
    against: ['amount', 'confirmation'],
  })),
  {
    what: 'an amount that is too large for the column',
    body: (id) => signed(toldOf(id, { amount_gross: '999999999.99' })),
    verdict: 'refused',
    against: ['amount', 'confirmation'],
  },
  ...['CANCELLED', 'CANCEL'].map((status) => ({
    what: `status ${status}`,
    body: (id: string) => signed(toldOf(id, { payment_status: status, amount_gross: '0.00' })),
    verdict: 'cancelled',
    against: ['amount', 'status'],
    state: 'cancelled',
    isAsked: true,
  })),
  {
    what: 'status FAILED',
    body: (id) => signed(toldOf(id, { payment_status: 'FAILED' })),
    verdict: 'failed',
    against: ['status'],
    state: 'failed',
    isAsked: true,
  },
  {
    what: 'status PENDING',
    body: (id) => signed(toldOf(id, { payment_status: 'PENDING' })),
    verdict: 'pending',
    against: ['status'],
    isAsked: true,
  },
  ...['REFUNDED', 'complete', ''].map((status) => ({
    what: `the unknown status "${status}"`,
    body: (id: string) => signed(toldOf(id, { payment_status: status })),
    verdict: 'refused',
    against: ['status', 'confirmation'],
  })),
  {
    what: 'no payment number of the provider',
    body: (id) => signed(toldOf(id, { pf_payment_id: null })),
    verdict: 'refused',
    against: ['status', 'confirmation'],
  },
  {
    what: 'the URL for donations',
    route: 'donation',
    body: (id) => signed(toldOf(id)),
    verdict: 'refused',
    against: all,
  },
  {
    what: 'a status FAILED that the provider did not sign',
    body: (id) => signed(toldOf(id, { payment_status: 'FAILED' }), 'another'),
    verdict: 'refused',
    against: ['signature', 'status', 'confirmation'],
  },
];

for (const { what, body, verdict, against, state = 'unpaid', route, isAsked = false } of table) {
  test(`${what}: ${verdict}, and the invoice is ${state}`, async () => {
    const id = await newRecord('subscription');
    const requestsBefore = provider.asked.length;
    const reply = await notify(app, route ?? 'subscription', await body(id));
    assert.equal(reply.statusCode, 200);
    await judgeDue(app);
    const [found] = await shown(app, id);
    assert.equal(found?.verdict, verdict);
    assert.deepEqual(failedChecks(found.checks), against);
    assert.equal(provider.asked.length - requestsBefore, Number(isAsked));
    assert.equal(await stateOf('subscription', id), state);
    const { payments, mails } = await rowsOf(app, id);
    assert.deepEqual([payments, mails.map((mail) => mail.kind)], [[], ['invoice']]);
  });
}

test('a notification with an unknown or invalid id is refused and stored', async () => {
  for (const id of [randomUUID(), 'INV-00001', "' OR 1=1 --"]) {
    assert.equal((await notify(app, 'subscription', signed(toldOf(id)))).statusCode, 200);
    await judgeDue(app);
    const [found] = await shown(app, id);
    assert.deepEqual([found?.verdict, failedChecks(found!.checks)], ['refused', all]);
  }
});

test('a donation’s notification at the URL for memberships pays neither', async () => {
  const id = await newRecord('donation');
  await notify(app, 'subscription', signed(toldOf(id)));
  await judgeDue(app);
  assert.equal((await shown(app, id))[0]?.verdict, 'refused');
  assert.equal(await stateOf('donation', id), 'unpaid');
});

test('the first payment adds the period, the number, the status and one receipt', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'member@example.org' });
  await notify(app, 'subscription', signed(toldOf(invoiceId)));
  await judgeDue(app);
  const { payments, mails } = await rowsOf(app, invoiceId);
  assert.equal(payments.length, 1);
  assert.deepEqual(
    mails.map((mail) => mail.kind),
    ['invoice', 'receipt'],
  );
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.periods], ['Active', [['2027-03-10', '2028-03-09']]]);
  assert.ok(member.number !== null);
});

test('a payment after a failed attempt is recorded', async () => {
  const id = await newRecord('donation');
  await notify(app, 'donation', signed(toldOf(id, { payment_status: 'FAILED' })));
  await judgeDue(app);
  assert.equal(await stateOf('donation', id), 'failed');
  await notify(app, 'donation', signed(toldOf(id)));
  await judgeDue(app);
  assert.equal(await stateOf('donation', id), 'paid');
});
