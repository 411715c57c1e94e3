import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { erased, erasedMember } from '#contract/privacy/erased.ts';
import { sql } from 'kysely';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { deleteMember, updateMember } from '#contract/members/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { restoreMember } from '#contract/members/archive.ts';
import { sendMailAgain } from '#contract/communication/mail-log.ts';
import { unsubscribe, searchUnsubscribedEmails } from '#contract/communication/endpoints.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { undoInvoicePayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import * as contract from '#contract/privacy/erasure.ts';
import { donate } from '#server/features/donations/donate.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { addFullHistoryMember } from '#test/support/full-history-member.ts';
import { drafted } from '#test/support/mail/bulk.ts';
import { processBulkEmail } from '#server/features/bulk-emails/sending/process-bulk-email.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { naledi, password, registered, thandisForm } from '#test/support/people.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
const texts = contract.erasureTexts;
const bank = openMatching(app, admin.token);

const preview = async (id: string) =>
  (await callApi(app, contract.previewMemberErasure, { params: { id } }, as)).data;
const erase = (id: string) => callApi(app, contract.eraseMember, { params: { id } }, as);
const archive = (id: string) => callApi(app, deleteMember, { params: { id } }, as);

async function pendingDonation(email: string) {
  const donationTypeIdOfEft = await donationTypeId(app, 'EFT');
  const person = { firstName: 'Nomvula', lastName: 'Giver', email };
  return donate(app.ctx(), { ...person, amount: 50, donationTypeId: donationTypeIdOfEft });
}

/** What stays, and why. Everything else must be without a trace. */
const staying: Record<string, string> = {
  'invoices.payer_first_name': 'a paid invoice, product-rules 19.2',
  'invoices.payer_last_name': 'a paid invoice',
  'invoices.payer_last_name_folded': 'a paid invoice, to search for',
  'invoices.payer_address': 'a paid invoice',
  'invoices.search_text': 'a paid invoice, to search for',
  'donations.first_name': 'a receipt for a donation',
  'donations.last_name': 'a receipt for a donation',
  'donations.first_name_folded': 'a receipt for a donation, to search for',
  'donations.last_name_folded': 'a receipt for a donation, to search for',
  'donations.search_text': 'a receipt for a donation, to search for',
  'payments.external_reference': 'the reference of a payment in the accounts',
};

