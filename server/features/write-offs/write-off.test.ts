import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  createInvoice,
  deleteInvoice,
  invoiceAdminTexts,
  updateInvoice,
  voidInvoice,
} from '#contract/invoices/admin-endpoints.ts';
import {
  getInvoice,
  type Invoice,
  processInvoicePayment,
  resendInvoiceEmail,
  searchInvoices,
} from '#contract/invoices/endpoints.ts';
import { getInvoiceStory } from '#contract/invoices/story.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { paymentAdminTexts, undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { carryCredit } from '#contract/payments/credits.ts';
import { getPaymentForm, getPaymentSummary, paymentTexts } from '#contract/payments/endpoints.ts';
import type { MembershipChoice } from '#contract/payments/membership-choice.ts';
import {
  getCreditNotePdf,
  undoWriteOff,
  writeOffInvoice,
  writeOffTexts as texts,
} from '#contract/write-offs/endpoints.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { renderEmail } from '#server/emails.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { membershipOf, openInvoice, rowsOf } from '#test/support/assertions.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, numbersAfter } from '#test/support/concurrent.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { readPdf } from '#test/support/pdf/read-pdf.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { creditNotePage, readCreditNote } from './credit-note.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

const newMember = () => registered(app, { email: `written-off-${++people}@example.org` });
const params = (id: string) => ({ params: { id } });
const writeOff = (id: string, amount: number, asPaid?: boolean) =>
  callApi(
    app,
    writeOffInvoice,
    { ...params(id), body: { amount, reason: 'Hardship', asPaid } },
    as,
  );
const undo = (id: string, choice: MembershipChoice = {}) =>
  callApi(app, undoWriteOff, { ...params(id), body: { reason: 'A mistake', ...choice } }, as);
const pay = (id: string, amount?: number) =>
  callApi(app, processInvoicePayment, { ...params(id), body: { amount } }, as);
const read = async (id: string): Promise<Invoice> => {
  const { data } = await callApi(app, getInvoice, params(id), as);
  assert.ok('invoiceNumber' in data);
  return data;
};
const isFound = async (id: string, isPaid: boolean) => {
  const { data } = await callApi(app, searchInvoices, { body: { isPaid, pageSize: 100 } }, as);
  return data.results.some((invoice) => invoice.id === id);
};
const lastNote = async () => {
  const { last } = await app.db
    .selectFrom('counters')
    .where('name', '=', 'credit-note')
    .select('last_used as last')
    .executeTakeFirstOrThrow();
  return last;
};
async function otherInvoice(amount = 100): Promise<string> {
  const payer = { userFirstName: 'Nomsa', userLastName: 'Dlamini', userEmail: 'n@example.org' };
  const body = { ...payer, line: 'Printing', amount, paymentType: 'EFT' as const };
  return (await callApi(app, createInvoice, { body }, as)).data.id;
}

test('R440 of R450 came, and the membership continues as if the rest had been paid', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId, 440);
  const entries = async () =>
    (await sql<{ count: number }>`SELECT count(*) FROM ledger_entries`.execute(app.db)).rows;
  const posted = await entries();
  const { status, data } = await writeOff(invoiceId, 10, true);
  assert.equal(status, 200);
  const { state, isPaid, balance, paidDate, paidOn, writtenOff, creditNote } = data;
  assert.deepEqual(
    { state, isPaid, balance, paidDate, paidOn, writtenOff, creditNote },
    {
      state: 'writtenOff',
      isPaid: true,
      balance: 0,
      paidDate: app.clock.now().toISOString(),
      paidOn: null,
      writtenOff: 10,
      creditNote: 'CN-00001',
    },
  );
  assert.deepEqual(
    [await isFound(invoiceId, true), await isFound(invoiceId, false)],
    [true, false],
  );
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.periods], ['Active', [['2027-03-10', '2028-03-09']]]);
  assert.notEqual(member.number, null);
  assert.deepEqual(await entries(), posted, 'nothing is posted');
  const story = (await callApi(app, getInvoiceStory, params(invoiceId), as)).data;
  assert.equal(story.why, 'R10.00 was written off with credit note CN-00001: Hardship.');
  const entry = (await auditEntriesOf(app, invoiceId)).at(-1);
  assert.equal(entry?.action, 'writeOffInvoice');
  await assertBooksAgree(app);
});

