import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { deleteMember, updateMember } from '#contract/members/endpoints.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { eraseMember, eraseMoney } from '#contract/privacy/erasure.ts';
import { eraseAccountInvoices } from '#server/features/privacy/retention/erase-records.ts';
import { sources } from '#server/features/privacy/retention/sources.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { recordMoney } from '#server/features/payments/credits/record-money.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { hashOfSeal, textOf } from '#server/features/seals/forms.ts';
import { sealEntries, sealSome } from '#server/features/seals/seal-entries.ts';
import { findHead, findSeal } from '#server/features/seals/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { evaluateBooks } from './run-checks.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

/** The session of the administrator ends when nobody uses it. */
async function moveClock(at: string) {
  app.clock.set(at);
  as.token = await tokenOf(app, admin.id);
}

const seal = () => sealEntries(app);
async function check(db: Db = app.db) {
  const results = await evaluateBooks(db, app.clock.now());
  const result = results.find(({ name }) => name === 'Seals');
  assert.ok(result);
  return result;
}
const failures = async (db?: Db) => (await check(db)).rows;
const sealed = () =>
  app.db.selectFrom('sealed_entries').selectAll().orderBy('seal').orderBy('position').execute();
const salts = () => app.db.selectFrom('seal_salts').selectAll().execute();
const whereEvents = async () =>
  (await sealed()).map(
    (entry) =>
      `${Object.keys(entry).find((key) => key.endsWith('_id') && entry[key as 'payment_id'] !== null)} ${entry.event}`,
  );

/** A member with an overpaid invoice, of which R40 was refunded. The audit log has both and a change. */
async function overpaid() {
  const member = await registered(app, { email: `sealed-${++people}@example.org` });
  await settleInvoice(app.ctx(), {
    invoiceId: member.invoiceId,
    source: 'administrator',
    amountCents: 55_000,
  });
  const { payments, invoice } = await rowsOf(app, member.invoiceId);
  const paymentId = payments[0]?.id ?? '';
  const body = { amount: 40, refundedOn: dayOf(app.clock.now()), reference: 'REF 1' };
  const { status } = await callApi(
    app,
    credits.refundCredit,
    { params: { id: paymentId }, body },
    as,
  );
  assert.equal(status, 200);
  const use = await app.db
    .selectFrom('credit_uses')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await callApi(
    app,
    updateMember,
    { params: { id: member.memberId }, body: { phone: '083 111 2222' } },
    as,
  );
  return { ...member, paymentId, useId: use.id, number: invoiceNumber(invoice.number) };
}

async function undo(useId: string, paymentId: string) {
  const body = { reason: 'Wrong account' };
  const use = await callApi(app, credits.undoCreditUse, { params: { id: useId }, body }, as);
  const payment = await callApi(app, undoPayment, { params: { id: paymentId }, body }, as);
  assert.deepEqual([use.status, payment.status], [200, 200]);
}

const world = await overpaid();

class Rollback extends Error {}

async function rolledBack<T>(effect: (db: Db) => Promise<T>): Promise<T> {
  let result: T | undefined;
  const run = app.db.transaction().execute(async (db) => {
    result = await effect(db);
    throw new Rollback();
  });
  await assert.rejects(run, Rollback);
  return result as T;
}

const withoutTriggers = (db: Db) => sql`SET LOCAL session_replication_role = replica`.execute(db);

/** As if nothing was sealed. All that is there waits. */
async function forgetSeals(db: Db): Promise<void> {
  for (const table of ['seal_salts', 'sealed_entries', 'seals', 'entries_to_seal']) {
    await sql`DELETE FROM ${sql.table(table)}`.execute(db);
  }
  await sql`
    INSERT INTO entries_to_seal (event, audit_entry_id)
      SELECT 'recorded', id FROM audit_entries ORDER BY id`.execute(db);
  for (const [table, column] of [
    ['payments', 'payment_id'],
    ['credit_uses', 'credit_use_id'],
  ] as const) {
    await sql`
      INSERT INTO entries_to_seal (event, ${sql.ref(column)})
      SELECT event, id FROM ${sql.table(table)}, unnest(ARRAY['recorded', 'undone']) AS event
      WHERE event = 'recorded' OR reversed_at IS NOT NULL`.execute(db);
  }
}

