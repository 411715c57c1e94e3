import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { login } from '#contract/auth/endpoints.ts';
import { undoMerge, mergeTexts as texts, previewMerge } from '#contract/duplicates/merge.ts';
import { outcomeOf } from '#contract/duplicates/outcome.ts';
import { getMember, updateMember } from '#contract/members/endpoints.ts';
import { restoreMember, restoreTexts } from '#contract/members/archive.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { getMemberStory } from '#contract/members/story.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { recordConsent, withdrawConsent } from '#server/features/communication/consents.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { membershipOf, openInvoice, rowsOf, setStatusByHand } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { proveEmail } from '#test/support/full-history-member.ts';
import { merge, mergeOf } from '#test/support/merging/merge.ts';
import {
  mokoenaChildren,
  naledi,
  password,
  registered,
  tokenOf,
  typeId,
} from '#test/support/people.ts';

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

const read = async (id: string) => (await callApi(app, getMember, { params: { id } }, as)).data;
const preview = async (id: string, other: string) =>
  (await callApi(app, previewMerge, { params: { id }, query: { with: other } }, as)).data;

test('the older number stays, and everything of the other record moves to it', async () => {
  const kept = await paid();
  const memberTypeId = await typeId(app, familyTypeName);
  const merged = await registered(app, {
    email: email(),
    memberTypeId,
    relatives: mokoenaChildren.slice(0, 2),
  });
  const { data, status } = await merge(app, [merged.memberId, kept.memberId], as);
  assert.deepEqual([status, data.id], [200, kept.memberId]);
  const { invoice } = await rowsOf(app, merged.invoiceId);
  assert.equal(invoice.member_id, kept.memberId);
  const relatives = await app.db
    .selectFrom('member_relatives')
    .where('main_member_id', '=', kept.memberId)
    .select(['first_name', 'seat'])
    .orderBy('seat')
    .execute();
  assert.deepEqual(
    relatives.map(({ first_name, seat }) => [first_name, seat]),
    [
      ['Lerato', 1],
      ['Kabelo', 2],
    ],
  );
  const { mails } = (await callApi(app, getMemberStory, { params: { id: kept.memberId } }, as))
    .data;
  assert.ok(mails.some(({ toEmail }) => toEmail === merged.email));
});

test('an old link leads to the record that stays, also after a second merge', async () => {
  const [first, second, third] = [await paid(), await paid(), await paid()];
  await merge(app, [second.memberId, third.memberId], as);
  assert.equal((await read(third.memberId)).id, second.memberId);
  await merge(app, [first.memberId, second.memberId], as);
  for (const { memberId } of [first, second, third])
    assert.equal((await read(memberId)).id, first.memberId);
});

test('the other record is archived and cannot be changed, restored or merged again', async () => {
  const [kept, merged] = [await paid(), await paid()];
  await merge(app, [kept.memberId, merged.memberId], as);
  const params = { id: merged.memberId };
  const change = await callApi(app, updateMember, { params, body: { phone: '1' } }, as);
  assert.equal(change.status, 409);
  const restore = await callApi(app, restoreMember, { params }, as);
  assert.deepEqual([restore.status, restore.message], [409, restoreTexts.isMerged]);
  const again = await merge(app, [kept.memberId, merged.memberId], as);
  assert.equal(again.status, 409);
});

test('one sign-in stays: that of the chosen email, with its password', async () => {
  for (const side of ['kept', 'merged'] as const) {
    const [kept, merged] = [await paid(), await paid()];
    const sessions = [await tokenOf(app, kept.userId), await tokenOf(app, merged.userId)];
    const { data } = await merge(app, [kept.memberId, merged.memberId], as, {
      fields: { email: side },
    });
    const [stays, goes] = side === 'kept' ? [kept, merged] : [merged, kept];
    assert.equal(data.email, stays.email);
    const signIn = (address: string) => callApi(app, login, { body: { email: address, password } });
    assert.deepEqual(
      [(await signIn(stays.email)).status, (await signIn(goes.email)).status],
      [200, 401],
    );
    const params = { id: kept.memberId };
    const statuses = [];
    for (const session of sessions)
      statuses.push((await callApi(app, getMember, { params }, { token: session })).status);
    assert.deepEqual(statuses, side === 'kept' ? [200, 401] : [401, 401]);
    // The other email is free.
    await registered(app, { email: goes.email });
  }
});

