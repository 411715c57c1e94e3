import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { counted } from '#contract/counting.ts';
import { getMemberDuplicates } from '#contract/duplicates/endpoints.ts';
import {
  type MergePreview,
  previewMerge,
  undoMerge,
  undoMergeTexts as texts,
} from '#contract/duplicates/merge.ts';
import { outcomeOf } from '#contract/duplicates/outcome.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { deleteMember, getMember, updateMember } from '#contract/members/endpoints.ts';
import { createRelative, deleteRelative } from '#contract/members/relatives.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as erasure from '#contract/privacy/erasure.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { recordConsent } from '#server/features/communication/consents.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { openInvoice, setStatusByHand } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { merge, mergeOf } from '#test/support/merging/merge.ts';
import { mokoenaChildren, naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { tableChecksums } from '#test/support/merging/table-checksums.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const as = { token };
let people = 0;
const email = () => `person-${++people}@example.org`;

async function paid(changes: Parameters<typeof registered>[1] = {}) {
  const member = await registered(app, { email: email(), ...changes });
  await settleInvoice(app.ctx(), { invoiceId: member.invoiceId, source: 'administrator' });
  return member;
}

const undo = async (mergedId: string) =>
  callApi(app, undoMerge, { params: { id: await mergeOf(app, mergedId) } }, as);

/** Numbers from 0 to `below`, the same ones in each run. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Random = ReturnType<typeof randomNumbers>;

/** A member with some of everything. */
async function randomMember(random: Random): Promise<string> {
  const isFamily = random(2) === 0;
  const member = await registered(app, {
    email: email(),
    firstName: ['Thandi', 'Thandiwe', 'Zoë'][random(3)]!,
    phone: ['', '083 555 0101'][random(2)] as string,
    memberTypeId: await typeId(app, isFamily ? familyTypeName : 'Individual'),
    relatives: isFamily ? mokoenaChildren.slice(random(3), 2 + random(3)) : [],
  });
  const { memberId, userId, invoiceId } = member;
  const pay = (id: string) => settleInvoice(app.ctx(), { invoiceId: id, source: 'administrator' });
  if (random(3) > 0) {
    await pay(invoiceId);
    for (let years = random(3); years > 0; years--)
      await pay(await openInvoice(app, memberId, 'Individual'));
    if (random(2) === 0) await openInvoice(app, memberId, 'Individual');
  }
  await app.db
    .insertInto('reminders')
    .columns(['period_id', 'step', 'noted_at'])
    .expression(
      app.db
        .selectFrom('membership_periods')
        .select(['id', sql<number>`-30`.as('step'), sql<Date>`created_at`.as('noted_at')])
        .where('member_id', '=', memberId),
    )
    .execute();
  const consent = { email: member.email, words: 'Yes.', source: 'registration' };
  if (random(2) === 0) await recordConsent(app.ctx(), { ...consent, purpose: 'news' });
  if (random(2) === 0) await recordConsent(app.ctx(), { ...consent, purpose: 'appeals' });
  const kind = (['unsubscribed', 'refused'] as const)[random(4)];
  if (kind) await suppress(app.ctx(), { email: member.email, kind, reason: 'x' });
  if (random(4) === 0) await setStatusByHand(app, memberId, 'Deactivated', adminId);
  await tokenOf(app, userId);
  return memberId;
}

function randomChoices(random: Random, { fields, overlaps }: MergePreview) {
  const side = () => (['kept', 'merged'] as const)[random(2)]!;
  return {
    fields: Object.fromEntries(fields.map(({ field }) => [field, side()])),
    overlaps: overlaps.map(side),
    openInvoice: side(),
  };
}

async function sums() {
  const { rows } = await sql`
    SELECT (SELECT count(*) FROM invoices) AS invoices, (SELECT sum(amount_cents) FROM invoices) AS billed,
      (SELECT count(*) FROM payments) AS payments, (SELECT sum(amount_cents) FROM payments) AS paid,
      (SELECT count(*) FROM invoices WHERE payment_id IS NOT NULL) AS "paidInvoices",
      (SELECT count(*) FROM donations) AS donations, (SELECT sum(amount_cents) FROM donations) AS given,
      (SELECT last_used FROM counters WHERE name = 'member') AS numbers`.execute(app.db);
  return rows[0];
}

/** Of two members: what belongs to them by the sums of their invoices and payments. */
async function sumsOf(ids: string[]) {
  const { rows } = await sql`
    SELECT count(*) AS invoices, sum(i.amount_cents) AS billed, sum(p.amount_cents) AS paid
    FROM invoices AS i LEFT JOIN payments AS p ON p.invoice_id = i.id
    WHERE i.member_id = ANY (${ids}::uuid[])`.execute(app.db);
  return rows[0];
}

/** The ids of what the other record has, and of the consents of both addresses. */
async function recordsOf(kept: MergePreview['kept'], merged: MergePreview['kept']) {
  const { rows } = await sql<{ what: string; id: string; email: string | null }>`
    SELECT 'invoice' AS what, id, NULL AS email FROM invoices WHERE member_id = ${merged.id}
    UNION ALL SELECT 'payment', p.id, NULL FROM payments AS p JOIN invoices AS i ON i.id = p.invoice_id
      WHERE i.member_id = ${merged.id}
    UNION ALL SELECT 'membership period', id, NULL FROM membership_periods WHERE member_id = ${merged.id}
    UNION ALL SELECT 'relative', id, NULL FROM member_relatives WHERE main_member_id = ${merged.id}
    UNION ALL SELECT 'consent', id, email FROM consents WHERE email IN (${kept.email}, ${merged.email})`.execute(
    app.db,
  );
  return rows;
}

/** How many of them belong to the record that stays now, in the words of the preview. */
async function movedOf(
  records: Awaited<ReturnType<typeof recordsOf>>,
  keptId: string,
  email: string,
) {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE member_id = ${keptId}
    UNION ALL SELECT p.id FROM payments AS p JOIN invoices AS i ON i.id = p.invoice_id
      WHERE i.member_id = ${keptId}
    UNION ALL SELECT id FROM membership_periods WHERE member_id = ${keptId}
    UNION ALL SELECT id FROM member_relatives WHERE main_member_id = ${keptId}
    UNION ALL SELECT id FROM consents WHERE email = ${email}`.execute(app.db);
  const now = new Set(rows.map(({ id }) => id));
  const moved = records.filter((one) => now.has(one.id) && one.email !== email);
  return [...Map.groupBy(moved, ({ what }) => what)].map(([what, all]) =>
    counted(all.length, what),
  );
}

/** The log, and what is derived from the members or only grows. */
const withoutLogs = [
  'member_merges',
  'members_to_compare',
  'duplicate_pairs',
  'list_changes',
  'idempotency_keys',
];

test('a merge keeps every sum, and undoing it leaves every table as it was', async () => {
  const random = randomNumbers(42);
  for (let pairs = 0; pairs < 25; pairs++) {
    const ids = [await randomMember(random), await randomMember(random)] as const;
    const before = await tableChecksums(app, withoutLogs);
    const all = await sums();
    const ofBoth = await sumsOf([...ids]);
    const { data } = await callApi(
      app,
      previewMerge,
      { params: { id: ids[0] }, query: { with: ids[1] } },
      as,
    );
    const choices: Partial<ReturnType<typeof randomChoices>> =
      random(3) === 0 ? { openInvoice: 'kept' } : randomChoices(random, data);
    const outcome = outcomeOf(data, choices);
    const ofOther = await recordsOf(data.kept, data.merged);
    const reply = await merge(app, ids, as, choices);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.data.paidUntil, outcome.paidUntil);
    assert.deepEqual(outcome.moves, await movedOf(ofOther, reply.data.id, reply.data.email));
    assert.deepEqual(await sums(), all);
    assert.deepEqual(await sumsOf([reply.data.id]), ofBoth);
    const undone = await undo(data.merged.id);
    assert.equal(undone.status, 200, undone.text);
    assert.deepEqual(await tableChecksums(app, withoutLogs), before);
    assert.deepEqual(await sums(), all);
  }
});

test('the record that stays is paid until its own period ends, once the merge is undone', async () => {
  const [kept, merged] = [await paid(), await paid()];
  const paidUntil = async () =>
    (await callApi(app, getMember, { params: { id: kept.memberId } }, as)).data.paidUntil;
  const before = await paidUntil();
  await app.db
    .updateTable('membership_periods')
    .set({ starts_on: '2040-01-01', ends_on: '2040-12-31' })
    .where('member_id', '=', merged.memberId)
    .execute();
  await merge(app, [kept.memberId, merged.memberId], as);
  assert.equal(await paidUntil(), '2040-12-31');
  await undo(merged.memberId);
  assert.equal(await paidUntil(), before);
});

/** Merges two paid members, does something, and tries to undo the merge. */
async function refusedAfter(
  effect: (ids: { keptId: string; mergedId: string; mergedEmail: string }) => Promise<unknown>,
) {
  const memberTypeId = await typeId(app, familyTypeName);
  const kept = await paid({ memberTypeId });
  const merged = await paid({ memberTypeId, phone: '083 555 0101' });
  const fields = { email: 'kept', phone: 'merged' } as const;
  await merge(app, [kept.memberId, merged.memberId], as, { fields });
  const mergedId = merged.memberId;
  await effect({ keptId: kept.memberId, mergedId, mergedEmail: merged.email });
  const { data } = await callApi(app, getMemberDuplicates, { params: { id: kept.memberId } }, as);
  const { status, message } = await undo(mergedId);
  assert.equal(data.merges[0]?.problem ?? message, message, 'the page says the same');
  return [status, message];
}

const cannot = (reason: string) => [409, texts.cannot(reason)];

test('a merge cannot be undone after something new depends on it', async () => {
  const { reasons } = texts;
  assert.deepEqual(
    await refusedAfter(({ keptId }) => openInvoice(app, keptId, 'Individual')),
    cannot(reasons.invoice),
  );
  const child = { firstName: 'Lerato', lastName: 'Mokoena', email: 'l@example.org' };
  assert.deepEqual(
    await refusedAfter(({ keptId }) =>
      callApi(app, createRelative, { body: { mainMemberId: keptId, ...child } }, as),
    ),
    cannot(reasons.relative),
  );
  assert.deepEqual(
    await refusedAfter(({ keptId }) =>
      callApi(app, updateMember, { params: { id: keptId }, body: { phone: '1' } }, as),
    ),
    cannot([reasons.users, reasons.members].join(', ')),
  );
  assert.deepEqual(
    await refusedAfter(({ mergedEmail }) => registered(app, { email: mergedEmail })),
    cannot(reasons.email(`person-${people}@example.org`)),
  );
  assert.deepEqual(
    await refusedAfter(({ keptId }) => callApi(app, deleteMember, { params: { id: keptId } }, as)),
    cannot(reasons.gone),
  );
  const other = await registered(app, { email: email() });
  assert.deepEqual(
    await refusedAfter(({ keptId }) => merge(app, [keptId, other.memberId], as)),
    cannot([reasons.invoice].join(', ')),
  );
});

test('a deleted relative and a payment are in the way too', async () => {
  const { reasons } = texts;
  const memberTypeId = await typeId(app, familyTypeName);
  const kept = await paid({ memberTypeId });
  const merged = await registered(app, {
    email: email(),
    memberTypeId,
    relatives: mokoenaChildren.slice(0, 1),
  });
  await merge(app, [kept.memberId, merged.memberId], as);
  const { id } = await app.db
    .selectFrom('member_relatives')
    .where('main_member_id', '=', kept.memberId)
    .select('id')
    .executeTakeFirstOrThrow();
  await callApi(app, deleteRelative, { params: { id } }, as);
  await settleInvoice(app.ctx(), { invoiceId: merged.invoiceId, source: 'administrator' });
  const { status, message } = await undo(merged.memberId);
  assert.equal(status, 409);
  for (const reason of [reasons.payment, reasons.period, reasons.changed])
    assert.match(message ?? '', new RegExp(reason));
});

test('a period that was left out stays away if its payment was undone since', async () => {
  const [kept, merged] = [await paid(), await paid()];
  await merge(app, [kept.memberId, merged.memberId], as, { overlaps: ['kept'] });
  const { id } = await app.db
    .selectFrom('payments')
    .where('invoice_id', '=', merged.invoiceId)
    .select('id')
    .executeTakeFirstOrThrow();
  await callApi(app, undoPayment, { params: { id }, body: { reason: 'Bounced' } }, as);
  assert.equal((await undo(merged.memberId)).status, 200);
  const params = { id: merged.memberId };
  const { data } = await callApi(app, getMember, { params }, as);
  assert.deepEqual([data.paidUntil, data.memberStatusName], [null, 'Pending']);
});

test('a merge is undone once, and an unknown one gets a 404', async () => {
  const [kept, merged] = [await paid(), await paid()];
  await merge(app, [kept.memberId, merged.memberId], as);
  const params = { id: await mergeOf(app, merged.memberId) };
  const statuses = [];
  for (let times = 0; times < 2; times++)
    statuses.push((await callApi(app, undoMerge, { params }, as)).status);
  assert.deepEqual(statuses, [200, 409]);
  assert.equal((await callApi(app, undoMerge, { params: { id: kept.memberId } }, as)).status, 404);
  const read = await callApi(app, getMember, { params: { id: merged.memberId } }, as);
  assert.deepEqual([read.data.id, read.data.archivedUtc], [merged.memberId, null]);
});

test('after a later merge into another record, the later one is undone first', async () => {
  const [first, second, third] = [await paid(), await paid(), await paid()];
  await merge(app, [second.memberId, third.memberId], as);
  await merge(app, [first.memberId, second.memberId], as);
  assert.deepEqual(
    [(await undo(third.memberId)).status, (await undo(second.memberId)).status],
    [409, 200],
  );
  assert.equal((await undo(third.memberId)).status, 200);
});

test('the data export has both records, and Erase takes both out of every table', async () => {
  const memberTypeId = await typeId(app, familyTypeName);
  const relatives = [{ ...mokoenaChildren[0]!, firstName: 'Keptchild' }];
  const kept = await paid({ lastName: 'Keptname', memberTypeId, relatives });
  const merged = await paid({
    lastName: 'Mergedname',
    memberTypeId,
    relatives: [{ ...relatives[0]!, lastName: 'Mergedchild' }],
  });
  const preview = await callApi(
    app,
    previewMerge,
    { params: { id: kept.memberId }, query: { with: merged.memberId } },
    as,
  );
  assert.equal(preview.data.relatives.length, 0);
  await merge(app, [kept.memberId, merged.memberId], as);
  const params = { id: kept.memberId };
  const { text } = await callApi(app, downloadDataExport, { params }, as);
  for (const word of ['Keptname', 'Mergedname', 'Mergedchild', merged.email])
    assert.ok(text.includes(word), word);
  assert.doesNotMatch(text, /argon2/);

  await callApi(app, deleteMember, { params }, as);
  const { status } = await callApi(app, erasure.eraseMember, { params }, as);
  assert.equal(status, 200);
  const { rows } = await sql<{ changes: unknown }>`
    SELECT changes FROM member_merges WHERE kept_id = ${kept.memberId}`.execute(app.db);
  assert.deepEqual(rows, [{ changes: null }]);
  for (const table of ['members', 'users', 'mails', 'audit_entries', 'consents', 'sessions']) {
    const found = await sql`SELECT FROM ${sql.table(table)} AS t
      WHERE t::text LIKE '%' || ${merged.email} || '%' OR t::text LIKE '%Mergedname%'
        OR t::text LIKE '%Mergedchild%'`.execute(app.db);
    assert.equal(found.rows.length, 0, table);
  }
  const erasures = await app.db
    .selectFrom('erasures')
    .where('subject', 'in', [kept.memberId, merged.memberId])
    .select('id')
    .execute();
  assert.equal(erasures.length, 2);
});