/** The failures after changes that triggers do not see. */
const foundAfter = (...statements: string[]) =>
  rolledBack(async (db) => {
    await withoutTriggers(db);
    for (const statement of statements) await sql.raw(statement).execute(db);
    return failures(db);
  });

test('before the first seal everything waits, and then audit entries, payments and uses are sealed once', async () => {
  assert.match((await check()).finding, /^Nothing is sealed yet\. \d+ of the newest entries/);
  await seal();
  const first = await findHead(app.db);
  assert.equal(first?.number, 1);
  assert.deepEqual(await failures(), []);
  assert.ok((await check()).finding.endsWith(`has the head ${first?.head}.`));
  await seal();
  assert.deepEqual(await findHead(app.db), first);
  const events = await whereEvents();
  assert.deepEqual([...new Set(events)].toSorted(), [
    'audit_entry_id recorded',
    'credit_use_id recorded',
    'payment_id recorded',
  ]);
  const entries = await app.db.selectFrom('audit_entries').select('id').execute();
  assert.equal(events.filter((event) => event.startsWith('audit')).length, entries.length);
});

test('an undone payment and an undone use are sealed again, as events', async () => {
  const { useId, paymentId } = await overpaid();
  await seal();
  await undo(useId, paymentId);
  const before = (await sealed()).length;
  await seal();
  const events = (await whereEvents()).slice(before);
  assert.ok(events.includes('credit_use_id undone') && events.includes('payment_id undone'));
  assert.deepEqual(await failures(), []);
});

