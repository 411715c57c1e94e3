import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeMonth, getFigures, getMonthEnd } from '#contract/month-end/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);

test('books that begin with an imported payment of 1998 are read and closed', async () => {
  const imports = openImports(app, token, 'payments');
  const id = await imports.checked(
    'First name,Surname,Email,Amount,Paid on\nKoos,Botha,koos@example.org,100,1998-05-10',
  );
  assert.equal((await imports.start(id)).status, 200);
  const { status, data } = await callApi(app, getMonthEnd, {}, { token });
  assert.equal(status, 200);
  assert.deepEqual([data.toClose, data.years.at(-1)], ['1998-05', '1999']);

  const closed = await callApi(app, closeMonth, { body: { month: '1998-06' } }, { token });
  assert.deepEqual([closed.status, closed.data.toClose], [200, '1998-07']);
  for (const period of ['1998-05', '1999']) {
    const figures = await callApi(app, getFigures, { params: { period } }, { token });
    const income = figures.data.sections.find(({ title }) => title === 'Income')?.lines.at(-1);
    assert.deepEqual([figures.status, income?.amount], [200, 100]);
  }
});
