import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import type { Day } from '#contract/days.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import type { Month } from '#contract/month-end/periods.ts';
import {
  previewMembershipPayment,
  recordMembershipPayment,
} from '#contract/payments/membership-payment.ts';
import { changeVatBasis } from '#server/features/ledger/change-vat-basis.ts';
import { readInvoiceRenewal } from '#server/features/renewals/read-renewal.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { entered, naledi, proveNow, registered, tokenOf } from '#test/support/people.ts';
import { readVatSchedule } from './pack/read-vat-schedule.ts';
import { readPeriod } from './figures/read-period.ts';

/** 5 March 2027. The financial year ends in February, and February is open. */
async function openBooks() {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  app.clock.set('2027-03-05T08:00:00Z');
  const as = async () => ({ token: await tokenOf(app, adminId) });
  return {
    app,
    adminId,
    as,
    member: async () => {
      const { token } = await as();
      return (await entered(app, token, { email: `${randomUUID()}@example.org` })).id;
    },
    preview: async (id: string, paidOn: Day) => {
      const input = { params: { id }, query: { paidOn } };
      return (await callApi(app, previewMembershipPayment, input, await as())).data;
    },
    record: async (id: string, body: { paidOn: Day; amount?: number; paidUntil?: Day | null }) => {
      const input = { params: { id }, body: { paidUntil: null, paidBy: 'EFT' as const, ...body } };
      const reply = await callApi(app, recordMembershipPayment, input, await as());
      assert.equal(reply.status, 200, reply.message);
      return reply.data;
    },
    close: async (month: Month) => {
      const { status, message } = await callApi(app, closeMonth, { body: { month } }, await as());
      assert.equal(status, 200, message);
    },
    /** The amounts of a line of the summary, a table or a section. */
    figure: async (period: string, title: string, label: string) => {
      const { sections } = await readPeriod(app.ctx(), period);
      const section = sections.find((one) => one.title === title);
      const line = section?.lines.find((one) => one.label === label);
      const row = section?.table?.rows.find((one) => one.label === label);
      return line?.amount ?? row?.amounts[0];
    },
    issued: async (invoiceId: string) => {
      const { rows } = await sql<{ day: Day; bookedOn: Day }>`
        SELECT day, booked_on AS "bookedOn" FROM invoice_changes WHERE invoice_id = ${invoiceId}`.execute(
        app.db,
      );
      return rows.map(({ day, bookedOn }) => [day, bookedOn]);
    },
    /** Cents of an account by the day in the books. */
    posted: async (account: string) => {
      const { rows } = await sql<{ day: Day; cents: number }>`
        SELECT e.booked_on AS day, sum(l.cents)::integer AS cents
        FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        WHERE l.account = ${account} GROUP BY 1 HAVING sum(l.cents) <> 0 ORDER BY 1`.execute(
        app.db,
      );
      return rows.map(({ day, cents }) => [day, cents]);
    },
  };
}

test('a fee of February that is recorded in March is income of February, like its member', async () => {
  const { app, member, record, figure, issued, close } = await openBooks();
  const { invoice } = await record(await member(), { paidOn: '2027-02-26' });
  assert.deepEqual(await issued(invoice.id), [['2027-02-26', '2027-02-26']]);
  const summary = 'Summary';
  for (const [period, income, joined] of [
    ['2027-02', 450, 1],
    ['2027', 450, 1],
    ['2027-03', 0, 0],
    ['2028', 0, 0],
  ] as const) {
    assert.deepEqual(
      [
        await figure(period, summary, 'Income'),
        await figure(period, summary, 'Credits owed to payers, at the end'),
        (await figure(period, 'Members', 'All members')) ?? 0,
      ],
      [income, 0, joined],
      period,
    );
  }
  await close('2027-02');
  await assertBooksAgree(app, ['2027-02', '2027-03', '2027', '2028']);
});

test('if its month is closed, the fee and its invoice are of the first open day', async () => {
  const { app, member, record, issued, posted, close } = await openBooks();
  await record(await member(), { paidOn: '2027-02-10' });
  await close('2027-02');
  const { invoice } = await record(await member(), { paidOn: '2027-02-26' });
  assert.deepEqual(await issued(invoice.id), [['2027-03-01', '2027-03-01']]);
  assert.deepEqual(await posted('membership'), [
    ['2027-02-10', -45_000],
    ['2027-03-01', -45_000],
  ]);
  assert.deepEqual(await posted('credits'), []);
  const { payments } = await rowsOf(app, invoice.id);
  assert.equal(payments[0]?.paid_on, '2027-02-26');
  // Who joined in a closed month is named in the next one.
  const late = 'Recorded late, in closed months';
  const named = async (period: string) => {
    const { sections } = await readPeriod(app.ctx(), period);
    const lines = sections.find(({ title }) => title === 'Members')?.lines ?? [];
    return lines.map(({ label, detail }) => [label, detail]);
  };
  assert.deepEqual(await named('2027-02'), []);
  for (const period of ['2027-03', '2028'])
    assert.deepEqual(await named(period), [[late, '1 member']], period);
  app.clock.set('2027-04-05T08:00:00Z');
  await close('2027-03');
  assert.deepEqual(await named('2027-03'), [[late, '1 member']]);
  assert.deepEqual(await named('2027-04'), []);
  await assertBooksAgree(app, ['2027-02', '2027-03', '2028']);
});

