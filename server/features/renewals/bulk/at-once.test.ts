import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { lastUsed, openInvoice } from '#test/support/assertions.ts';
import { naledi } from '#test/support/people.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { concurrently, failed, numbersAfter, succeeded } from '#test/support/concurrent.ts';
import { mailsOf, renewalsOf } from '#test/support/renewals.ts';
import { openTestApp } from '#test/support/app.ts';
import type { Caller } from '#server/context.ts';
import { generateInvoice } from '../generate-invoice.ts';
import { finishRun } from './finish-run.ts';
import { sendRenewals } from './send-renewals.ts';

const app = await openTestApp();
const callerOf = ({ id }: { id: string }): Caller => ({
  userId: id,
  role: 'Admin',
  sessionId: '',
  memberId: null,
});
const [one, other] = [callerOf(await naledi(app)), callerOf(await naledi(app))];
app.clock.set('2027-12-01T08:00:00Z');
const endsOn = '2027-12-31';
const workOf = (by: Caller) => ({ ...app.ctx(), by });
const sendAs = (by: Caller, selectedItems: string[]) =>
  sendRenewals(workOf(by), by, { selectedItems });

/** Asserts one invoice and one mail per member, and no gap in the numbers. */
async function assertOnce(lastName: string, members: number, numberBefore: number) {
  const invoices = await renewalsOf(app, lastName);
  assert.equal(invoices.length, members);
  assert.equal(new Set(invoices.map(({ member_id }) => member_id)).size, members);
  const mails = await app.db
    .selectFrom('mails')
    .where('kind', '=', 'invoice')
    .where('to_email', 'like', `${lastName.toLowerCase()}%`)
    .select('id')
    .execute();
  assert.equal(mails.length, members);
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM invoices WHERE number > ${numberBefore} ORDER BY number`.execute(app.db);
  const numbers = rows.map(({ number }) => number);
  assert.deepEqual(numbers, numbersAfter(numberBefore, numbers.length));
}

test('twenty concurrent runs create one invoice and one mail per member, and the counts add up', async () => {
  const before = await lastUsed(app, 'invoice');
  const ids = await addManyMembers(app, 300, { lastName: 'Twenty', endsOn });
  const outcomes = await concurrently(20, (n) => sendAs(n % 2 ? one : other, ids));
  assert.deepEqual(failed(outcomes), []);
  const results = succeeded(outcomes);
  const created = results.reduce((sum, result) => sum + result.created, 0);
  assert.equal(created, 300);
  for (const result of results) {
    const skipped = result.skipped.reduce((sum, { count }) => sum + count, 0);
    assert.equal(result.created + skipped, 300);
  }
  await assertOnce('Twenty', 300, before);
});

test('overlapping runs of two administrators and concurrent renewals and payments create no duplicates', async () => {
  const before = await lastUsed(app, 'invoice');
  const ids = await addManyMembers(app, 60, { lastName: 'Overlap', endsOn });
  const invoiced = await openInvoice(app, ids[30]!, 'Individual');
  const all = await Promise.allSettled([
    sendAs(one, ids.slice(0, 40)),
    sendAs(other, ids.slice(20).toReversed()),
    settleInvoice(app.ctx(), { invoiceId: invoiced, source: 'payfast' }),
    ...ids
      .slice(15, 25)
      .map((memberId) =>
        generateInvoice(workOf(one), { memberId, amount: 450, paymentType: 'EFT' }),
      ),
  ]);
  assert.deepEqual(failed(all), []);
  await assertOnce('Overlap', 59, before);
});

test('a member who pays or is invoiced while the run waits for the lock is skipped', async () => {
  const [member = ''] = await addManyMembers(app, 1, { lastName: 'Waited', endsOn });
  const held = await app.db.transaction().execute(async (db) => {
    await db
      .selectFrom('members')
      .select('id')
      .where('id', '=', member)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const waiting = sendAs(one, [member]);
    await untilWaiting(app, 1);
    await generateInvoice(
      { ...workOf(other), db },
      {
        memberId: member,
        amount: 450,
        paymentType: 'Credit Card',
      },
    );
    return { waiting };
  });
  const skipped = [{ reason: 'Open invoice', count: 1 }];
  assert.deepEqual(await held.waiting, { created: 0, skipped });
  const [invoice, ...others] = await renewalsOf(app, 'Waited');
  assert.deepEqual([others, await mailsOf(app, invoice!.id)], [[], []]);
});

test('five workers that continue one run concurrently complete it once', async () => {
  const before = await lastUsed(app, 'invoice');
  const ids = await addManyMembers(app, 600, { lastName: 'Five', endsOn });
  const sending = sendAs(one, ids);
  await untilStarted();
  const { id } = await app.db
    .selectFrom('renewal_runs')
    .select('id')
    .where('total', '=', 600)
    .executeTakeFirstOrThrow();
  const outcomes = succeeded(await concurrently(5, () => finishRun(app.ctx(), id)));
  assert.deepEqual(new Set(outcomes.map((outcome) => outcome?.created)), new Set([600]));
  assert.equal((await sending).created, 600);
  await assertOnce('Five', 600, before);
  const noted = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', id)
    .execute();
  assert.equal(noted.length, 1);

  async function untilStarted(): Promise<void> {
    for (;;) {
      const runs = app.db.selectFrom('renewal_runs').select('id').where('total', '=', 600);
      if ((await runs.execute()).length > 0) return;
    }
  }
});