test('what is changed, deleted, inserted or moved by hand is found and named', async () => {
  await moveClock('2027-03-11T08:00:00Z');
  const { paymentId, useId, number, invoiceId } = await overpaid();
  await undo(world.useId, world.paymentId);
  await seal();
  assert.deepEqual(await failures(), []);
  const payment = `WHERE id = '${paymentId}'`;
  const label = `Payment of R550.00 of 11 Mar 2027 (${number})`;
  const entry = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const where = `WHERE id = ${entry.id}`;
  const last = (await findHead(app.db))?.number ?? 0;
  const changed = `it was changed after seal ${last}`;
  const sealChanged = `Seal ${last}: it was changed, or its entries were changed, moved or deleted`;
  const cases: [string, string[], string[]][] = [
    [
      'an amount',
      [`UPDATE payments SET amount_cents = 60000 ${payment}`],
      [`${label.replace('550', '600')}: ${changed}`],
    ],
    [
      'a day',
      [`UPDATE payments SET paid_on = '2027-03-01' ${payment}`],
      [`${label.replace('11 Mar', '1 Mar')}: ${changed}`],
    ],
    [
      'an account',
      [`UPDATE payments SET recorded_by = '${admin.id}' ${payment}`],
      [`${label}: ${changed}`],
    ],
    [
      'a reference that was none',
      [`UPDATE payments SET bank_reference = 'ABC' ${payment}`],
      [`${label}: ${changed}`],
    ],
    [
      'a deleted payment',
      [`DELETE FROM payments ${payment}`],
      [`Payment ${paymentId}: it was deleted after seal ${last}`],
    ],
    [
      'a deletion that no undo of an import explains',
      [
        `DELETE FROM payments ${payment}`,
        `INSERT INTO entries_to_seal (event, payment_id) VALUES ('deleted', '${paymentId}')`,
      ],
      [`Payment ${paymentId}: it was deleted after seal ${last}`],
    ],
    [
      'a deletion that another entry is to explain',
      [
        `DELETE FROM payments ${payment}`,
        `INSERT INTO entries_to_seal (event, payment_id, undo_entry_id)
         VALUES ('deleted', '${paymentId}', ${entry.id})`,
      ],
      [`Payment ${paymentId}: it was deleted after seal ${last}`],
    ],
    [
      'a seal of an entry that says it was a deletion',
      [
        `DELETE FROM payments ${payment}`,
        `UPDATE sealed_entries SET event = 'deleted' WHERE payment_id = '${paymentId}'`,
      ],
      [`Deletion of ${paymentId}: it was changed after seal ${last}`],
    ],
    [
      'a refund',
      [`UPDATE credit_uses SET amount_cents = 100 WHERE id = '${useId}'`],
      [`Use of R1.00 of 11 Mar 2027: ${changed}`],
    ],
    [
      'a reference',
      [`UPDATE credit_uses SET reference = 'REF 2' WHERE id = '${useId}'`],
      [`Use of R40.00 of 11 Mar 2027: ${changed}`],
    ],
    [
      'a reference without Erase',
      [`UPDATE credit_uses SET reference = NULL WHERE id = '${useId}'`],
      [`Use of R40.00 of 11 Mar 2027: ${changed}`],
    ],
    [
      'who did it',
      [`UPDATE audit_entries SET by_name = 'Sipho' ${where}`],
      [`Audit entry ${entry.id}: ${changed}`],
    ],
    [
      'what was done',
      [`UPDATE audit_entries SET after = '{"a": 1}' ${where}`],
      [`Audit entry ${entry.id}: ${changed}`],
    ],
    [
      'details without Erase',
      [`UPDATE audit_entries SET subject_name = 'Erased', before = '{}', after = '{}' ${where}`],
      [`Audit entry ${entry.id}: ${changed}`],
    ],
    [
      'a deleted entry',
      [`DELETE FROM audit_entries ${where}`],
      [`Audit entry ${entry.id}: it was deleted after seal ${last}`],
    ],
    [
      'an undoing',
      [
        `UPDATE payments SET reversed_at = NULL, reversed_by = NULL, reversed_reason = NULL WHERE id = '${world.paymentId}'`,
      ],
      [
        `Payment of R550.00 of 10 Mar 2027 (${world.number}): its undoing was changed after seal ${last}`,
      ],
    ],
    [
      'an undoing without the application',
      [
        `UPDATE payments SET used_cents = 0, reversed_at = now(), reversed_by = '${admin.id}', reversed_reason = '' ${payment}`,
      ],
      [`${label}: its undoing has no seal`],
    ],
    [
      'a salt',
      [
        `DELETE FROM seal_salts WHERE seal = ${last} AND position = (SELECT position FROM sealed_entries WHERE audit_entry_id = ${entry.id})`,
      ],
      [`Audit entry ${entry.id}: ${changed}`],
    ],
    [
      'an inserted payment without a trigger',
      [
        `INSERT INTO payments (id, invoice_id, amount_cents, paid_on, recorded_at, method, source) VALUES (gen_random_uuid(), '${invoiceId}', 100, '2027-03-11', now(), 'EFT', 'administrator')`,
      ],
      [`Payment of R1.00 of 11 Mar 2027 (${number}): it has no seal`],
    ],
    [
      'moved entries',
      [
        `UPDATE sealed_entries SET position = position + 100 WHERE seal = ${last}`,
        `UPDATE sealed_entries SET position = CASE position WHEN 101 THEN 2 WHEN 102 THEN 1 ELSE position - 100 END WHERE seal = ${last}`,
      ],
      [sealChanged],
    ],
    [
      'the time of a seal',
      [`UPDATE seals SET sealed_at = '2027-01-01' WHERE number = ${last}`],
      [sealChanged],
    ],
    [
      'a deleted seal',
      [`DELETE FROM seals WHERE number = 1`],
      [`Seal 1: it was deleted, and its entries are there`, `Seal 2: a seal before it was deleted`],
    ],
    [
      'an older form',
      [`UPDATE seals SET form = 1 WHERE number = ${last}`],
      [`Seal ${last}: its form is older than that of the seal before it`],
    ],
    [
      'the hash before it',
      [`UPDATE seals SET previous_hash = hash WHERE number = 2`],
      [`Seal 2: it does not follow the seal before it`],
    ],
  ];
  for (const [name, statements, expected] of cases) {
    const found = await foundAfter(...statements);
    for (const row of expected)
      assert.ok(found.includes(row), `${name}: ${row}\n${found.join('\n')}`);
    assert.ok(found.length <= expected.length + 2, `${name}: ${found.join('\n')}`);
  }
  assert.deepEqual(await failures(), []);
});

/** In the transaction of `db`: what the undo of an import does. */
async function undoImport(db: Db, importId: string, paymentId: string) {
  const by = { userId: admin.id, role: 'Admin', sessionId: randomUUID(), memberId: null };
  const change = { action: 'undoImport', subject: 'import', id: importId, name: 'p.csv' } as const;
  await recordAudit({ ...app.ctx(), db, by }, change);
  await sql`SELECT set_config('imports.undoing', ${importId}, true)`.execute(db);
  await db.deleteFrom('payments').where('id', '=', paymentId).execute();
}

