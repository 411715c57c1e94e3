import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { undoCreditUse } from '#contract/payments/credits.ts';
import type { VatBasis } from '#contract/vat.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import { changeVatBasis } from '#server/features/ledger/change-vat-basis.ts';
import { undoWriteOff } from '#contract/write-offs/endpoints.ts';
import { sqlInvoiceVat } from '#server/features/ledger/payment-vat.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { MembershipChoice } from '#contract/payments/membership-choice.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { openHistory, randomHistory, returnKinds } from '#test/support/histories/random-history.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { readVatSchedule } from './pack/read-vat-schedule.ts';

const app = await openTestApp();
const { id: userId } = await naledi(app);
await app.db.updateTable('company_info').set({ vat_number: '4070112233' }).execute();
let histories = 0;

/** The VAT in the ledger and on the invoice, of each that is paid with money or credits to the cent. */
async function readPaid() {
  const { rows } = await sql<{ number: number; posted: number; frozen: number }>`
    SELECT i.number, ${sqlInvoiceVat}::bigint AS frozen, (
      SELECT coalesce(-sum(l.cents), 0) FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE e.record_id = i.id AND l.account = 'vat' AND e.kind NOT IN ('kept', 'use-undone'))::bigint AS posted
    FROM invoices AS i WHERE i.paid_cents = i.amount_cents`.execute(app.db);
  return rows;
}

const postedVat = async () => {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_lines WHERE account = 'vat'`.execute(
    app.db,
  );
  return rows[0]?.cents ?? 0;
};

const scheduledVat = async () => {
  const days = { first: '2020-01-01', last: '2030-12-31' };
  const { rows } = await readVatSchedule(app.db, 'payments', days);
  return rows.reduce((all, { vatCents }) => all + vatCents, 0);
};

const answer = (basis: VatBasis | null) =>
  inTransaction(app.ctx(), (inside) => changeVatBasis(inside, basis));

type Undoing = typeof voidInvoice | typeof undoWriteOff | typeof undoPayment | typeof undoCreditUse;

/** What was given up first, then refunds and kept credits. A payment on which another depends is undone in a later round. */
async function undoAll(): Promise<void> {
  const undo = async (endpoint: Undoing, rows: { id: string }[], choice: MembershipChoice = {}) => {
    const body = { reason: 'A mistake', ...choice };
    for (const { id } of rows) {
      const token = await tokenOf(app, userId);
      await callApi(app, endpoint, { params: { id }, body }, { token });
    }
  };
  const livePayments = () =>
    app.db.selectFrom('payments').select('id').where('reversed_at', 'is', null).execute();
  const invoices = app.db.selectFrom('invoices').select('id');
  // A member has one open membership invoice.
  const voidOpen = async () =>
    undo(voidInvoice, await invoices.where(whereOpen('invoices')).execute());
  const uses = app.db.selectFrom('credit_uses').select('id').where('reversed_at', 'is', null);
  await undo(undoCreditUse, await uses.orderBy('amount_cents').execute());
  for (let round = 0; (await livePayments()).length > 0; round += 1) {
    assert.ok(round < 20, 'a payment cannot be undone');
    for (const invoice of await invoices.where('write_off_id', 'is not', null).execute()) {
      await voidOpen();
      await undo(undoWriteOff, [invoice]);
    }
    for (const payment of await livePayments()) {
      await voidOpen();
      // A later period can rest on a payment whose credit paid that period.
      await undo(undoPayment, [payment], round < 10 ? {} : { period: 'kept' });
    }
  }
}

test('property: a paid invoice has posted its frozen VAT to the cent, and what is all undone has posted none', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomHistory(60, returnKinds),
      fc.integer({ min: 0, max: 59 }),
      async (all, answered) => {
        const steps = openHistory(app, {
          userId,
          name: `vat-${++histories}`,
          paidOn: ({ share }) => addDays(dayOf(app.clock.now()), -(share % 9)),
        });
        await answer(null);
        assert.equal(await postedVat(), 0);
        for (const [place, step] of all.entries()) {
          if (place === answered) await answer('payments');
          await steps[step.kind](step);
        }
        // As often as it is changed, it is that of the last answer.
        await answer('invoices');
        assert.equal(await postedVat(), 0);
        await answer('payments');
        for (const { number, posted, frozen } of await readPaid())
          assert.equal(posted, frozen, `INV ${number}`);
        assert.equal((await scheduledVat()) + (await postedVat()), 0);
        await assertBooksAgree(app, ['2027-03']);
        await undoAll();
        assert.equal(await postedVat(), 0);
        await assertBooksAgree(app, ['2027-03']);
      },
    ),
    { numRuns: 2, endOnFailure: true },
  );
});

test('the migration splits the VAT of each invoice over its payments, and the answer posts it', async () => {
  await answer(null);
  const [history = []] = fc.sample(randomHistory(80), { numRuns: 1, seed: 31 });
  const steps = openHistory(app, { userId, name: 'migration' });
  for (const step of history) await steps[step.kind](step);
  const file = new URL('../../platform/db/migrations/0080_vat.sql', import.meta.url);
  const update = /^WITH parts AS.*?;$/ms.exec(await readFile(file, 'utf8'))?.[0] ?? '';
  await app.db.updateTable('payments').set({ vat_cents: 0 }).execute();
  await sql.raw(update).execute(app.db);
  await assertBooksAgree(app, ['2027-03']);
  await answer('payments');
  const paid = await readPaid();
  assert.ok(paid.length > 0);
  for (const { number, posted, frozen } of paid) assert.equal(posted, frozen, `INV ${number}`);
  await assertBooksAgree(app, ['2027-03']);
});