test('otherwise the membership ends there, and no filter but All finds the invoice', async () => {
  const { memberId, invoiceId } = await newMember();
  const { data } = await writeOff(invoiceId, 450);
  assert.deepEqual([data.state, data.isPaid, data.paidDate], ['writtenOff', false, null]);
  assert.deepEqual(
    [await isFound(invoiceId, true), await isFound(invoiceId, false)],
    [false, false],
  );
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.periods, member.number], ['Pending', [], null]);
  await assertBooksAgree(app);
});

test('only what is to pay, as the administrator saw it, can be written off', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, 440);
  for (const amount of [450, 9.99, 11]) {
    const { status, message } = await writeOff(invoiceId, amount);
    assert.deepEqual([status, message], [409, texts.balanceChanged(10)]);
  }
  assert.equal((await writeOff(invoiceId, 0)).status, 409);
  const other = await otherInvoice();
  const wrong = await writeOff(other, 100, true);
  assert.deepEqual([wrong.status, wrong.errors?.[0]?.field], [400, 'asPaid']);
  assert.equal((await writeOff(randomUUID(), 10)).status, 404);
  assert.equal((await read(invoiceId)).balance, 10);
});

test('a written-off invoice is closed for everything but the undo', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, 100);
  await writeOff(invoiceId, 350, true);
  const before = await read(invoiceId);
  const reason = { ...params(invoiceId), body: { reason: 'A mistake' } };
  const change = { ...params(invoiceId), body: { paymentType: 'EFT' as const } };
  const adminTexts = invoiceAdminTexts;
  for (const [call, message] of [
    [writeOff(invoiceId, 350), texts.already],
    [pay(invoiceId), paymentTexts.isWrittenOff],
    [callApi(app, voidInvoice, reason, as), adminTexts.voidWrittenOff],
    [callApi(app, undoInvoicePayment, reason, as), texts.undoFirst],
    [callApi(app, updateInvoice, change, as), adminTexts.isWrittenOff],
    [callApi(app, deleteInvoice, params(invoiceId), as), adminTexts.isWrittenOff],
    [callApi(app, resendInvoiceEmail, params(invoiceId), as), adminTexts.writtenOffNotSent],
    [
      callApi(app, getPaymentForm, { params: { type: 'subscription', id: invoiceId } }),
      paymentTexts.isWrittenOff,
    ],
  ] as const) {
    const reply = await call;
    assert.deepEqual([reply.status, reply.message], [409, message]);
  }
  assert.deepEqual(await read(invoiceId), before);
  for (const [close, message] of [
    [pay, texts.isPaid],
    [
      (id: string) => callApi(app, voidInvoice, { ...params(id), body: reason.body }, as),
      texts.isVoid,
    ],
  ] as const) {
    const id = await otherInvoice();
    await close(id);
    const reply = await writeOff(id, 100);
    assert.deepEqual([reply.status, reply.message], [409, message]);
  }
});

test('money that comes later is a credit, and pays another invoice', async () => {
  const { memberId, invoiceId } = await newMember();
  await writeOff(invoiceId, 450);
  const money = { source: 'payfast', externalReference: 'payfast:1', amountCents: 45_000 } as const;
  const { outcome, paymentId = '' } = await settleInvoice(app.ctx(), { invoiceId, ...money });
  assert.equal(outcome, 'credit');
  const params = { type: 'subscription' as const, id: invoiceId };
  const { data } = await callApi(app, getPaymentSummary, { params });
  assert.deepEqual([data.held, data.paid], [450, 0]);
  const next = await openInvoice(app, memberId, 'Individual');
  const body = { invoiceId: next, amount: 450 };
  await callApi(app, carryCredit, { params: { id: paymentId }, body }, as);
  assert.equal((await read(next)).state, 'paid');
  await assertBooksAgree(app);
});