for (const basis of ['invoices', 'payments'] as const) {
  test(`its VAT is of the period in which the money came, on the ${basis} basis`, async () => {
    const { app, member, record } = await openBooks();
    await app.db.updateTable('company_info').set({ vat_number: '4070112233' }).execute();
    await inTransaction(app.ctx(), (inside) => changeVatBasis(inside, basis));
    await record(await member(), { paidOn: '2027-02-26' });
    const days = { first: '2027-01-01', last: '2027-02-28' };
    const { rows } = await readVatSchedule(app.db, basis, days);
    assert.deepEqual(
      rows.map(({ bookedOn, vatCents }) => [bookedOn, vatCents]),
      [['2027-02-26', 5870]],
    );
    await assertBooksAgree(app, ['2027-02', '2027-03', '2027']);
  });
}

test('the invoice has the bank details of the day of recording, and no check fails for it', async () => {
  const { app, adminId, as, member, record } = await openBooks();
  const { id } = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  const input = { params: { id }, body: { accountNumber: '62000000017' } };
  const { token } = await as();
  await proveNow(app, adminId);
  const reply = await callApi(app, updateCompanyInfo, input, { token });
  assert.equal(reply.status, 200, reply.message);
  const { invoice } = await record(await member(), { paidOn: '2027-02-26' });
  assert.equal((await rowsOf(app, invoice.id)).invoice.issuer.accountNumber, '62000000017');
  await assertBooksAgree(app);
});

test('what is held pays its part on the day of the invoice, but not before it was held', async () => {
  const { app, as, preview, record, posted } = await openBooks();
  app.clock.set('2027-02-01T08:00:00Z');
  const over = await registered(app, { email: 'over@example.org' });
  const bySomeone = { source: 'administrator' } as const;
  await settleInvoice(app.ctx(), {
    invoiceId: over.invoiceId,
    ...bySomeone,
    amountCents: 50_000,
  });
  const part = await registered(app, { email: 'part@example.org' });
  await settleInvoice(app.ctx(), {
    invoiceId: part.invoiceId,
    ...bySomeone,
    amountCents: 10_000,
  });
  app.clock.set('2027-03-03T08:00:00Z');
  const voiding = { params: { id: part.invoiceId }, body: { reason: 'A mistake' } };
  assert.equal((await callApi(app, voidInvoice, voiding, await as())).status, 200);

  app.clock.set('2027-03-05T08:00:00Z');
  for (const [id, amount, paidUntil, startsOn, validUntil] of [
    [over.memberId, 400, '2028-01-31', '2028-02-01', '2029-01-31'],
    [part.memberId, 350, null, '2027-03-03', '2028-03-02'],
  ] as const) {
    const seen = await preview(id, '2027-02-26');
    assert.deepEqual([seen.amount, seen.startsOn, seen.validUntil], [amount, startsOn, validUntil]);
    const reply = await record(id, { paidOn: '2027-02-26', amount, paidUntil });
    assert.equal(reply.validUntil, validUntil);
  }
  assert.deepEqual(await posted('membership'), [
    ['2027-02-01', -55_000],
    // Of the one R50 that was held since 1 February, of the other what came.
    ['2027-02-26', -80_000],
  ]);
  assert.deepEqual(await posted('credits'), [
    ['2027-02-01', -5000],
    ['2027-02-26', 5000],
  ]);
  await assertBooksAgree(app, ['2027-02', '2027-03', '2027', '2028']);
});

test('the mail with an invoice that is paid in part renews who was imported since the payment', async () => {
  const { app, record } = await openBooks();
  const [id = ''] = await addManyMembers(app, 1, { lastName: 'Imported', endsOn: '2027-02-20' });
  const created_at = new Date('2027-03-02T08:00:00Z');
  await app.db.updateTable('membership_periods').set({ created_at }).execute();
  const paidUntil = '2027-02-20';
  const { invoice } = await record(id, { paidOn: '2027-02-26', amount: 200, paidUntil });
  const renewal = await readInvoiceRenewal(app.db, invoice.id, '2027-03-05');
  assert.equal(renewal?.paidUntil, paidUntil);
});
