import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { failuresOf } from '#contract/books/endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import {
  mergeKinds,
  openHistory,
  randomHistory,
  stepKinds,
} from '#test/support/histories/random-history.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { runBookChecks } from './run-checks.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
const steps = openHistory(app, { userId: admin.id, name: 'history' });
let people = 0;

async function assertBooksAgree(history: string[]): Promise<void> {
  const failures = failuresOf((await runBookChecks(app.db, app.clock.now())) ?? []);
  assert.deepEqual(
    failures.map(({ name, rows }) => [name, rows]),
    [],
    history.join('\n'),
  );
}

test('property: after each ten steps of a random history of money, the books agree', async () => {
  let refused = 0;
  let made = 0;
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(randomHistory(200, mergeKinds), async (all) => {
      const past: string[] = [];
      for (const [index, one] of all.entries()) {
        const reply = await steps[one.kind](one);
        past.push(JSON.stringify(one));
        const status = typeof reply === 'object' && 'status' in reply ? reply.status : 200;
        // What the application refuses is part of a history. It never fails.
        assert.ok(status < 500, `${status} of ${JSON.stringify(one)}`);
        if (status < 400 && reply !== undefined) {
          made += 1;
          kinds.add(one.kind);
        } else refused += 1;
        if (index % 10 === 9) await assertBooksAgree(past);
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
  assert.ok(made > refused, `${made} made, ${refused} refused or without a row`);
  assert.deepEqual(
    stepKinds.filter((kind) => !kinds.has(kind)),
    [],
    'was never made',
  );
});

test('property: the order of payments of different invoices does not change the books', async () => {
  const payments = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 4, maxLength: 8 });
  /** Sums by invoice: what is paid, what is left as a credit, and how long the membership is. */
  async function booksAfter(cents: number[], order: number[]) {
    const invoices: string[] = [];
    for (const _ of cents) {
      const email = `order-${++people}@example.org`;
      invoices.push((await registered(app, { email })).invoiceId);
    }
    for (const place of order) {
      for (const share of [40, 60]) {
        const amount = Math.max(1, Math.round(((cents[place] ?? 0) * share) / 100)) / 100;
        const params = { id: invoices[place] ?? '' };
        await callApi(app, processInvoicePayment, { params, body: { amount } }, as);
      }
    }
    const rows = await app.db
      .selectFrom('invoices as i')
      .leftJoin('payments as p', 'p.invoice_id', 'i.id')
      .leftJoin('membership_periods as m', 'm.invoice_id', 'i.id')
      .select(['i.id', 'i.paid_cents', 'm.starts_on', 'm.ends_on'])
      .select(({ fn }) => fn.sum<number>('p.credit_cents').as('credit'))
      .where('i.id', 'in', invoices)
      .groupBy(['i.id', 'm.id'])
      .execute();
    return invoices.map((id) => {
      const { id: _id, ...row } = rows.find((one) => one.id === id) ?? { id };
      return row;
    });
  }
  await fc.assert(
    fc.asyncProperty(
      payments.chain((cents) =>
        fc.tuple(
          fc.constant(cents),
          fc.shuffledSubarray([...cents.keys()], {
            minLength: cents.length,
            maxLength: cents.length,
          }),
        ),
      ),
      async ([cents, order]) => {
        assert.deepEqual(
          await booksAfter(cents, order),
          await booksAfter(cents, [...cents.keys()]),
        );
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
  await assertBooksAgree([]);
});
