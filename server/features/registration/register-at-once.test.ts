import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { register as endpoint } from '#contract/registration/endpoints.ts';
import { failAtCommit } from '#test/support/mail/fail-at-commit.ts';
import { archive, allRows, lastUsed } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { mokoenaChildren, registered, thandisForm, typeId } from '#test/support/people.ts';
import { concurrently, failed, numbersAfter, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import { register } from './register.ts';

const app = await openTestApp();
const taken = 'Email already exists. Please use a different email.';

test('fifty concurrent registrations get the next fifty invoice numbers', async () => {
  const before = await lastUsed(app, 'invoice');
  const family = await typeId(app, familyTypeName);
  const outcomes = await concurrently(50, async (n) => {
    const isFamily = n % 3 === 0;
    const form = await thandisForm(app, {
      email: `crowd-${n}@example.org`,
      paymentType: n % 2 === 0 ? 'EFT' : 'Credit Card',
      ...(isFamily ? { memberTypeId: family, relatives: mokoenaChildren } : {}),
    });
    return register(app.ctx(), form);
  });
  assert.deepEqual(failed(outcomes), []);
  const rows = await app.db.selectFrom('invoices').select('number').orderBy('number').execute();
  assert.deepEqual(
    rows.map((row) => row.number),
    numbersAfter(before, 50),
  );
  assert.equal(await lastUsed(app, 'invoice'), before + 50);
});

test('failed registrations leave no gap in the invoice numbers', async () => {
  const before = await lastUsed(app, 'invoice');
  const commitAgain = await failAtCommit(app.db, 'unlucky%');
  const outcomes = await concurrently(24, async (n) => {
    const email = `${n % 2 === 0 ? 'unlucky' : 'lucky'}-${n}@example.org`;
    return register(app.ctx(), await thandisForm(app, { email }));
  });
  await commitAgain();
  assert.equal(failed(outcomes).length, 12);
  const rows = await app.db
    .selectFrom('invoices')
    .select('number')
    .where('number', '>', before)
    .orderBy('number')
    .execute();
  assert.deepEqual(
    rows.map((row) => row.number),
    numbersAfter(before, 12),
  );
});

test('of twenty concurrent registrations with one email, one succeeds and the others get an error', async () => {
  const before = await allRows(app);
  const numbers = await lastUsed(app, 'invoice');
  const replies = succeeded(
    await concurrently(20, async () =>
      callApi(app, endpoint, { body: await thandisForm(app, { email: 'wanted@example.org' }) }),
    ),
  );
  const refused = replies.filter((reply) => reply.status !== 200);
  assert.deepEqual([replies.length, refused.length], [20, 19]);
  for (const { status, message } of refused) assert.deepEqual([status, message], [409, taken]);
  const after = await allRows(app);
  assert.deepEqual(
    [after.users, after.members, after.invoices, after.mails],
    [before.users + 1, before.members + 1, before.invoices + 1, before.mails + 1],
  );
  assert.equal(await lastUsed(app, 'invoice'), numbers + 1);
});

test('twenty concurrent returns from the archive with one email leave one record and one open invoice', async () => {
  const { memberId, email } = await registered(app, { email: 'return@example.org' });
  await archive(app, memberId);
  const form = await thandisForm(app, { email });
  const outcomes = await concurrently(20, () => register(app.ctx(), form));
  assert.equal(succeeded(outcomes).length, 1);
  for (const error of failed(outcomes)) assert.equal(error.message, taken);
  const invoices = await app.db
    .selectFrom('invoices')
    .select('voided_at')
    .where('member_id', '=', memberId)
    .orderBy('number')
    .execute();
  assert.deepEqual(
    invoices.map((invoice) => invoice.voided_at === null),
    [false, true],
  );
});