/** Each column of each table that contains one of the texts. */
async function columnsWith(traces: string[]): Promise<string[]> {
  const { rows: columns } = await sql<{
    schema: string;
    table: string;
    column: string;
    type: string;
  }>`
    SELECT c.table_schema AS schema, c.table_name AS "table", c.column_name AS "column", c.data_type AS type
    FROM information_schema.columns AS c JOIN information_schema.tables AS t
      USING (table_schema, table_name)
    WHERE c.table_schema IN ('public', 'pgboss') AND t.table_type = 'BASE TABLE'
      AND c.data_type IN ('text', 'character varying', 'jsonb', 'json', 'bytea', 'date', 'ARRAY')
    ORDER BY 1, 2, 3`.execute(app.db);
  assert.ok(columns.length > 150);
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const value = sql.ref(column);
    const text = type === 'bytea' ? sql`encode(${value}, 'escape')` : sql`${value}::text`;
    const { rows } = await sql`SELECT FROM ${sql.table(`${schema}.${table}`)}
      WHERE EXISTS (SELECT FROM unnest(${traces}::text[]) AS trace
        WHERE position(trace IN lower(${text})) > 0) LIMIT 1`.execute(app.db);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** Matches the refund of the payment with a line of the bank, and undoes that. */
async function undoRefundMatch(externalReference: string, reason: string): Promise<void> {
  const { id: targetId, amount_cents } = await app.db
    .selectFrom('credit_uses as u')
    .innerJoin('payments as p', 'p.id', 'u.payment_id')
    .select(['u.id', 'u.amount_cents'])
    .where('p.external_reference', '=', externalReference)
    .executeTakeFirstOrThrow();
  const amount = amount_cents / 100;
  const line = await bank.line('INT-BANKING PMT TO', -amount);
  const { data } = await bank.book(line, [{ kind: 'refund', amount, targetId }]);
  assert.equal((await bank.undo(data.matches[0]?.id ?? '', reason)).data.state, 'open');
}

test('after Erase no column of any table has a trace of the member, except what the law wants kept', async () => {
  const { memberId, userId, email } = await addFullHistoryMember(app, 'Xolelwa');
  const moved = { params: { id: memberId }, body: { email: 'xolelwa.new@example.org' } };
  await callApi(app, updateMember, moved, as);
  await app.db
    .updateTable('members')
    .set({ postal_address: '12 Marula Street' })
    .where('id', '=', memberId)
    .execute();
  await app.queue.enqueue(app.db, 'mail-reset-link', { email });
  await undoRefundMatch('Xolelwa2', 'Paid back to the son of Xolelwa by mistake');
  await archive(memberId);
  await callApi(app, register, {
    body: await thandisForm(app, { email: moved.body.email, lastName: 'Xolelwa' }),
  });
  assert.equal((await preview(memberId)).problem, texts.cardUnderWay);
  await app.db
    .updateTable('card_notifications')
    .set({ verdict: 'already', judged_at: app.clock.now(), next_attempt_at: null })
    .execute();
  const traces = ['xolelwa', '083 765 4321', 'marula', '2015-06-01'];
  const before = await columnsWith(traces);
  for (const column of [
    'mails.to_email',
    'audit_entries.before',
    'card_notifications.body',
    'payment_proofs.content',
    'bank_matches.reversed_reason',
    'member_returns.typed',
    'security_events.user_name',
  ]) {
    assert.ok(before.includes(column), `the history has ${column}`);
  }
  const { problem, goes, stays } = await preview(memberId);
  assert.equal(problem, null);
  const nothing = ['pending donation'];
  for (const { what, count } of [...goes, ...stays]) {
    assert.equal(count > 0, !nothing.includes(what), what);
  }
  const numbers = await app.db
    .selectFrom('invoices')
    .select(['number', 'amount_cents', 'created_at', 'payment_id'])
    .where('member_id', '=', memberId)
    .orderBy('number')
    .execute();

  assert.equal((await erase(memberId)).status, 200);
  assert.deepEqual(
    (await columnsWith(traces)).filter((column) => !(column in staying)),
    [],
  );
  assert.deepEqual(
    await app.db
      .selectFrom('invoices')
      .select(['number', 'amount_cents', 'created_at', 'payment_id'])
      .where('member_id', '=', memberId)
      .orderBy('number')
      .execute(),
    numbers,
    'numbers, amounts and days stay',
  );
  const audit = await callApi(app, searchAudit, { body: { subjectId: memberId } }, as);
  const [last] = audit.data.results;
  assert.deepEqual([last?.action, last?.byUserId], ['eraseMember', admin.id]);
  assert.deepEqual([last?.before, last?.after], [{}, {}]);
  const user = await app.db
    .selectFrom('users')
    .select(['email', 'removed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(user, { email: `${userId}@erased.invalid`, removed_at: app.clock.now() });

  const again = await erase(memberId);
  assert.deepEqual([again.status, again.message], [409, texts.already]);
  const restored = await callApi(app, restoreMember, { params: { id: memberId } }, as);
  assert.deepEqual([restored.status, restored.message], [409, erasedMember]);
  const mail = await app.db
    .selectFrom('mails')
    .select('id')
    .where('to_email', '=', erased.email)
    .where('kind', '=', 'receipt')
    .executeTakeFirst();
  if (mail !== undefined) {
    const sent = await callApi(app, sendMailAgain, { params: { id: mail.id } }, as);
    assert.equal(sent.status, 409);
  }
});

test('a member who never paid is erased at once, and the open invoice is voided', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'never@example.org' });
  assert.equal((await erase(memberId)).status, 200);
  const invoice = await app.db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  assert.ok(invoice.voided_at);
  const { payer_first_name, payer_last_name, payer_email, payer_address } = invoice;
  assert.deepEqual(
    [payer_first_name, payer_last_name, payer_email, payer_address],
    ['Erased', 'person', 'erased@erased.invalid', ''],
  );
  assert.equal(
    (await registered(app, { email: 'never@example.org' })).memberId === memberId,
    false,
  );
});

