import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failuresOf } from '#contract/books/endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { evaluateBooks } from '#server/features/books/run-checks.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching, partsOf } from '#test/support/bank-matching/open-matching.ts';
import { openRandom } from '#test/support/bank-matching/known-world.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const bank = openMatching(app, token);

/** Three people with invoices, lines that pay them in parts and too much, and lines that take money back. */
async function openHistory(seed: number) {
  const random = openRandom(seed);
  const people = await Promise.all(
    ['one', 'two', 'three'].map((name) => bank.owing(`${name}-${seed}@example.org`)),
  );
  const [one, two] = people;
  assert.ok(one && two);
  const lines = await bank.imported([
    { text: one.reference, rand: one.rand },
    { text: two.reference, rand: 100 },
    { text: two.reference, rand: two.rand },
    { text: `${one.reference} ${two.reference}`, rand: one.rand + two.rand },
    { text: 'PAYFAST   PO00918273', rand: 3482.15 },
    { text: `REV-${one.reference}`, rand: -one.rand },
    { text: '#FEE', rand: -8.5 },
  ]);
  const ofLine = async () => {
    const id = random.pick(lines);
    return { id, line: await bank.read(id) };
  };
  const payments = () =>
    app.db.selectFrom('payments').select(['id', 'credit_cents', 'source']).execute();
  const reason = 'A test';

  const steps: (() => Promise<{ status: number; message: string }>)[] = [
    async () => {
      const { id, line } = await ofLine();
      return bank.book(id, partsOf(random.pick([...line.suggestions, line.suggestion])));
    },
    async () => {
      const { id, line } = await ofLine();
      return bank.book(id, partsOf(line.suggestion));
    },
    async () => {
      const { id, line } = await ofLine();
      const amount = Math.max(1, Math.round(Math.abs(line.open) / 2));
      const kind = random.pick(['charge', 'credit'] as const);
      return bank.book(id, [
        kind === 'charge' ? { kind, amount } : { kind, amount, payerName: 'A Guest' },
      ]);
    },
    async () => {
      const { line } = await ofLine();
      const { id } = random.pick([...line.matches, { id: line.id }]);
      return bank.undo(id);
    },
    async () => bank.dismiss(random.pick(lines)),
    async () => bank.reopen(random.pick(lines)),
    async () => {
      const params = { id: random.pick(people).invoiceId };
      return callApi(app, processInvoicePayment, { params, body: { amount: 50 } }, as);
    },
    async () => {
      const all = await payments();
      if (all.length === 0) return bank.reopen(random.pick(lines));
      const body = { reason, keepAsCredit: random.next() < 0.5 };
      return callApi(app, undoPayment, { params: { id: random.pick(all).id }, body }, as);
    },
    async () => {
      const open = (await payments()).filter(({ credit_cents }) => credit_cents > 0);
      if (open.length === 0) return bank.reopen(random.pick(lines));
      const params = { id: random.pick(open).id };
      const body = { amount: 1, refundedOn: '2027-03-10' };
      return callApi(app, credits.refundCredit, { params, body }, as);
    },
  ];
  return { step: () => random.pick(steps)() };
}

async function assertHistory(seed: number, count: number) {
  const history = await openHistory(seed);
  for (let at = 0; at < count; at += 1) {
    const { status, message } = await history.step();
    assert.ok([200, 204, 400, 404, 409].includes(status), `seed ${seed}: ${status} ${message}`);
    const failures = failuresOf(await evaluateBooks(app.db, app.clock.now()));
    assert.deepEqual(
      failures.map(({ name, rows }) => [name, rows]),
      [],
      `seed ${seed}, step ${at}`,
    );
  }
}

test('whatever administrators do with bank lines and payments, the books agree', async () => {
  for (const seed of [1, 2]) await assertHistory(seed, 20);
});

test('the books agree after each step of long histories of bank lines @full', async () => {
  for (let seed = 3; seed < 15; seed += 1) await assertHistory(seed, 40);
});