/** A payment that nothing refers to, sealed. */
async function loosePayment(): Promise<string> {
  const by = { userId: admin.id, role: 'Admin', sessionId: randomUUID(), memberId: null };
  const { id } = await recordMoney({ ...app.ctx(), by }, { payerName: 'Loose', amount: 20 });
  await seal();
  return id;
}

test('payments and uses are deleted only with the entry of the undo of an import', async () => {
  const [first, second] = [await loosePayment(), await loosePayment()];
  const stays = { constraint: 'money_stays' };
  const importId = randomUUID();
  const deleteBy = (id: string) =>
    app.db.transaction().execute(async (db) => {
      await sql`SELECT set_config('imports.undoing', ${id}, true)`.execute(db);
      await sql`DELETE FROM payments WHERE id = ${second}`.execute(db);
    });
  await assert.rejects(sql`DELETE FROM payments WHERE id = ${second}`.execute(app.db), stays);
  await assert.rejects(sql`DELETE FROM credit_uses`.execute(app.db), stays);
  await assert.rejects(deleteBy(importId), stays);
  await app.db.transaction().execute((db) => undoImport(db, importId, first));
  assert.deepEqual(await failures(), [], 'before it is sealed');
  await seal();
  assert.deepEqual(await failures(), []);
  await assert.rejects(deleteBy(importId), stays, 'an earlier undo is sealed');
});

test('a deletion that claims an earlier undo of an import is named, also when it is sealed', async () => {
  const [first, second] = [await loosePayment(), await loosePayment()];
  await app.db.transaction().execute((db) => undoImport(db, randomUUID(), first));
  await seal();
  await overpaid();
  await seal();
  const { seal: last } = (await sealed()).find(({ payment_id }) => payment_id === second) ?? {};
  const row = `Payment ${second}: it was deleted after seal ${last}`;
  await rolledBack(async (db) => {
    await withoutTriggers(db);
    await sql`DELETE FROM payments WHERE id = ${second}`.execute(db);
    await sql`INSERT INTO entries_to_seal (event, payment_id, undo_entry_id)
      SELECT 'deleted', ${second}, undo_entry_id FROM sealed_entries
      WHERE payment_id = ${first} AND event = 'deleted'`.execute(db);
    assert.deepEqual(await failures(db), [row]);
    await sealSome(db, app.clock.now());
    assert.deepEqual(await failures(db), [row]);
  });
});

test('a deletion that an earlier version sealed still verifies', async () => {
  await rolledBack(async (db) => {
    await withoutTriggers(db);
    await forgetSeals(db);
    const gone = randomUUID();
    const seal = {
      number: sql`1`,
      previousHash: sql`NULL::bytea`,
      form: sql`1`,
      sealedAt: sql`'2027-03-01'::timestamptz`,
      isComplete: sql`false`,
      since: sql`NULL::timestamptz`,
      entryCount: sql`2`,
      digests: sql`sha256('x') || sha256(${textOf(sql`'deleted', ${gone}::uuid`)})`,
    };
    await sql`INSERT INTO seals (number, hash, form, sealed_at, is_complete, entry_count)
      VALUES (1, ${hashOfSeal(seal)}, 1, ${seal.sealedAt}, false, 2)`.execute(db);
    await sql`INSERT INTO sealed_entries (seal, position, event, payment_id, digest) VALUES
      (1, 1, 'recorded', ${gone}, sha256('x')),
      (1, 2, 'deleted', ${gone}, sha256(${textOf(sql`'deleted', ${gone}::uuid`)}))`.execute(db);
    await sealSome(db, app.clock.now());
    assert.deepEqual(await failures(db), []);
  });
});

test('the figures of a closed month are sealed, and a change of them is named', async () => {
  await rolledBack(async (db) => {
    await sql`INSERT INTO closed_months (id, month, figures, closed_at, closed_by) VALUES
      (gen_random_uuid(), '2027-02-01', '{"fees": {"cents": 1035}}', ${app.clock.now()}, ${admin.id})`.execute(
      db,
    );
    await sealSome(db, app.clock.now());
    const { number } = await db
      .selectFrom('seals')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.deepEqual(await failures(db), []);
    await withoutTriggers(db);
    await sql`UPDATE closed_months SET figures = '{"fees": {"cents": 1034}}'`.execute(db);
    assert.deepEqual(await failures(db), [
      `Figures of Feb 2027: it was changed after seal ${number}`,
    ]);
  });
});