test('the proposed sign-in is the proved one, and otherwise that of the older record', async () => {
  const proposal = async (older: string, newer: string) => {
    const { fields } = await preview(older, newer);
    return fields.find(({ field }) => field === 'email')?.proposed;
  };
  // Imported, without a password. A namesake has registered with one.
  const imported = await paid();
  await app.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', imported.userId)
    .execute();
  const namesake = await paid();
  assert.equal(await proposal(imported.memberId, namesake.memberId), 'kept');
  const { email: address } = await read(namesake.memberId);
  await proveEmail(app, address);
  assert.equal(await proposal(imported.memberId, namesake.memberId), 'merged');
});

test('an address that is older than a restored backup is not proposed, and stays so if it is chosen', async () => {
  const mark = (id: string, columns: { is_address_old: boolean; email_proved_at?: Date }) =>
    app.db.updateTable('users').set(columns).where('id', '=', id).execute();
  const emailIn = async (id: string, other: string) =>
    (await preview(id, other)).fields.find(({ field }) => field === 'email')?.proposed;
  const [kept, merged] = [await paid(), await registered(app, { email: email() })];
  await mark(kept.userId, { is_address_old: true });
  assert.equal(await emailIn(kept.memberId, merged.memberId), 'merged');
  await mark(kept.userId, { is_address_old: false });
  await mark(merged.userId, { is_address_old: true, email_proved_at: app.clock.now() });
  assert.equal(await emailIn(kept.memberId, merged.memberId), 'kept');
  const chosen = { fields: { email: 'merged' as const } };
  assert.equal((await merge(app, [kept.memberId, merged.memberId], as, chosen)).status, 200);
  const user = await app.db
    .selectFrom('users')
    .select(['email', 'is_address_old'])
    .where('id', '=', kept.userId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(user, { email: merged.email, is_address_old: true });
});

test('a member may follow the link of a record that was merged into the own one, and no other', async () => {
  const [kept, merged, other] = [await paid(), await paid(), await paid()];
  await merge(app, [kept.memberId, merged.memberId], as);
  const follow = async (userId: string) =>
    callApi(
      app,
      getMember,
      { params: { id: merged.memberId } },
      { token: await tokenOf(app, userId) },
    );
  const own = await follow(kept.userId);
  assert.deepEqual([own.status, own.data.id], [200, kept.memberId]);
  assert.equal((await follow(other.userId)).status, 404);
});

test('each field is a choice, and an empty one is filled from the other record', async () => {
  const kept = await paid({ firstName: 'Thandi', phone: '', zipCode: '0081' });
  const merged = await paid({ firstName: 'Thandiwe', phone: '083 555 0101', zipCode: '7700' });
  await app.db
    .updateTable('members')
    .set({ phone: '', signup_date: '2027-03-10' })
    .where('id', '=', kept.memberId)
    .execute();
  await app.db
    .updateTable('members')
    .set({ signup_date: '2020-01-01' })
    .where('id', '=', merged.memberId)
    .execute();
  const { fields } = await preview(kept.memberId, merged.memberId);
  const proposals = Object.fromEntries(fields.map(({ field, proposed }) => [field, proposed]));
  assert.deepEqual(proposals, {
    firstName: 'kept',
    email: 'kept',
    phone: 'merged',
    zipCode: 'kept',
  });
  const { data } = await merge(app, [kept.memberId, merged.memberId], as, {
    fields: { firstName: 'merged' },
  });
  assert.deepEqual(
    [data.firstName, data.phone, data.zipCode, data.signupDate],
    ['Thandiwe', '083 555 0101', '0081', '2020-01-01'],
  );
  const user = await app.db
    .selectFrom('users')
    .where('id', '=', kept.userId)
    .select(['first_name', 'phone_number'])
    .executeTakeFirstOrThrow();
  assert.deepEqual(user, { first_name: 'Thandiwe', phone_number: '083 555 0101' });
});

test('of two open membership invoices the administrator chooses one, and the other is void', async () => {
  const [kept, merged] = [
    await registered(app, { email: email() }),
    await registered(app, { email: email() }),
  ];
  const ids = [kept.memberId, merged.memberId] as const;
  const refused = await merge(app, ids, as);
  assert.deepEqual([refused.status, refused.message], [400, texts.invoiceMissing]);
  const { kept: first } = await preview(...ids);
  await merge(app, ids, as, { openInvoice: 'merged' });
  const [stays, goes] = first.id === kept.memberId ? [merged, kept] : [kept, merged];
  const voided = (await rowsOf(app, goes.invoiceId)).invoice;
  assert.equal(voided.void_reason, texts.voidReason);
  const open = (await rowsOf(app, stays.invoiceId)).invoice;
  assert.deepEqual([open.voided_at, open.member_id], [null, first.id]);
});

test('an open invoice that was paid in part stays, or is dealt with first', async () => {
  const [one, other] = [
    await registered(app, { email: email() }),
    await registered(app, { email: email() }),
  ];
  const ids = [one.memberId, other.memberId] as const;
  const { invoiceId } = one;
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', amountCents: 10_000 });
  const { number } = (await rowsOf(app, invoiceId)).invoice;
  const [part, whole] =
    (await preview(...ids)).kept.id === one.memberId
      ? (['kept', 'merged'] as const)
      : (['merged', 'kept'] as const);
  const refused = await merge(app, ids, as, { openInvoice: whole });
  const sentence = texts.partPaid(invoiceNumber(number));
  assert.deepEqual([refused.status, refused.errors[0]?.message], [400, sentence]);
  assert.equal((await merge(app, ids, as, { openInvoice: part })).status, 200);
});

test('of periods that overlap the chosen ones stay, and invoices and payments stay with both', async () => {
  const [kept = ''] = await addManyMembers(app, 1, {
    lastName: 'Overlapone',
    endsOn: '2027-06-30',
  });
  const [merged = ''] = await addManyMembers(app, 1, {
    lastName: 'Overlaptwo',
    endsOn: '2027-12-31',
  });
  const invoiceId = await openInvoice(app, merged, 'Individual');
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const { overlaps } = await preview(kept, merged);
  assert.deepEqual(
    overlaps.map(({ periods }) => periods.map(({ side }) => side)),
    [['kept', 'merged']],
  );
  const { data } = await merge(app, [kept, merged], as, { overlaps: ['merged'] });
  const { periods, status } = await membershipOf(app, kept);
  assert.deepEqual(
    periods.map(([, endsOn]) => endsOn),
    ['2027-12-31', '2028-12-31'],
  );
  assert.deepEqual([status, data.paidUntil], ['Active', '2028-12-31']);
  assert.equal((await rowsOf(app, invoiceId)).invoice.member_id, kept);
  const mergeId = await mergeOf(app, merged);
  const { status: undone } = await callApi(app, undoMerge, { params: { id: mergeId } }, as);
  assert.equal(undone, 200);
  assert.deepEqual((await membershipOf(app, kept)).periods.at(-1)?.[1], '2027-06-30');
  assert.equal((await membershipOf(app, merged)).periods.length, 2);
});

test('proposed is the period that ends later, its type follows, and what is lost is said', async () => {
  const [kept = ''] = await addManyMembers(app, 1, { lastName: 'Endsone', endsOn: '2027-05-10' });
  const [other = ''] = await addManyMembers(app, 1, { lastName: 'Endstwo', endsOn: '2027-10-11' });
  const family = await typeId(app, familyTypeName);
  const individual = await typeId(app, 'Individual');
  for (const [id, member_type_id] of [
    [kept, family],
    [other, individual],
  ] as const) {
    const values = { member_type_id };
    await app.db
      .updateTable('membership_periods')
      .set(values)
      .where('member_id', '=', id)
      .execute();
    await app.db.updateTable('members').set(values).where('id', '=', id).execute();
  }
  const data = await preview(kept, other);
  assert.deepEqual(
    [data.overlaps[0]?.proposed, data.fields.find(({ field }) => field === 'memberType')?.proposed],
    ['merged', 'merged'],
  );
  const proposed = outcomeOf(data, {});
  assert.deepEqual([proposed.paidUntil, proposed.moves], ['2027-10-11', ['1 membership period']]);
  const shorter = outcomeOf(data, { overlaps: ['kept'] });
  assert.deepEqual([shorter.paidUntil, shorter.moves], ['2027-05-10', []]);
  const [lost] = shorter.lost;
  assert.ok(lost !== undefined);
  assert.match(texts.askLost(lost), /^12 Oct 2026 to 11 Oct 2027, Individual is left out\.$/);
  const paidPeriod = { ...lost, invoiceNumber: 'INV-00320', amount: 450 };
  assert.match(
    texts.askLost(paidPeriod),
    /INV-00320 is left out\. R450\.00 of INV-00320 then pays for nothing\.$/,
  );
  // The type follows the period that was chosen.
  const { data: after } = await merge(app, [kept, other], as, { overlaps: ['kept'] });
  assert.deepEqual([after.memberTypeName, after.paidUntil], [familyTypeName, '2027-05-10']);
});

test('the relatives whom the chosen type does not cover are counted', async () => {
  const memberTypeId = await typeId(app, familyTypeName);
  const relatives = mokoenaChildren.slice(0, 3);
  const kept = await paid();
  const merged = await registered(app, { email: email(), memberTypeId, relatives });
  const data = await preview(kept.memberId, merged.memberId);
  // The only period is that of the Individual.
  assert.deepEqual(outcomeOf(data, {}).hidden, { count: 3, type: 'Individual' });
  assert.equal(outcomeOf(data, { fields: { memberType: 'merged' } }).hidden, null);
  assert.match(texts.hidden(3, 'Individual'), /^3 relatives are then no longer covered/);
  // Of four children in both, one is chosen away.
});

test('of more than four relatives, or the same child twice, the administrator chooses', async () => {
  const memberTypeId = await typeId(app, familyTypeName);
  const family = (relatives: typeof mokoenaChildren) => paid({ memberTypeId, relatives });
  const kept = await family(mokoenaChildren.slice(0, 3));
  const others = [{ ...mokoenaChildren[3]!, firstName: 'Sipho' }, mokoenaChildren[0]!];
  const merged = await family(others);
  const ids = [kept.memberId, merged.memberId] as const;
  const { relatives } = await preview(...ids);
  assert.deepEqual(
    relatives.map(({ name, isProposed }) => [name, isProposed]),
    [
      ['Lerato Mokoena', true],
      ['Kabelo Mokoena', true],
      ['Naledi Mokoena', true],
      ['Sipho Mokoena', true],
      ['Lerato Mokoena', false],
    ],
  );
  const tooMany = await merge(app, ids, as, { relatives: relatives.map(({ id }) => id) });
  assert.deepEqual([tooMany.status, tooMany.message], [400, texts.relativesMost]);
  const unknown = await merge(app, ids, as, { relatives: [randomUUID()] });
  assert.equal(unknown.status, 400);
  const chosen = relatives.filter((_, place) => [1, 3, 4].includes(place)).map(({ id }) => id);
  assert.equal((await merge(app, ids, as, { relatives: chosen })).status, 200);
  const rows = await app.db
    .selectFrom('member_relatives')
    .where('main_member_id', '=', kept.memberId)
    .select(['id', 'seat'])
    .execute();
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), chosen.toSorted());
  assert.equal(new Set(rows.map(({ seat }) => seat)).size, 3);
});

