import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { previewMerge, undoMerge } from '#contract/duplicates/merge.ts';
import type { Caller } from '#server/context.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { mergeOf } from '#test/support/merging/merge.ts';
import { naledi, registered } from '#test/support/people.ts';
import { mergeMembers } from './merge-members.ts';
import { undoMerge as undo } from './undo-merge.ts';

const app = await openTestApp();
const { id: userId, token } = await naledi(app);
const by: Caller = { userId, role: 'Admin', sessionId: '', memberId: null };
const ctx = () => ({ ...app.ctx(), by });
let people = 0;
const person = () => registered(app, { email: `person-${++people}@example.org` });

async function versionOf(id: string, other: string): Promise<string> {
  const input = { params: { id }, query: { with: other } };
  return (await callApi(app, previewMerge, input, { token })).data.version;
}

const statusesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  new Set(failed(outcomes).map((error) => (error as { status?: number }).status));

test('of twenty merges of the same two at once, one is done', async () => {
  const [one, other] = [await person(), await person()];
  const version = await versionOf(one.memberId, other.memberId);
  const outcomes = await concurrently(20, (n) => {
    const [id, second] = n % 2 === 0 ? [one, other] : [other, one];
    const choices = { with: second.memberId, version, openInvoice: 'kept' } as const;
    return mergeMembers(ctx(), id.memberId, choices);
  });
  assert.equal(succeeded(outcomes).length, 1);
  assert.deepEqual(statusesOf(outcomes), new Set([409]));
});

test('of two merges of one member into two others at once, one is done', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, shared, other] = [await person(), await person(), await person()];
    const versions = [
      await versionOf(one.memberId, shared.memberId),
      await versionOf(other.memberId, shared.memberId),
    ];
    const outcomes = await concurrently(2, (n) =>
      mergeMembers(ctx(), [one, other][n]!.memberId, {
        with: shared.memberId,
        version: versions[n]!,
        openInvoice: 'kept',
      }),
    );
    assert.ok(succeeded(outcomes).length >= 1);
    const { rows } = await sql<{ open: number; payments: number }>`
      SELECT count(*) AS open FROM invoices WHERE is_open
        AND member_type_id IS NOT NULL
        AND member_id = ANY (${[one.memberId, shared.memberId, other.memberId]}::uuid[])
      GROUP BY member_id HAVING count(*) > 1`.execute(app.db);
    assert.deepEqual(rows, [], 'no member has two open invoices');
  }
});

test('a merge and payments of both members at once keep every sum', async () => {
  for (let round = 0; round < 5; round++) {
    const pair = [await person(), await person()] as const;
    const [one, other] = pair;
    const version = await versionOf(one.memberId, other.memberId);
    const outcomes = await concurrently<unknown>(20, (n) => {
      if (n % 5 === round % 5) {
        const choices = { with: other.memberId, version, openInvoice: 'kept' } as const;
        return mergeMembers(ctx(), one.memberId, choices);
      }
      const externalReference = `payfast:${round}-${n % 2}`;
      const { invoiceId } = pair[n % 2]!;
      return settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference });
    });
    assert.deepEqual(
      [...statusesOf(outcomes)].filter((status) => ![409, 412].includes(status ?? 0)),
      [],
    );
    for (const { invoiceId } of pair) {
      const { invoice, payments } = await rowsOf(app, invoiceId);
      assert.equal(payments.length, 1, 'each payment is recorded once');
      const isCredit = payments[0]?.credit_cents !== 0;
      assert.equal(invoice.payment_id === null, isCredit);
      assert.equal(invoice.voided_at === null, !isCredit);
    }
    const { rows } = await sql`
      SELECT FROM membership_periods AS p JOIN invoices AS i ON i.id = p.invoice_id
      WHERE i.member_id <> p.member_id`.execute(app.db);
    assert.deepEqual(rows, [], 'each period is with the member of its invoice');
  }
});

test('an undone merge and payments at once keep every sum', async () => {
  for (let round = 0; round < 5; round++) {
    const pair = [await person(), await person()] as const;
    const [one, other] = pair;
    await settleInvoice(app.ctx(), { invoiceId: one.invoiceId, source: 'administrator' });
    const version = await versionOf(one.memberId, other.memberId);
    await mergeMembers(ctx(), one.memberId, { with: other.memberId, version });
    const mergeId = await mergeOf(app, other.memberId);
    const outcomes = await concurrently<unknown>(20, (n) =>
      n === 10
        ? undo(ctx(), mergeId)
        : settleInvoice(app.ctx(), {
            invoiceId: other.invoiceId,
            source: 'payfast',
            externalReference: `payfast:undo-${round}`,
          }),
    );
    assert.deepEqual(
      [...statusesOf(outcomes)].filter((status) => status !== 409),
      [],
    );
    assert.equal((await rowsOf(app, other.invoiceId)).payments.length, 1);
    const { rows } = await sql`
      SELECT FROM membership_periods AS p JOIN invoices AS i ON i.id = p.invoice_id
      WHERE i.member_id <> p.member_id`.execute(app.db);
    assert.deepEqual(rows, []);
  }
});

test('the undo call of one merge, twenty at once, undoes it once', async () => {
  const [one, other] = [await person(), await person()];
  const version = await versionOf(one.memberId, other.memberId);
  const choices = { with: other.memberId, version, openInvoice: 'kept' } as const;
  const kept = await mergeMembers(ctx(), one.memberId, choices);
  const mergedId = kept.id === one.memberId ? other.memberId : one.memberId;
  const params = { id: await mergeOf(app, mergedId) };
  const replies = succeeded(
    await concurrently(20, () => callApi(app, undoMerge, { params }, { token })),
  );
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 409)]);
});