test('an entry that is inserted with a time of the past is found', async () => {
  await moveClock('2027-03-12T08:00:00Z');
  await overpaid();
  await seal();
  app.clock.set('2027-03-12T08:01:00Z');
  const { invoiceId } = await registered(app, { email: 'past@example.org' });
  const found = await rolledBack(async (db) => {
    const past = { ...app.ctx(), db, at: new Date('2027-03-10T08:00:00Z') };
    await settleInvoice(past, { invoiceId, source: 'administrator' });
    await sealSome(db, app.clock.now());
    return failures(db);
  });
  assert.equal(found.length, 1, found.join('\n'));
  assert.match(
    found[0] ?? '',
    /^Payment of R450\.00 of 10 Mar 2027 \(INV-\d+\): its time is 10 Mar 2027, and it was inserted after 12 Mar 2027$/,
  );
});

test('a chain that was made again from a seal on has another head', async () => {
  const head = (await findHead(app.db))?.head ?? '';
  assert.ok(await findSeal(app.db, head.toUpperCase()));
  await rolledBack(async (db) => {
    await withoutTriggers(db);
    await sql`UPDATE payments SET paid_on = '2027-03-01' WHERE id = ${world.paymentId}`.execute(db);
    await forgetSeals(db);
    await sealSome(db, app.clock.now());
    assert.deepEqual(await failures(db), []);
    assert.equal(await findSeal(db, head), undefined);
  });
  assert.equal(await findSeal(app.db, 'no head'), undefined);
});

test('no transaction waits for a seal, and one that commits later with an earlier time is sealed next', async () => {
  await seal();
  const before = (await sealed()).length;
  const at = app.clock.now();
  const by = { userId: admin.id, role: 'Admin', sessionId: randomUUID(), memberId: null };
  const record = (payerName: string, db: Db, when: Date) =>
    recordMoney({ ...app.ctx(), db, at: when, by }, { payerName, amount: 20 });
  await app.db.transaction().execute(async (open) => {
    await record('Late', open, new Date(at.getTime() - 1000));
    await record('Early', app.db, at);
    await app.db.transaction().execute(async (sealing) => {
      assert.equal(await sealSome(sealing, at), 2);
      await overpaid();
      // Another process does not wait either.
      assert.equal(await sealSome(app.db, at), 0);
    });
  });
  await seal();
  assert.deepEqual(await failures(), []);
  assert.equal((await check()).finding.includes('will be sealed next'), false);
  const paid = await app.db
    .selectFrom('payments')
    .select('id')
    .where('payer_name', 'in', ['Late', 'Early'])
    .execute();
  const ids = (await sealed()).slice(before).map(({ payment_id }) => payment_id);
  for (const { id } of paid) assert.ok(ids.includes(id));
});

test('several processes make one chain, in seals of a thousand', async () => {
  await seal();
  await sql`
    INSERT INTO audit_entries (at, by_user_id, by_name, action, subject_kind, subject_id, subject_name)
    SELECT ${app.clock.now()}::timestamptz, ${admin.id}, 'Naledi Khumalo', 'updateMember', 'member',
      gen_random_uuid(), 'Many ' || n FROM generate_series(1, 2500) AS n`.execute(app.db);
  const before = (await findHead(app.db))?.number ?? 0;
  await concurrently(4, () => seal());
  await seal();
  assert.equal((await findHead(app.db))?.number, before + 3);
  const seals = await app.db
    .selectFrom('seals')
    .select(['entry_count', 'is_complete'])
    .where('number', '>', before)
    .orderBy('number')
    .execute();
  assert.deepEqual(seals, [
    { entry_count: 1000, is_complete: false },
    { entry_count: 1000, is_complete: false },
    { entry_count: 500, is_complete: true },
  ]);
  assert.deepEqual(await failures(), []);
});

