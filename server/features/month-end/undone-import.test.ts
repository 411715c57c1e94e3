import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeMonth, reopenMonth } from '#contract/month-end/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { brokenIn } from '#test/support/books/agree.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { callApi } from '#test/support/call.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { naledi, proveNow, tokenOf } from '#test/support/people.ts';

test('a month whose import was undone after it was closed agrees when it is reopened', async () => {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  app.clock.set('2027-04-02T08:00:00Z');
  const as = async () => {
    await proveNow(app, adminId);
    return { token: await tokenOf(app, adminId) };
  };
  const { token } = await as();
  const fees = { day: '2027-03-02', cents: -500, kind: '', text: 'FEES' };
  // The account of the organisation, to which EFT comes.
  const account = { number: '62000000011', openingCents: 100_000 };
  await openStatements(app, token).imported(writeStatement('fnb-history', [fees], account));
  const imports = openImports(app, token, 'payments');
  const head = 'First name,Last name,Email,Amount,Paid on,Paid by';
  const row = 'Ayanda,Zulu,ayanda@example.org,260.10,2027-03-27,EFT';
  const id = await imports.checked([head, row].join('\n'));
  assert.equal((await imports.start(id, 'now')).status, 200);
  const body = { month: '2027-03' };
  const close = async () => callApi(app, closeMonth, { body }, await as());
  assert.equal((await close()).status, 200);
  assert.equal((await imports.undo(id)).status, 200);
  const reopening = { body: { ...body, reason: 'A line is missing' } };
  assert.equal((await callApi(app, reopenMonth, reopening, await as())).status, 200);
  assert.deepEqual(await brokenIn(app, '2027-03'), []);
  assert.deepEqual(await brokenIn(app, '2027-04'), []);
  const { status, message } = await close();
  assert.equal(status, 200, message);
});