test('a status that was set by hand is a choice, and Deactivated stays if it is chosen', async () => {
  for (const side of ['kept', 'merged'] as const) {
    const [kept, merged] = [await paid(), await paid()];
    await setStatusByHand(app, merged.memberId, 'Deactivated', adminId);
    const { data } = await merge(app, [kept.memberId, merged.memberId], as, {
      fields: { memberStatus: side },
    });
    const expected = side === 'kept' ? ['Active', null] : ['Deactivated', 'By hand'];
    assert.deepEqual([data.memberStatusName, data.deactivatedReason], expected);
  }
});

test('consents move to the chosen email, and the later withdrawal counts', async () => {
  const [kept, merged] = [await paid(), await paid()];
  const consent = { words: 'Yes.', source: 'registration' };
  const give = (address: string, purpose: 'news' | 'appeals') =>
    recordConsent(app.ctx(), { ...consent, email: address, purpose });
  await give(kept.email, 'news');
  await give(merged.email, 'news');
  await give(merged.email, 'appeals');
  const later = { ...app.ctx(), at: new Date(app.clock.now().getTime() + 1000) };
  await withdrawConsent(later, { email: merged.email, purpose: 'news' });
  await merge(app, [kept.memberId, merged.memberId], as);
  const rows = await app.db
    .selectFrom('consents')
    .where('email', 'in', [kept.email, merged.email])
    .select(['email', 'purpose', 'withdrawn_at'])
    .execute();
  assert.ok(rows.every((row) => row.email === kept.email));
  const live = rows.filter(({ withdrawn_at }) => withdrawn_at === null);
  assert.deepEqual(
    live.map(({ purpose }) => purpose),
    ['appeals'],
  );
});