test('erasing a person deletes the values and their salts, and the chain still verifies', async () => {
  const member = await overpaid();
  await undo(member.useId, member.paymentId);
  await callApi(app, deleteMember, { params: { id: member.memberId } }, as);
  await seal();
  const ofMember = (await sealed()).filter(
    ({ audit_entry_id, credit_use_id }) =>
      credit_use_id === member.useId || audit_entry_id !== null,
  );
  const saltsBefore = await salts();
  const { status, message } = await callApi(
    app,
    eraseMember,
    { params: { id: member.memberId } },
    as,
  );
  assert.equal(status, 200, message);
  const erased = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('before', '=', sql<never>`'{}'::jsonb`)
    .where('subject_name', '=', 'Erased')
    .execute();
  const gone = saltsBefore.filter((salt) => !remains(salt));
  const left = await salts();
  function remains({ seal: number, position }: { seal: number; position: number }) {
    const entry = ofMember.find((one) => one.seal === number && one.position === position);
    const isErased = erased.some(({ id }) => id === entry?.audit_entry_id);
    return !isErased && entry?.credit_use_id !== member.useId;
  }
  assert.ok(gone.length >= 5, String(gone.length));
  assert.deepEqual(
    left.filter((salt) => !remains(salt)),
    [],
  );
  assert.equal(left.length, saltsBefore.length - gone.length);
  assert.deepEqual(await failures(), []);
  await seal();
  assert.deepEqual(await failures(), []);
});

test('what is undone after an erasure keeps its salt, also before the next seal', async () => {
  const paymentId = await loosePayment();
  const body = { amount: 20, refundedOn: dayOf(app.clock.now()), reference: 'REF 2' };
  const input = { params: { id: paymentId } };
  assert.equal((await callApi(app, credits.refundCredit, { ...input, body }, as)).status, 200);
  assert.equal((await callApi(app, eraseMoney, input, as)).status, 200);
  const use = await app.db
    .selectFrom('credit_uses')
    .select('id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await undo(use.id, paymentId);
  await seal();
  assert.deepEqual(await failures(), []);
});

test('what a period of retention erases keeps no salt, and the chain still verifies', async () => {
  const member = await overpaid();
  await undo(member.useId, member.paymentId);
  const by = { userId: admin.id, role: 'Admin', sessionId: randomUUID(), memberId: null };
  const { id: loose } = await recordMoney(
    { ...app.ctx(), by },
    { payerName: 'Loose', amount: 20, bankReference: 'TGA 7' },
  );
  await seal();
  const before = await salts();
  const entry = await app.db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject_id', '=', loose)
    .executeTakeFirstOrThrow();
  await inTransaction(app.ctx(), async (inside) => {
    await eraseAccountInvoices(inside, [member.invoiceId]);
    await sources.auditDetails[0]?.erase(inside, [String(entry.id)]);
  });
  // Of the use, of both undoings and of the audit entry. The payment had no reference.
  assert.equal((await salts()).length, before.length - 4);
  assert.deepEqual(await failures(), []);
});

test('an entry that is erased while it is being sealed keeps no salt', async () => {
  const member = await overpaid();
  await callApi(app, deleteMember, { params: { id: member.memberId } }, as);
  const erase = () => callApi(app, eraseMember, { params: { id: member.memberId } }, as);
  await app.db.transaction().execute(async (sealing) => {
    await sealSome(sealing, app.clock.now());
    assert.equal((await erase()).status, 409, 'the rest of the credit is left');
    const body = { reason: 'Given to the park' };
    await callApi(app, credits.closeCredit, { params: { id: member.paymentId }, body }, as);
    assert.equal((await erase()).status, 200);
  });
  await seal();
  assert.deepEqual(await failures(), []);
  const withSalt = await app.db
    .selectFrom('seal_salts as x')
    .innerJoin('sealed_entries as e', (on) =>
      on.onRef('e.seal', '=', 'x.seal').onRef('e.position', '=', 'x.position'),
    )
    .where('e.credit_use_id', '=', member.useId)
    .selectAll()
    .execute();
  assert.deepEqual(withSalt, []);
});

test('a seal is not changed or deleted, and the chain has no gap', async () => {
  const stays = { constraint: 'seals_stay' };
  await assert.rejects(sql`UPDATE seals SET form = 2`.execute(app.db), stays);
  await assert.rejects(sql`DELETE FROM sealed_entries`.execute(app.db), stays);
  const insert = (number: number, previous: string) =>
    sql`INSERT INTO seals (number, previous_hash, hash, form, sealed_at, is_complete, entry_count)
      VALUES (${number}, ${sql.raw(previous)}, sha256('x'), 2, now(), true, 1)`.execute(app.db);
  const next = ((await findHead(app.db))?.number ?? 0) + 1;
  await assert.rejects(insert(next + 1, `sha256('y')`), { constraint: 'seals_follow' });
  await assert.rejects(insert(next, `sha256('y')`), { constraint: 'seals_follow' });
  await assert.rejects(insert(next, 'NULL'), { constraint: 'seals_first' });
});
