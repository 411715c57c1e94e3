import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programNames } from '#contract/month-end/accounts.ts';
import * as contract from '#contract/month-end/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const as = async () => ({ token: await tokenOf(app, adminId) });

test('the journal of a closed month keeps the codes with which it was closed', async () => {
  app.clock.set('2027-03-10T09:00:00Z');
  const first = await registered(app, { email: 'march@example.org' });
  await settleInvoice(app.ctx(), { ...first, source: 'administrator' });
  app.clock.set('2027-04-02T09:00:00Z');
  const journals = async (period: string) =>
    Promise.all(
      programNames.map(async (program) => {
        const url = `/api/month-end/${period}/journal/${program}`;
        const { token } = await as();
        const headers = { authorization: `Bearer ${token}` };
        const reply = await app.fastify.inject({ url, headers });
        assert.equal(reply.statusCode, 200, reply.body);
        return reply.body;
      }),
    );
  const closing = { body: { month: '2027-03' } };
  assert.equal((await callApi(app, contract.closeMonth, closing, await as())).status, 200);
  const before = await journals('2027-03');
  const { settings } = (await callApi(app, contract.getMonthEnd, {}, await as())).data;
  const { accounts } = settings;
  const body = {
    ...settings,
    taxRate: 'Standard Rate Sales',
    accounts: {
      ...accounts,
      bank: { code: '8400', name: 'FNB Cheque' },
      membership: { code: '1000/000', name: 'Subscriptions' },
    },
  };
  const changed = await callApi(app, contract.updateMonthEndSettings, { body }, await as());
  assert.equal(changed.status, 200);
  assert.deepEqual(await journals('2027-03'), before);
  // Each month of a year has its own.
  const next = await registered(app, { email: 'april@example.org' });
  await settleInvoice(app.ctx(), { ...next, source: 'administrator', paidOn: '2027-04-01' });
  const [sage = ''] = await journals('2028');
  assert.ok(sage.startsWith(before[0] ?? '-'));
  assert.match(sage, /,8400,/);
});