test('of two consents for one purpose one holds', async () => {
  const [kept, merged] = [await paid(), await paid()];
  const consent = { words: 'Yes.', source: 'registration', purpose: 'news' } as const;
  for (const address of [kept.email, merged.email])
    await recordConsent(app.ctx(), { ...consent, email: address });
  await merge(app, [kept.memberId, merged.memberId], as);
  const rows = await app.db
    .selectFrom('consents')
    .where('email', '=', kept.email)
    .select('withdrawn_at')
    .execute();
  assert.equal(rows.length, 2);
  assert.equal(rows.filter(({ withdrawn_at }) => withdrawn_at === null).length, 1);
});

test('an unsubscription holds for the chosen email too, a refusal stays with its address', async () => {
  const [kept, merged] = [await paid(), await paid()];
  await suppress(app.ctx(), { email: kept.email, kind: 'refused', reason: 'Mailbox full' });
  await suppress(app.ctx(), { email: merged.email, kind: 'unsubscribed', reason: 'Enough' });
  await merge(app, [kept.memberId, merged.memberId], as);
  const rows = await app.db
    .selectFrom('suppressions')
    .where('email', 'in', [kept.email, merged.email])
    .select(['kind', 'reason'])
    .execute();
  assert.deepEqual(rows, [
    { kind: 'unsubscribed', reason: 'Enough' },
    { kind: 'unsubscribed', reason: 'Enough' },
  ]);
  const [one, other] = [await paid(), await paid()];
  await suppress(app.ctx(), { email: other.email, kind: 'refused', reason: 'No mailbox' });
  await merge(app, [one.memberId, other.memberId], as);
  const refused = await app.db
    .selectFrom('suppressions')
    .where('email', '=', one.email)
    .select('id')
    .execute();
  assert.deepEqual(refused, []);
});

