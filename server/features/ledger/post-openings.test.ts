import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { naledi, registered } from '#test/support/people.ts';
import { postOpenings } from './post-openings.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const matching = openMatching(app, token);

test('a payment that was recorded before the first statement and came with it is not in the balance at the beginning', async () => {
  const pay = async (email: string) => {
    const { invoiceId } = await registered(app, { email });
    const input = { invoiceId, source: 'administrator', paidOn: '2027-03-01' } as const;
    const { paymentId } = await settleInvoice(app.ctx(), { ...input, amountCents: 40_000 });
    return paymentId ?? '';
  };
  const later = await pay('later@example.org');
  await pay('before@example.org');
  // The balance before it is R10,000.00. It has the second payment, and not the first.
  const line = await matching.line('LATER', 400, '2027-03-02');
  const part = { kind: 'recorded', targetId: later, amount: 400 } as const;
  const { status, message } = await matching.book(line, [part]);
  assert.equal(status, 200, message);
  await postOpenings(app.ctx());
  const balanceOn = async (day: string) => {
    const { rows } = await sql<{ cents: number }>`
      SELECT sum(l.cents)::bigint AS cents FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
      WHERE l.account = 'bank' AND e.day <= ${day}`.execute(app.db);
    return rows[0]?.cents;
  };
  assert.equal(await balanceOn('2027-03-02'), 1_040_000);
});