test('a member with a paid period is archived and erased at once, and a credit is dealt with first', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'runs@example.org' });
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference: 'one' });
  const { problem, archives } = await preview(memberId);
  assert.deepEqual([problem, archives], [null, true]);
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference: 'two' });
  assert.equal((await erase(memberId)).message, texts.credit);
  const archived = await app.db
    .selectFrom('members')
    .select('archived_at')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  assert.equal(archived.archived_at, null);

  const other = await registered(app, { email: 'ends@example.org' });
  await settleInvoice(app.ctx(), { invoiceId: other.invoiceId, source: 'administrator' });
  assert.equal((await erase(other.memberId)).status, 200);
  const { email, archived_at } = await app.db
    .selectFrom('members')
    .select(['email', 'archived_at'])
    .where('id', '=', other.memberId)
    .executeTakeFirstOrThrow();
  assert.match(email, /@erased\.invalid$/);
  assert.notEqual(archived_at, null);
});

test('an open invoice that was paid in part is dealt with first', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'part@example.org' });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', amountCents: 10_000 });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  await archive(memberId);
  const [part] = (await rowsOf(app, invoiceId)).payments;
  const undo = { params: { id: part?.id ?? '' }, body: { reason: 'It bounced' } };
  assert.equal((await callApi(app, undoPayment, undo, as)).status, 200);
  const { number } = await app.db
    .selectFrom('invoices')
    .select('number')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const { status, message } = await erase(memberId);
  assert.deepEqual([status, message], [409, texts.partPaid(invoiceNumber(number))]);
});

test('money that is recorded again after its payer was erased pays, and mails nobody', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'bounced@example.org' });
  const settle = () => settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  await settle();
  await archive(memberId);
  assert.equal((await erase(memberId)).status, 200);
  const undo = { params: { id: invoiceId }, body: { reason: 'It bounced' } };
  assert.equal((await callApi(app, undoInvoicePayment, undo, as)).status, 200);
  const { outcome } = await settle();
  assert.equal(outcome, 'settled');
  const waiting = await app.db
    .selectFrom('mails')
    .select('id')
    .where('to_email', 'like', '%erased.invalid')
    .where('next_attempt_at', 'is not', null)
    .execute();
  assert.deepEqual(waiting, []);
});

test('an administrator who is a member is not erased', async () => {
  const { memberId, userId } = await registered(app, { email: 'helper@example.org' });
  await app.db.updateTable('users').set({ role: 'Admin' }).where('id', '=', userId).execute();
  assert.equal((await erase(memberId)).message, texts.isAdministrator);
});

test('a donor is erased by the address, and a donation that was received keeps the name', async () => {
  const email = 'giver@example.org';
  const received = await pendingDonation(email);
  await settleDonation(app.ctx(), { donationId: received.id, source: 'administrator' });
  const pending = await pendingDonation(email);
  const donor = { params: { id: received.id } };
  const { data } = await callApi(app, contract.previewDonorErasure, donor, as);
  assert.deepEqual(
    [data.problem, data.goes.find(({ what }) => what === 'pending donation')?.count],
    [null, 1],
  );
  const reply = await callApi(app, contract.eraseDonor, donor, as);
  assert.equal(reply.status, 200);
  const rows = await app.db
    .selectFrom('donations')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', 'in', [received.id, pending.id])
    .orderBy('number')
    .execute();
  assert.deepEqual(rows, [
    { id: received.id, first_name: 'Nomvula', last_name: 'Giver', email: erased.email },
    { id: pending.id, first_name: 'Erased', last_name: 'person', email: erased.email },
  ]);
  assert.deepEqual(await columnsWith([email]), []);
  // The money may still come.
  const { outcome } = await settleDonation(app.ctx(), {
    donationId: pending.id,
    source: 'administrator',
  });
  assert.equal(outcome, 'settled');
});

test('the payer of an invoice whose member was deleted is erased, with proofs, mails and audit log', async () => {
  const email = 'left-behind@example.org';
  const { memberId, invoiceId } = await registered(app, { email });
  const params = { id: invoiceId };
  const payer = { preview: contract.previewPayerErasure, erase: contract.erasePayer };
  const early = await callApi(app, payer.erase, { params }, as);
  assert.deepEqual([early.status, early.message], [409, texts.ofMember]);
  assert.equal((await archive(memberId)).status, 204);
  assert.notDeepEqual(await columnsWith([email]), []);
  const { data } = await callApi(app, payer.preview, { params }, as);
  assert.equal(data.problem, null);
  assert.equal((await callApi(app, payer.erase, { params }, as)).status, 200);
  const { invoice } = await rowsOf(app, invoiceId);
  assert.deepEqual(
    [invoice.payer_first_name, invoice.payer_email, invoice.payer_address],
    ['Erased', erased.email, ''],
  );
  assert.deepEqual(await columnsWith([email]), []);
  const again = await callApi(app, payer.erase, { params }, as);
  assert.deepEqual([again.status, again.message], [409, texts.already]);
});

