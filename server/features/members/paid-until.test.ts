import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchMembers } from '#contract/members/endpoints.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);

async function sorted(sortDescending: boolean) {
  const body = { sortBy: 'PaidUntil', sortDescending };
  const { data } = await callApi(app, searchMembers, { body }, { token });
  return data.results.map(({ firstName, paidUntil }) => [firstName, paidUntil]);
}

test('members are sorted by the end of the last period, and those without one come last', async () => {
  const invoices: Record<string, string> = {};
  for (const firstName of ['Early', 'Late', 'Never']) {
    const email = `${firstName.toLowerCase()}@example.org`;
    invoices[firstName] = (await registered(app, { firstName, email })).invoiceId;
  }
  for (const [name, paidOn] of [
    ['Late', '2027-03-01'],
    ['Early', '2027-02-01'],
  ] as const) {
    await settleInvoice(app.ctx(), {
      invoiceId: invoices[name]!,
      source: 'administrator',
      paidOn,
    });
  }
  const early = ['Early', '2028-01-31'];
  const late = ['Late', '2028-02-29'];
  assert.deepEqual(await sorted(false), [early, late, ['Never', null]]);
  assert.deepEqual(await sorted(true), [late, early, ['Never', null]]);

  const input = { params: { id: invoices['Early']! }, body: { reason: 'A mistake' } };
  assert.equal((await callApi(app, undoInvoicePayment, input, { token })).status, 200);
  assert.deepEqual((await sorted(false))[0], late);
  assert.equal((await sorted(false)).find(([name]) => name === 'Early')?.[1], null);
});
