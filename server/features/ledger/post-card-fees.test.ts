import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { openTestApp } from '#test/support/app.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { countUnknownFees } from '#server/features/month-end/figures/read-card-fees.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { callApi } from '#test/support/call.ts';
import { judgeDue, notify, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, registered } from '#test/support/people.ts';
import { postCardFees } from './post-card-fees.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });

async function fees(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_lines WHERE account = 'fees'`.execute(
    app.db,
  );
  return rows[0]?.cents ?? 0;
}

async function listed(providerId: string, gross: number, fee: number) {
  await sql`INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents, fee_cents, net_cents,
      is_test, first_seen_at)
    VALUES (gen_random_uuid(), ${providerId}, 'FUNDS', ${app.clock.now()}, ${gross}, ${fee}, ${gross + fee}, false, now())`.execute(
    app.db,
  );
  await postCardFees(app.ctx(), [providerId]);
}

test('a list that has only the chargeback of a payment leaves the fee that its message said', async () => {
  const { invoiceId } = await registered(app, {
    email: 'fee@example.org',
    paymentType: 'Credit Card',
  });
  await notify(app, 'subscription', signed(toldOf(invoiceId, { pf_payment_id: '7001' })));
  await judgeDue(app);
  assert.equal(await fees(), 1035);
  await listed('7001', -45_000, 0);
  assert.equal(await fees(), 1035);
  // The list goes further back.
  await listed('7001', 45_000, -1100);
  assert.equal(await fees(), 1100);
});

test('a fee that nobody told stays unknown when PayFast lists the chargeback, and when it is recorded', async () => {
  const { token } = await naledi(app);
  const { invoiceId } = await registered(app, { email: 'unknown@example.org' });
  const externalReference = 'payfast:7002';
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference });
  const today = dayOf(app.clock.now());
  const unknown = () => countUnknownFees(app.db, today, today);
  assert.equal(await unknown(), 1);
  await listed('7002', -45_000, 0);
  assert.equal(await unknown(), 1);
  const body = { reason: 'Charged back', returnedOn: today };
  const reply = await callApi(
    app,
    undoInvoicePayment,
    { params: { id: invoiceId }, body },
    { token },
  );
  assert.equal(reply.status, 200, reply.message);
  assert.equal(await unknown(), 1);
  await listed('7002', 45_000, -1035);
  assert.equal(await unknown(), 0);
});