/** A message of the card provider that was judged. */
const message = (record_id: string, text: string) => ({
  id: randomUUID(),
  kind: 'donation' as const,
  body: Buffer.from(text),
  source_address: '192.0.2.1',
  is_signed: true,
  received_at: app.clock.now(),
  record_id,
  verdict: 'settled' as const,
  judged_at: app.clock.now(),
});

test('messages of the card provider about a deleted record are found by the address', async () => {
  const email = "o'brien+card@example.org";
  const { id } = await pendingDonation(email);
  const text = `email_address=O%27Brien%2Bcard%40example.org&name_first=Fiona`;
  await app.db.insertInto('card_notifications').values(message(randomUUID(), text)).execute();
  assert.equal((await callApi(app, contract.eraseDonor, { params: { id } }, as)).status, 200);
  assert.deepEqual(await columnsWith(['o%27brien', 'fiona']), []);
});

test('what comes after an erasure is erased by another one, of a member, a donor and a sender', async () => {
  const member = await registered(app, { email: 'late@example.org' });
  await settleInvoice(app.ctx(), { invoiceId: member.invoiceId, source: 'administrator' });
  await archive(member.memberId);
  const donation = await pendingDonation('late-donor@example.org');
  const money = { payerName: 'Late Sender', amount: 50 };
  const { data: credit } = await callApi(app, credits.recordMoney, { body: money }, as);
  const closed = { params: { id: credit.id }, body: { reason: 'Done' } };
  assert.equal((await callApi(app, credits.closeCredit, closed, as)).status, 200);
  const erasures = {
    [member.invoiceId]: () =>
      callApi(app, contract.eraseMember, { params: { id: member.memberId } }, as),
    [donation.id]: () => callApi(app, contract.eraseDonor, { params: { id: donation.id } }, as),
  };
  for (const [recordId, eraseIt] of Object.entries(erasures)) {
    assert.equal((await eraseIt()).status, 200);
    for (const is_signed of [true, false]) {
      assert.deepEqual((await eraseIt()).message, texts.already);
      await app.db
        .insertInto('card_notifications')
        .values({ ...message(recordId, 'name_first=Ngonidzashe'), is_signed })
        .execute();
      assert.notDeepEqual(await columnsWith(['ngonidzashe']), []);
      assert.equal((await eraseIt()).status, 200, `signed: ${is_signed}`);
      assert.deepEqual(await columnsWith(['ngonidzashe']), []);
    }
    assert.deepEqual((await eraseIt()).message, texts.already);
  }
  const ofMoney = { params: { id: credit.id } };
  assert.equal((await callApi(app, contract.eraseMoney, ofMoney, as)).status, 200);
  assert.equal((await callApi(app, contract.eraseMoney, ofMoney, as)).message, texts.already);
  await app.db
    .updateTable('credit_uses')
    .set({ reason: 'For Ngonidzashe' })
    .where('payment_id', '=', credit.id)
    .execute();
  assert.equal((await callApi(app, contract.eraseMoney, ofMoney, as)).status, 200);
  assert.deepEqual(await columnsWith(['ngonidzashe']), []);
});

test('the sender of money without a record is erased once it is dealt with', async () => {
  const money = { payerName: 'Ntombifuthi Secret', amount: 50, bankReference: 'NTOMBIFUTHI' };
  const { data } = await callApi(app, credits.recordMoney, { body: money }, as);
  const { id } = data;
  const input = { params: { id } };
  const refused = await callApi(app, contract.eraseMoney, input, as);
  assert.deepEqual([refused.status, refused.message], [409, texts.credit]);
  const refund = { amount: 50, refundedOn: data.paidOn, reference: 'To Ntombifuthi' };
  await callApi(app, credits.refundCredit, { ...input, body: refund }, as);
  assert.ok((await columnsWith(['ntombifuthi'])).includes('audit_entries.after'));
  const previewed = await callApi(app, contract.previewMoneyErasure, input, as);
  assert.equal(previewed.data.problem, null);
  assert.equal((await callApi(app, contract.eraseMoney, input, as)).status, 200);
  assert.deepEqual(await columnsWith(['ntombifuthi']), []);
  const again = await callApi(app, contract.eraseMoney, input, as);
  assert.deepEqual([again.status, again.message], [409, texts.already]);
});

