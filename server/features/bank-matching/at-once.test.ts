import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { failuresOf } from '#contract/books/endpoints.ts';
import { evaluateBooks } from '#server/features/books/run-checks.ts';
import { removeStatement } from '#server/features/bank-statements/remove-statement.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching, partsOf } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { storeCertainty } from './store-certainty.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const bank = openMatching(app, token);
let people = 0;
const owing = () => bank.owing(`at-once-${(people += 1)}@example.org`);
const times = (count: number) => Array.from({ length: count });

/** Lines, matches and payments have the same sums. */
async function assertBooks() {
  const { rows } = await sql<{ lines: number; matches: number; payments: number }>`
    SELECT (SELECT coalesce(sum(booked_cents), 0)::bigint FROM bank_lines) AS lines,
      (SELECT coalesce(sum(amount_cents), 0) FROM bank_matches WHERE reversed_at IS NULL) AS matches,
      (SELECT coalesce(sum(amount_cents), 0) FROM payments
        WHERE source = 'bank' AND reversed_at IS NULL) AS payments`.execute(app.db);
  const [sums] = rows;
  assert.equal(sums?.lines, sums?.matches);
  assert.ok((sums?.payments ?? 0) <= (sums?.matches ?? 0));
  const results = await evaluateBooks(app.db, app.clock.now());
  assert.deepEqual(
    failuresOf(results).filter(({ name }) => name === 'Bank statements'),
    [],
  );
}

test('twenty administrators who book one line at once book it once', async () => {
  const { reference, rand, invoiceId } = await owing();
  const id = await bank.line(reference, rand);
  const parts = partsOf((await bank.read(id)).suggestion);
  const replies = await Promise.all(times(20).map(() => bank.book(id, parts)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.deepEqual(
    new Set(replies.map(({ status }) => status)),
    new Set([200, 409]),
    JSON.stringify(replies.map(({ message }) => message)),
  );
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 1);
  await assertBooks();
});

test('certain lines that several administrators book together are booked once', async () => {
  const all = await Promise.all(times(6).map(() => owing()));
  const ids = await bank.imported(all.map(({ reference, rand }) => ({ text: reference, rand })));
  await storeCertainty(app.ctx());
  const replies = await Promise.all(times(8).map(() => bank.bookCertain(ids)));
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.equal(
    replies.reduce((sum, { data }) => sum + data.booked, 0),
    ids.length,
  );
  await assertBooks();
});

test('of two lines for one invoice, booked at once, one pays it', async () => {
  const { reference, rand, invoiceId } = await owing();
  const ids = await bank.imported(times(6).map((_, at) => ({ text: `${reference} ${at}X`, rand })));
  const replies = await Promise.all(
    ids.map((id) => bank.book(id, [{ kind: 'invoice', recordId: invoiceId, amount: rand }])),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 1);
  await assertBooks();
});

test('undo, undo elsewhere, book again and dismiss at once never lose or double money', async () => {
  const { reference, rand, invoiceId } = await owing();
  const id = await bank.line(reference, rand);
  for (let round = 0; round < 6; round += 1) {
    const parts = [{ kind: 'invoice' as const, recordId: invoiceId, amount: rand }];
    const match = (await bank.book(id, parts)).data?.matches?.at(-1)?.id ?? '';
    const params = { id: invoiceId };
    const replies = await Promise.all([
      bank.undo(match),
      bank.undo(match),
      callApi(app, undoInvoicePayment, { params, body: { reason: 'Elsewhere' } }, as),
      bank.book(id, parts),
      bank.dismiss(id),
    ]);
    assert.ok(
      replies.every(({ status }) => [200, 409].includes(status)),
      JSON.stringify(replies.map(({ status, message }) => [status, message])),
    );
    const { invoice } = await rowsOf(app, invoiceId);
    const line = await bank.read(id);
    assert.equal(line.open, rand - invoice.paid_cents / 100);
    await assertBooks();
    await bank.reopen(id);
    for (const { id: left, undoneUtc } of line.matches) {
      if (undoneUtc === null) await bank.undo(left);
    }
  }
});

test('lines of several records, chosen in other orders, do not wait for each other for ever', async () => {
  const all = await Promise.all(times(4).map(() => owing()));
  const ids = await bank.imported(times(8).map((_, at) => ({ text: `SPLIT ${at}X`, rand: 40 })));
  const replies = await Promise.all(
    ids.map((id, at) => {
      const turned = at % 2 === 0 ? all : all.toReversed();
      return bank.book(
        id,
        turned.map(({ invoiceId }) => ({ kind: 'invoice', recordId: invoiceId, amount: 10 })),
      );
    }),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  for (const { invoiceId } of all) {
    assert.equal((await rowsOf(app, invoiceId)).invoice.paid_cents, 8000);
  }
  await assertBooks();
});

test('a statement that is removed while its line is booked stays, or the line was not booked', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { reference, rand, invoiceId } = await owing();
    const id = await bank.line(reference, rand);
    const { statementId } = await bank.read(id);
    const [booked, removed] = await Promise.allSettled([
      bank.book(id, [{ kind: 'invoice', recordId: invoiceId, amount: rand }]),
      removeStatement(app.ctx(), statementId),
    ]);
    const isBooked = booked.status === 'fulfilled' && booked.value.status === 200;
    assert.equal(isBooked, removed.status === 'rejected', JSON.stringify([booked, removed]));
    assert.equal((await rowsOf(app, invoiceId)).payments.length, isBooked ? 1 : 0);
  }
  await assertBooks();
});