test('the credit note names invoice, amount, VAT and reason, and is withdrawn by the undo', async () => {
  const other = await otherInvoice();
  await app.db
    .updateTable('invoices')
    .set({ issuer: sql`issuer || '{"vat": {"number": "4123456789", "percent": 15}}'` })
    .where('id', '=', other)
    .execute();
  await pay(other, 40);
  const { data } = await writeOff(other, 60);
  const { creditNotes } = (await callApi(app, getInvoiceStory, params(other), as)).data;
  const id = creditNotes[0]?.id ?? '';
  const reply = await callApi(app, getCreditNotePdf, params(id), as);
  assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'application/pdf']);
  const textOf = async () => {
    const note = await readCreditNote(app.ctx(), id);
    return readPdf(await renderPdf(creditNotePage(note))).join('\n');
  };
  const text = await textOf();
  for (const words of [
    'CREDIT NOTE',
    data.creditNote ?? '',
    'Nomsa Dlamini',
    data.invoiceNumber,
    'R60.00',
    'Includes VAT at 15 %',
    'R7.83',
    '4123456789',
    'Reason: Hardship',
    'R60.00 of R100.00 is not charged.',
  ]) {
    assert.ok(text.includes(words), words);
  }
  assert.equal((await undo(other)).data.state, 'unpaid');
  assert.match(await textOf(), /WITHDRAWN[^]*This credit note was withdrawn on 10 Mar 2027\./);
});

test('the undo opens the invoice, removes the period, and uses up the number', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId, 440);
  const before = await read(invoiceId);
  const { data: first } = await writeOff(invoiceId, 10, true);
  const { number } = await membershipOf(app, memberId);
  assert.deepEqual((await undo(invoiceId)).data, before);
  assert.deepEqual((await undo(invoiceId)).data, before, 'a repeat changes nothing');
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.periods, member.number], ['Pending', [], number]);
  await assertBooksAgree(app);
  const again = (await writeOff(invoiceId, 10)).data;
  assert.notEqual(again.creditNote, first.creditNote);
  const { creditNotes } = (await callApi(app, getInvoiceStory, params(invoiceId), as)).data;
  assert.deepEqual(
    creditNotes.map((note) => [note.number, note.withdrawnReason]),
    [
      [again.creditNote, null],
      [first.creditNote, 'A mistake'],
    ],
  );
});

test('an invoice that was written off once is not deleted', async () => {
  const id = await otherInvoice();
  await writeOff(id, 100);
  await undo(id);
  const reply = await callApi(app, deleteInvoice, params(id), as);
  assert.deepEqual([reply.status, reply.message], [409, invoiceAdminTexts.hadWriteOff]);
});

test('if a later period or another open invoice is there, the undo asks what becomes of them', async () => {
  const { memberId, invoiceId } = await newMember();
  await writeOff(invoiceId, 450, true);
  const next = await openInvoice(app, memberId, 'Individual');
  const open = await undo(invoiceId);
  assert.deepEqual([open.status, open.message], [409, paymentAdminTexts.otherOpen]);
  await pay(next);
  const later = await undo(invoiceId);
  assert.deepEqual([later.status, later.message], [409, paymentAdminTexts.laterPeriod]);
  const { periods } = await membershipOf(app, memberId);
  const other = await openInvoice(app, memberId, 'Individual');
  const undone = await undo(invoiceId, { period: 'shortened', voidsOther: true });
  assert.deepEqual([undone.status, undone.data.state], [200, 'unpaid'], undone.message);
  assert.equal((await read(other)).state, 'void');
  assert.deepEqual((await membershipOf(app, memberId)).periods, periods.slice(0, 1));
  await assertBooksAgree(app);
});

