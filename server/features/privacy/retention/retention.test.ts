import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { deleteMember } from '#contract/members/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { closeCredit, recordMoney } from '#contract/payments/credits.ts';
import { checkSystem } from '#contract/system-check/endpoints.ts';
import { erased } from '#contract/privacy/erased.ts';
import * as contract from '#contract/privacy/retention.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { firstNight, openOldRecords } from '#test/support/retention/old-records.ts';
import { applyRetention } from './apply-retention.ts';

const app = await openTestApp();
const old = openOldRecords(app);
app.clock.set(firstNight);
const admin = await naledi(app);
const as = { token: admin.token };
const bank = openMatching(app, admin.token);

interface Row {
  first_name: string;
  last_name: string;
  email: string;
}
const memberOf = (id: string) =>
  app.db
    .selectFrom('members')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const isErased = ({ first_name, last_name, email }: Row) => {
  assert.equal(first_name === 'Erased', email.endsWith('@erased.invalid'));
  return first_name === 'Erased' && last_name === 'person';
};
const isMemberErased = async (id: string) => isErased(await memberOf(id));
const isDonationErased = async (id: string) =>
  isErased(
    await app.db
      .selectFrom('donations')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
const payerOf = (id: string) =>
  app.db
    .selectFrom('invoices')
    .select(['payer_first_name', 'payer_last_name', 'payer_email', 'payer_address', 'amount_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const preview = async (body = {}) =>
  (await callApi(app, contract.previewRetention, { body }, as)).data;
const report = async () => (await callApi(app, contract.getRetentionReport, {}, as)).data;

test('before the periods are saved, and on the day on which they are saved, nothing is erased', async () => {
  const mail = await old.mail('2012-01-01T00:00:00Z');
  const subjectOf = async () =>
    (await app.db.selectFrom('mails').select('subject').where('id', '=', mail).executeTakeFirst())
      ?.subject;
  await applyRetention(app);
  assert.equal(await subjectOf(), 'Your invoice');
  const { data } = await callApi(app, contract.getRetention, {}, as);
  assert.deepEqual([data.savedUtc, data.mails, data.accounts], [null, 24, 60]);
  assert.equal((await preview()).mails, 1);

  const saved = await callApi(app, contract.updateRetention, { body: {} }, as);
  assert.equal(saved.data.savedUtc, app.clock.now().toISOString());
  await applyRetention(app);
  assert.deepEqual(await report(), { results: [], isOverdue: false });
  assert.equal(await subjectOf(), 'Your invoice');

  await old.save();
  await applyRetention(app);
  assert.equal(await subjectOf(), null);
});

/** Nights are numbered, because a kind is done once in a night. */
let nights = 0;
async function nextNight(): Promise<contract.RetentionResult[]> {
  nights += 1;
  await app.db.deleteFrom('retention_results').execute();
  await applyRetention(app);
  const { results } = await report();
  assert.ok(results.every(({ isFinished }) => isFinished));
  return results;
}
const erasedOf = (results: contract.RetentionResult[], kind: contract.RetentionKind) =>
  results.find((result) => result.kind === kind)?.erased;

test('a member is erased five years after the end of the last membership, and not a day before', async () => {
  const gone = await old.expired('2021-03-10T08:00:00Z');
  const stays = await old.expired('2021-03-11T08:00:00Z');
  assert.equal((await preview()).formerMembers, 1);
  const results = await nextNight();
  assert.equal(erasedOf(results, 'formerMembers'), 1);
  assert.deepEqual(
    [await isMemberErased(gone.memberId), await isMemberErased(stays.memberId)],
    [true, false],
  );
  const { archived_at } = await app.db
    .selectFrom('members')
    .select('archived_at')
    .where('id', '=', gone.memberId)
    .executeTakeFirstOrThrow();
  assert.ok(archived_at, 'the member is on no list');
  const listed = await app.db
    .selectFrom('erasures')
    .select(['kind', 'erased_by'])
    .where('subject', '=', gone.memberId)
    .execute();
  assert.deepEqual(listed, [{ kind: 'member', erased_by: null }]);
  const left = results.find(({ kind }) => kind === 'formerMembers');
  assert.equal(left?.oldestLeftUtc, '2022-03-09T22:00:00.000Z');
});

test('the period of an archived member begins with the archiving', async () => {
  const [gone, stays] = [
    await old.expired('2016-01-01T08:00:00Z'),
    await old.expired('2016-01-01T08:00:00Z'),
  ];
  const archive = (id: string, at: string) =>
    app.db
      .updateTable('members')
      .set({ archived_at: new Date(at) })
      .where('id', '=', id)
      .execute();
  await archive(gone.memberId, '2022-03-09T21:59:59Z');
  await archive(stays.memberId, '2022-03-09T22:00:00Z');
  await nextNight();
  assert.deepEqual(
    [await isMemberErased(gone.memberId), await isMemberErased(stays.memberId)],
    [true, false],
  );
});

test('registrations and donations that were never paid are erased after a year', async () => {
  const [gone, stays] = [
    await old.pending('2026-03-09T21:59:59Z'),
    await old.pending('2026-03-09T22:00:00Z'),
  ];
  const givers = [
    await old.donation('2026-03-09T21:59:59Z'),
    await old.donation('2026-03-09T22:00:00Z'),
    await old.donation('2026-03-09T21:59:59Z', { isReceived: true }),
  ];
  assert.equal((await preview()).neverPaid, 2);
  assert.equal(erasedOf(await nextNight(), 'neverPaid'), 2);
  assert.deepEqual(
    [await isMemberErased(gone.memberId), await isMemberErased(stays.memberId)],
    [true, false],
  );
  assert.deepEqual(await Promise.all(givers.map(isDonationErased)), [true, false, false]);
});

/** A second payment of the invoice was paid back, and a line of the bank was matched with that by mistake. */
async function undoneRefund(invoiceId: string): Promise<string> {
  const { created_at, amount_cents } = await app.db
    .selectFrom('invoices')
    .select(['created_at', 'amount_cents'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  await old.at(created_at.toISOString(), () =>
    settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference: invoiceId }),
  );
  const { rows } = await sql<{ id: string }>`INSERT INTO credit_uses
      (id, payment_id, kind, amount_cents, used_on, recorded_at, recorded_by)
    SELECT gen_random_uuid(), id, 'refund', amount_cents, paid_on, recorded_at, ${admin.id}
    FROM payments WHERE external_reference = ${invoiceId} RETURNING id`.execute(app.db);
  const amount = amount_cents / 100;
  const line = await bank.line('INT-BANKING PMT TO', -amount);
  const part = { kind: 'refund', amount, targetId: rows[0]?.id ?? '' } as const;
  const { data } = await bank.book(line, [part]);
  const id = data.matches[0]?.id ?? '';
  await bank.undo(id, 'To the son of Thandi');
  return id;
}

const reasonOf = async (id: string) =>
  (
    await app.db
      .selectFrom('bank_matches')
      .select('reversed_reason')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.reversed_reason;

test('names in the accounts go five years after the tax year, and numbers, amounts and days stay', async () => {
  const settled = async (instant: string) => (await old.expired(instant)).invoiceId;
  const [gone, stays] = [
    await settled('2022-02-28T08:00:00Z'),
    await settled('2022-03-01T08:00:00Z'),
  ];
  const voided = await old.pending('2021-06-01T08:00:00Z');
  await old.at('2022-02-28T09:00:00Z', () =>
    callApi(app, deleteMember, { params: { id: voided.memberId } }, as),
  );
  await sql`UPDATE invoices SET voided_at = '2022-02-28T09:00:00Z', void_reason = 'Thandi left'
    WHERE id = ${voided.invoiceId}`.execute(app.db);
  const donations = [
    await old.donation('2022-02-28T08:00:00Z', { isReceived: true }),
    await old.donation('2022-03-01T08:00:00Z', { isReceived: true }),
  ];
  await app.db
    .updateTable('payments')
    .set({ bank_reference: 'Thandi fee' })
    .where('invoice_id', '=', gone)
    .execute();
  const matches = [await undoneRefund(gone), await undoneRefund(stays)];
  const before = await payerOf(gone);
  assert.equal(before.payer_first_name, 'Thandi');
  await nextNight();
  assert.deepEqual(await payerOf(gone), {
    payer_first_name: 'Erased',
    payer_last_name: 'person',
    payer_email: 'erased@erased.invalid',
    payer_address: '',
    amount_cents: before.amount_cents,
  });
  assert.equal((await payerOf(voided.invoiceId)).payer_first_name, 'Erased');
  assert.equal((await payerOf(stays)).payer_first_name, 'Thandi');
  assert.deepEqual(await Promise.all(donations.map(isDonationErased)), [true, false]);
  const payment = await app.db
    .selectFrom('payments')
    .select(['bank_reference', 'amount_cents'])
    .where('invoice_id', '=', gone)
    .executeTakeFirstOrThrow();
  assert.deepEqual(payment, { bank_reference: null, amount_cents: before.amount_cents });
  assert.deepEqual(await Promise.all(matches.map(reasonOf)), [erased.text, 'To the son of Thandi']);
});

test('the name on a written-off invoice goes with its reason, five years after the tax year of the write-off', async () => {
  const writtenOff = (instant: string) =>
    old.at(instant, async () => {
      const token = await tokenOf(app, admin.id);
      const payer = { userFirstName: 'Thandi', userLastName: 'D', userEmail: 't@example.org' };
      const body = { ...payer, amount: 50, paymentType: 'EFT' as const };
      const { id } = (await callApi(app, createInvoice, { body }, { token })).data;
      const input = { params: { id }, body: { amount: 50, reason: 'Thandi has moved' } };
      assert.equal((await callApi(app, writeOffInvoice, input, { token })).status, 200);
      return id;
    });
  const ids = [await writtenOff('2022-02-28T08:00:00Z'), await writtenOff('2022-03-01T08:00:00Z')];
  await nextNight();
  const names = await Promise.all(ids.map(async (id) => (await payerOf(id)).payer_first_name));
  assert.deepEqual(names, ['Erased', 'Thandi']);
  const reasons = await app.db
    .selectFrom('write_offs')
    .select('reason')
    .where('invoice_id', 'in', ids)
    .orderBy('number')
    .execute();
  assert.deepEqual(
    reasons.map(({ reason }) => reason),
    [erased.text, 'Thandi has moved'],
  );
});

test('the name of who sent money without a record goes with the names in the accounts', async () => {
  const reason = 'Given to Thandi';
  const record = (paidOn: string, end?: typeof closeCredit | typeof undoPayment) =>
    old.at(`${paidOn}T08:00:00Z`, async () => {
      const money = { payerName: 'Thandi', bankReference: 'THANDI FEE', amount: 50, paidOn };
      const token = await tokenOf(app, admin.id);
      const { data } = await callApi(app, recordMoney, { body: money }, { token });
      const input = { params: { id: data.id }, body: { reason } };
      if (end !== undefined) assert.equal((await callApi(app, end, input, { token })).status, 200);
      return data.id;
    });
  const ids = [
    await record('2022-02-27', closeCredit),
    await record('2022-02-27', undoPayment),
    await record('2022-02-27'),
    await record('2022-03-01', closeCredit),
  ];
  await nextNight();
  const rows = await app.db
    .selectFrom('payments as p')
    .leftJoin('credit_uses as u', 'u.payment_id', 'p.id')
    .select(['p.id', 'p.payer_name', 'p.bank_reference', 'p.reversed_reason', 'u.reason'])
    .where('p.id', 'in', ids)
    .execute();
  assert.deepEqual(
    ids.map((id) => {
      const row = rows.find((one) => one.id === id);
      return [row?.payer_name, row?.bank_reference, row?.reason ?? row?.reversed_reason];
    }),
    [
      [erased.text, null, erased.text],
      [erased.text, null, erased.text],
      ['Thandi', 'THANDI FEE', null],
      ['Thandi', 'THANDI FEE', reason],
    ],
  );
});

test('emails, recipients, card messages, audit details and withdrawn consents go after their periods', async () => {
  const ofTwoYears = ['2025-03-09T21:59:59Z', '2025-03-09T22:00:00Z'];
  const ofFiveYears = ['2022-03-09T21:59:59Z', '2022-03-09T22:00:00Z'];
  const ofSevenYears = ['2020-03-09T21:59:59Z', '2020-03-09T22:00:00Z'];
  const makeAll = async (make: (at: string) => Promise<string>, times: string[]) => {
    const ids: string[] = [];
    for (const time of times) ids.push(await make(time));
    return ids;
  };
  const made = {
    mails: await makeAll(old.mail, ofTwoYears),
    bulk_recipients: await makeAll(old.recipient, ofTwoYears),
    card_notifications: await makeAll(old.notification, ofFiveYears),
    audit_entries: await makeAll(old.auditEntry, ofSevenYears),
    consents: await makeAll(old.consent, ofFiveYears),
  };
  const setting = await old.auditEntry('2010-01-01T00:00:00Z', 'companyInfo');
  const beside = await old.consent('2015-01-01T00:00:00Z', true);
  const hold = await old.consent(null);
  const counts = await preview();
  const results = await nextNight();
  for (const kind of [
    'mails',
    'bulkRecipients',
    'cardNotifications',
    'auditDetails',
    'withdrawnConsents',
  ] as const) {
    assert.equal(erasedOf(results, kind), counts[kind], kind);
    assert.ok(counts[kind] > 0, kind);
  }
  const textOf = async (table: keyof typeof made, id = '') => {
    const { rows } = await sql<{ text: string }>`
      SELECT t::text || encode(${table === 'card_notifications' ? sql`body` : sql`''`}::bytea, 'escape') AS text
      FROM ${sql.table(table)} AS t WHERE id::text = ${id}`.execute(app.db);
    return rows[0]?.text ?? '';
  };
  const name = /reader@|Reader|Nomvula|"phone"/i;
  for (const table of Object.keys(made) as (keyof typeof made)[]) {
    const [gone, stays] = made[table];
    assert.doesNotMatch(await textOf(table, gone), name, table);
    assert.notEqual(await textOf(table, stays), '', table);
    if (table !== 'consents') assert.match(await textOf(table, stays), name, table);
  }
  assert.match(await textOf('audit_entries', setting), name, 'changes of settings stay');
  assert.equal(await textOf('consents', made.consents[0]), '');
  assert.notEqual(await textOf('consents', beside), '');
  assert.notEqual(await textOf('consents', hold), '');
  const { outcome } = await app.db
    .selectFrom('bulk_recipients')
    .select('outcome')
    .where('id', '=', made.bulk_recipients[0] ?? '')
    .executeTakeFirstOrThrow();
  assert.equal(outcome, 'sent');
});

test('a person who was active within the period, or has something open, is not erased', async () => {
  const long = '2016-01-01T08:00:00Z';
  const recent = '2026-01-01T08:00:00Z';
  const kept = {
    'an honorary status': await old.expired(long),
    'a donation': await old.expired(long),
    'an open invoice': await old.expired(long),
    'a credit': await old.expired(long),
    'a sign-in': await old.expired(long),
    'an administrator': await old.expired(long),
    'a consent': await old.expired(long),
    'a membership': await old.expired(recent),
    'an open invoice of another person': await old.expired(long),
  };
  const gone = await old.expired(long);
  const set = (changes: object, id: string) =>
    app.db.updateTable('members').set(changes).where('id', '=', id).execute();
  const status = await app.db
    .insertInto('member_statuses')
    .values({ id: admin.id, name: 'Honorary', created_at: app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const honorary = { status_set_by: admin.id, status_set_at: long, member_status_id: status.id };
  await set(honorary, kept['an honorary status'].memberId);
  await old.donation(recent, { email: kept['a donation'].email });
  const copyInvoice = (ofInvoice: string, member: string | null, created: string) =>
    sql`
    INSERT INTO invoices (id, number, member_id, payer_first_name, payer_last_name, payer_email,
      payer_address, line, amount_cents, payment_type, issuer, created_at)
    SELECT gen_random_uuid(), 900000 + number, ${member}::uuid, payer_first_name, payer_last_name,
      payer_email, '', 'Books', 100, 'EFT', issuer, ${created}
    FROM invoices WHERE id = ${ofInvoice}`.execute(app.db);
  const open = kept['an open invoice'];
  await copyInvoice(open.invoiceId, open.memberId, recent);
  await copyInvoice(kept['an open invoice of another person'].invoiceId, null, long);
  await old.at('2017-01-01T08:00:00Z', () =>
    settleInvoice(app.ctx(), {
      invoiceId: kept['a credit'].invoiceId,
      source: 'payfast',
      externalReference: 'twice',
    }),
  );
  await recordEvent(app.ctx(), { kind: 'signIn', userId: kept['a sign-in'].userId });
  await app.db
    .updateTable('users')
    .set({ role: 'Admin' })
    .where('id', '=', kept['an administrator'].userId)
    .execute();
  await sql`INSERT INTO consents (id, email, purpose, words, source, given_at)
    VALUES (gen_random_uuid(), ${kept['a consent'].email}, 'news', 'Yes.', 'profile', ${recent})
  `.execute(app.db);
  // An invoice that nobody paid for years keeps nobody.
  await copyInvoice(gone.invoiceId, gone.memberId, '2017-01-01T08:00:00Z');

  const results = await nextNight();
  for (const [why, { memberId }] of Object.entries(kept)) {
    assert.equal(await isMemberErased(memberId), false, why);
  }
  assert.equal(await isMemberErased(gone.memberId), true);
  const former = results.find(({ kind }) => kind === 'formerMembers');
  assert.deepEqual([former?.erased, former?.leftOver], [1, 1], 'one waits for an administrator');
  assert.equal((await payerOf(kept['a credit'].invoiceId)).payer_first_name, 'Thandi');
});

test('a kind that is kept for ever is not erased, and has no row in the report', async () => {
  const mail = await old.mail('2012-01-01T00:00:00Z');
  await old.save({ mails: null });
  const results = await nextNight();
  assert.equal(erasedOf(results, 'mails'), undefined);
  assert.equal((await preview()).mails, 0);
  const row = await app.db
    .selectFrom('mails')
    .select('to_name')
    .where('id', '=', mail)
    .executeTakeFirst();
  assert.equal(row?.to_name, 'Reader');
  await old.save({ mails: 24 });
});

test('the law’s bound is kept, and a change is in the audit log', async () => {
  const change = (body: object) => callApi(app, contract.updateRetention, { body }, as);
  const refused = await change({ accounts: 59 });
  assert.deepEqual([refused.status, refused.errors?.[0]?.field], [400, 'accounts']);
  assert.equal((await change({ mails: 0 })).status, 400);
  assert.equal((await change({ mails: 36 })).status, 200);
  const { data } = await callApi(app, searchAudit, { body: { action: 'updateRetention' } }, as);
  assert.deepEqual(
    [data.results[0]?.before, data.results[0]?.after],
    [{ mails: 24 }, { mails: 36 }],
  );
  const first = data.results.find(({ after }) => 'accounts' in after);
  assert.deepEqual(Object.keys(first?.after ?? {}).length, contract.retentionKinds.length);
});

test('System Check and the metrics say when nothing was applied for two days', async () => {
  const finding = async () => {
    const { data } = await callApi(app, checkSystem, {}, { token: (await naledi(app)).token });
    return data.results.find(({ name }) => name === 'Retention')?.state;
  };
  const metric = async () => {
    const { body } = await app.fastify.inject('/metrics');
    return /^retention_overdue (\S+)$/m.exec(body)?.[1];
  };
  await old.save();
  await nextNight();
  assert.deepEqual([await finding(), await metric()], ['ok', '0']);
  app.clock.set('2027-03-12T00:15:00Z');
  assert.deepEqual([await finding(), await metric()], ['ok', '0']);
  app.clock.set('2027-03-12T00:15:01Z');
  assert.deepEqual([await finding(), await metric()], ['warning', '1']);
  await applyRetention(app);
  assert.deepEqual([await finding(), await metric()], ['ok', '0']);
});