test('the sign-in of an administrator is not given up, and does not get another password', async () => {
  const [first, second] = [await paid(), await paid()];
  const setRole = (userId: string, role: string) =>
    app.db.updateTable('users').set({ role }).where('id', '=', userId).execute();
  await setRole(second.userId, 'Admin');
  const refused = await merge(app, [first.memberId, second.memberId], as);
  assert.deepEqual(
    [refused.status, refused.message],
    [409, texts.isAdministrator('Thandi Dlamini')],
  );
  await setRole(second.userId, 'Member');
  await setRole(first.userId, 'Admin');
  const { fields } = await preview(first.memberId, second.memberId);
  assert.ok(!fields.some(({ field }) => field === 'email'));
  const { data } = await merge(app, [first.memberId, second.memberId], as, {
    fields: { email: 'merged' },
  });
  assert.equal(data.email, first.email);
});

test('nothing is merged if one of the records has changed since the preview', async () => {
  const [kept, merged] = [await paid(), await paid()];
  const { version } = await preview(kept.memberId, merged.memberId);
  const params = { id: merged.memberId };
  await callApi(app, updateMember, { params, body: { phone: '083 555 0909' } }, as);
  const refused = await merge(app, [kept.memberId, merged.memberId], as, { version });
  assert.equal(refused.status, 412);
  assert.equal((await read(merged.memberId)).archivedUtc, null);
});

test('the same member twice and an unknown member are refused', async () => {
  const { memberId } = await paid();
  const input = (other: string) => ({ params: { id: memberId }, query: { with: other } });
  assert.equal((await callApi(app, previewMerge, input(memberId), as)).status, 400);
  assert.equal((await callApi(app, previewMerge, input(randomUUID()), as)).status, 404);
});

test('a merge is in the history of both records, and mails nobody', async () => {
  const [kept, merged] = [await paid(), await paid()];
  const mails = () =>
    app.db
      .selectFrom('mails')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
  const before = await mails();
  await merge(app, [kept.memberId, merged.memberId], as);
  await callApi(app, undoMerge, { params: { id: await mergeOf(app, merged.memberId) } }, as);
  assert.deepEqual(await mails(), before);
  const actions = async (subjectId: string) =>
    (await callApi(app, searchAudit, { body: { subjectId } }, as)).data.results.map(
      ({ action }) => action,
    );
  assert.deepEqual(await actions(kept.memberId), ['undoMerge', 'mergeMembers']);
  assert.deepEqual(await actions(merged.memberId), ['undoMerge', 'archiveMergedMember']);
});