test('a period that the undo keeps stays, also through a second write-off', async () => {
  const { memberId, invoiceId } = await newMember();
  await writeOff(invoiceId, 450, true);
  const membership = await membershipOf(app, memberId);
  assert.equal((await undo(invoiceId, { period: 'kept' })).data.state, 'unpaid');
  assert.deepEqual(await membershipOf(app, memberId), membership);
  assert.equal((await auditEntriesOf(app, invoiceId)).at(-1)?.after['period'], 'kept');
  await assertBooksAgree(app);
  await writeOff(invoiceId, 450, true);
  assert.deepEqual(await membershipOf(app, memberId), membership, 'one period, not two');
  await undo(invoiceId);
  assert.deepEqual((await membershipOf(app, memberId)).periods, []);
  await assertBooksAgree(app);
});

test('a waiting receipt of a part says that the rest was written off', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId, 440);
  await writeOff(invoiceId, 10, true);
  const { mails } = await rowsOf(app, invoiceId);
  const textOf = async (kind: string) => {
    const mail = mails.find((one) => one.kind === kind)!;
    return (await renderEmail({ db: app.db, publicUrl: 'http://x', mail }))?.text ?? '';
  };
  const receipt = await textOf('part-receipt');
  assert.match(receipt, /R10\.00 was written off\./);
  assert.doesNotMatch(receipt, /still to pay|bank transfer/);
  assert.match(await textOf('invoice'), /was written off: there is nothing to pay/);
});

test('twenty write-offs at once have consecutive numbers', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(await otherInvoice(n + 1));
  const last = await lastNote();
  const replies = await Promise.all(ids.map((id, n) => writeOff(id, n + 1)));
  assert.deepEqual(
    replies.map(({ data }) => Number(data.creditNote?.slice(3))).toSorted((a, b) => a - b),
    numbersAfter(last, 20),
  );
});

test('of twenty payments and write-offs at once exactly one closes the invoice', async () => {
  for (const isWrittenOffFirst of [true, false]) {
    const { invoiceId } = await newMember();
    const last = await lastNote();
    await concurrently<unknown>(20, (n) =>
      (n % 2 === 0) === isWrittenOffFirst ? writeOff(invoiceId, 450, true) : pay(invoiceId),
    );
    const { invoice, payments } = await rowsOf(app, invoiceId);
    assert.equal(invoice.paid_cents + invoice.written_off_cents, 45_000);
    const notes = (await lastNote()) - last;
    assert.equal(payments.length + notes, 1);
    assert.equal(notes === 1, invoice.write_off_id !== null);
  }
  await assertBooksAgree(app);
});

test('in the books it counts on its day, or in the first open month', async () => {
  const id = await otherInvoice();
  const changes = async () =>
    (
      await app.db
        .selectFrom('invoice_changes')
        .where('invoice_id', '=', id)
        .orderBy('id')
        .select(['event', 'day', 'booked_on', 'owed_cents'])
        .execute()
    ).map((row) => Object.values(row));
  await writeOff(id, 100);
  app.clock.set('2027-04-05T08:00:00Z');
  as.token = await tokenOf(app, admin.id);
  await callApi(app, closeMonth, { body: { month: '2027-03' } }, as);
  await undo(id);
  const expected = [
    ['issued', '2027-03-10', '2027-03-10', 10_000],
    ['voided', '2027-03-10', '2027-03-10', -10_000],
    ['restored', '2027-03-10', '2027-04-01', 10_000],
  ];
  assert.deepEqual(await changes(), expected);
  const { sections } = await readPeriod(app.ctx(), '2027-04');
  const linesOf = (title: string) =>
    (sections.find((section) => section.title === title)?.lines ?? []).map(({ label, amount }) => [
      label,
      amount,
    ]);
  const owed = Object.fromEntries(linesOf('Owed for invoices'));
  assert.equal(owed['Voidings and write-offs undone'], 100);
  assert.equal(owed['Changed or deleted before it was sent'], 0);
  assert.deepEqual(linesOf('Booked late'), [['Voidings and write-offs undone', 100]]);
  await assertBooksAgree(app, ['2027-03', '2027-04']);
});