test('money of an invoice or a donation is erased with its payer', async () => {
  const { invoiceId } = await registered(app, { email: 'named@example.org' });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const params = await app.db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const refused = await callApi(app, contract.eraseMoney, { params }, as);
  assert.deepEqual([refused.status, refused.message], [409, texts.ofRecord]);
});

test('a donor who is a member is erased as the member', async () => {
  await registered(app, { email: 'both@example.org' });
  const { id } = await pendingDonation('both@example.org');
  const donor = { params: { id }, body: { password } };
  const refused = await callApi(app, contract.eraseDonor, donor, as);
  assert.deepEqual([refused.status, refused.message], [409, texts.isMember]);
});

test('an erased address that had unsubscribed gets no bulk email when it comes back', async () => {
  const email = 'comes-back@example.org';
  const { memberId } = await registered(app, { email });
  await suppress(app.ctx(), { email, kind: 'unsubscribed', reason: 'too much from comes-back' });
  assert.equal((await erase(memberId)).status, 200);
  assert.deepEqual(await columnsWith(['comes-back']), []);
  const { data } = await callApi(app, searchUnsubscribedEmails, { body: {} }, as);
  assert.ok(data.results.some((row) => row.email === 'An erased address'));

  await registered(app, { email });
  const id = await drafted(app);
  await processBulkEmail(app.ctx(), id);
  const row = await app.db
    .selectFrom('bulk_recipients')
    .select(['id', 'outcome', 'answer'])
    .where('bulk_email_id', '=', id)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  assert.deepEqual([row.outcome, row.answer], ['suppressed', 'Unsubscribed']);
});

test('the link to unsubscribe in an old email of an erased person stores no address', async () => {
  const { memberId, email } = await registered(app, { email: 'old-link@example.org' });
  const id = await drafted(app);
  await processBulkEmail(app.ctx(), id);
  const { id: token } = await app.db
    .selectFrom('bulk_recipients')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await erase(memberId);
  const reply = await callApi(app, unsubscribe, { body: { token, reason: 'I am old-link' } });
  assert.equal(reply.status, 200);
  assert.deepEqual(await columnsWith(['old-link']), []);
});

test('the audit log and issued invoices change by nothing but erasing', async () => {
  const { memberId, invoiceId } = await registered(app, { email: 'kept@example.org' });
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });
  await callApi(app, updateMember, { params: { id: memberId }, body: { phone: '0211' } }, as);
  const erasing = sql`set_config('privacy.erasing', 'on', true)`;
  const off = sql`''::text`;
  const refused = [
    [off, sql`UPDATE audit_entries SET subject_name = 'Erased', before = '{}', after = '{}'`],
    [off, sql`DELETE FROM audit_entries`],
    [erasing, sql`DELETE FROM audit_entries`],
    [
      erasing,
      sql`UPDATE audit_entries SET subject_name = 'Another name', before = '{}', after = '{}'`,
    ],
    [
      erasing,
      sql`UPDATE audit_entries SET subject_name = 'Erased', before = '{}', after = '{}', by_name = 'Nobody'`,
    ],
    [
      erasing,
      sql`UPDATE audit_entries SET subject_name = 'Erased', before = '{"a": 1}', after = '{}'`,
    ],
    [off, sql`UPDATE invoices SET payer_email = 'erased@erased.invalid'`],
    [erasing, sql`UPDATE invoices SET payer_email = 'other@example.org'`],
    [erasing, sql`UPDATE invoices SET payer_last_name = 'Other'`],
    [erasing, sql`UPDATE invoices SET line = 'Other'`],
    [erasing, sql`UPDATE invoices SET amount_cents = 1`],
    [erasing, sql`DELETE FROM invoices`],
  ] as const;
  for (const [setting, change] of refused) {
    const attempt = app.db.transaction().execute(async (db) => {
      await sql`SELECT ${setting}`.execute(db);
      await change.execute(db);
    });
    await assert.rejects(attempt, { code: '23514' });
  }
});
