import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  getMember,
  memberTexts,
  returnToAutomaticStatus,
  updateMember,
} from '#contract/members/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { deriveStatuses } from './derive-statuses.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { archive, membershipOf, openInvoice } from '#test/support/assertions.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp, testStart } from '#test/support/app.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
type Body = Parameters<typeof callApi<typeof updateMember>>[2]['body'];
const change = (id: string, body: Body) =>
  callApi(app, updateMember, { params: { id }, body }, { token });
const set = async (id: string, status: string, more: Body = {}) =>
  change(id, { memberStatusID: await statusId(app.db, status), ...more });
const automatic = (id: string) =>
  callApi(app, returnToAutomaticStatus, { params: { id } }, { token });
const settle = (invoiceId: string) => settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });

async function paidMember(email: string) {
  const member = await registered(app, { email });
  await settle(member.invoiceId);
  return member;
}

test('only a change sets the status manually, and sending the same status does nothing', async () => {
  const { memberId } = await paidMember('repeat@example.org');
  const same = await set(memberId, statusNames.active);
  assert.deepEqual([same.data.statusSetBy, same.data.statusSetUtc], [null, null]);
  const due = await set(memberId, statusNames.due);
  assert.equal(due.data.memberStatusName, 'Due for Renewal');
  assert.deepEqual(
    [due.data.statusSetBy, due.data.statusSetUtc],
    ['Naledi Khumalo', '2027-03-10T08:00:00.000Z'],
  );
  app.clock.set('2027-03-10T09:00:00Z');
  const other = { token: (await naledi(app)).token };
  const body = { memberStatusID: due.data.memberStatusID };
  const again = await callApi(app, updateMember, { params: { id: memberId }, body }, other);
  app.clock.set(testStart);
  assert.deepEqual(again.data, due.data, 'the first timestamp stays');
  for (const unchosen of ['', null, '00000000-0000-0000-0000-000000000000'] as const) {
    assert.deepEqual((await change(memberId, { memberStatusID: unchosen })).data, due.data);
  }
  const unknown = await change(memberId, { memberStatusID: randomUUID() });
  assert.deepEqual(
    [unknown.status, unknown.errors],
    [400, [{ field: 'memberStatusID', message: memberTexts.noStatus }]],
  );
  assert.equal((await auditEntriesOf(app, memberId)).length, 1);
});

test('a manual status lasts until the next payment', async () => {
  const { memberId } = await paidMember('payment@example.org');
  await set(memberId, statusNames.expired);
  await settle(await openInvoice(app, memberId, 'Individual'));
  const { status, statusSetBy } = await membershipOf(app, memberId);
  assert.deepEqual([status, statusSetBy], ['Active', null]);
});

test('a manual status lasts until it is returned to automatic', async () => {
  const { memberId } = await paidMember('automatic@example.org');
  await set(memberId, statusNames.expired);
  const { status, data } = await automatic(memberId);
  assert.deepEqual(
    [status, data.memberStatusName, data.statusSetBy, data.statusSetUtc],
    [200, 'Active', null, null],
  );
  assert.deepEqual((await automatic(memberId)).data, data, 'repeating it changes nothing');
  const notes = await auditEntriesOf(app, memberId);
  assert.deepEqual(
    notes.map(({ action }) => action),
    ['updateMember', 'returnToAutomaticStatus'],
  );
  const waiting = await registered(app, { email: 'waiting@example.org' });
  await set(waiting.memberId, statusNames.expired);
  assert.equal((await automatic(waiting.memberId)).data.memberStatusName, 'Pending');
  assert.equal((await automatic(randomUUID())).status, 404);
  await archive(app, waiting.memberId);
  assert.equal((await automatic(waiting.memberId)).status, 409);
});

test('a manual status lasts until the current period ends', async () => {
  const { memberId } = await paidMember('period@example.org');
  await set(memberId, statusNames.expired);
  const derivedOn = async (instant: string) => {
    app.clock.set(instant);
    await deriveStatuses(app.ctx());
    app.clock.set(testStart);
    return (await membershipOf(app, memberId)).status;
  };
  assert.equal(await derivedOn('2028-03-09T10:00:00Z'), 'Expired');
  assert.equal(await derivedOn('2028-03-10T10:00:00Z'), 'Due for Renewal');
});

test('setting Active without a current period adds one, to the year end or for twelve months', async () => {
  const first = await registered(app, { email: 'gift@example.org' });
  const { data } = await set(first.memberId, statusNames.active);
  assert.deepEqual([data.memberStatusName, data.paidUntil], ['Active', '2028-03-09']);
  assert.notEqual(data.membershipNumber, null, 'the first period assigns the number');
  const setYearEnd = (day: string | null) =>
    app.db.updateTable('company_info').set({ membership_expiry_date: day }).execute();
  await setYearEnd('2020-12-31');
  const second = await registered(app, { email: 'year-end@example.org' });
  assert.equal((await set(second.memberId, statusNames.active)).data.paidUntil, '2027-12-31');
  await setYearEnd(null);
  const rows = await app.db
    .selectFrom('membership_periods')
    .select(['entered_by', 'fee_cents'])
    .where('member_id', 'in', [first.memberId, second.memberId])
    .execute();
  const byHand = { entered_by: adminId, fee_cents: 0 };
  assert.deepEqual(rows, [byHand, byHand]);
});

test('setting Active during a period, or any other status, adds no period', async () => {
  const { memberId } = await paidMember('running@example.org');
  for (const name of [statusNames.expired, statusNames.active, statusNames.pending]) {
    const { data } = await set(memberId, name);
    assert.deepEqual([data.memberStatusName, data.statusSetBy], [name, 'Naledi Khumalo']);
  }
  assert.equal((await membershipOf(app, memberId)).periods.length, 1);
});

test('a custom status can be set like a built-in one, and stays', async () => {
  const honorary = randomUUID();
  await app.db
    .insertInto('member_statuses')
    .values({ id: honorary, name: 'Honorary', created_at: app.clock.now() })
    .execute();
  const { memberId } = await registered(app, { email: 'honorary@example.org' });
  await change(memberId, { memberStatusID: honorary });
  await deriveStatuses(app.ctx());
  assert.equal((await membershipOf(app, memberId)).status, 'Honorary');
});

test('Deactivated needs a reason, ends the sessions, and survives payments and the daily run', async () => {
  const { memberId, userId } = await paidMember('out@example.org');
  const session = await tokenOf(app, userId);
  const refused = await set(memberId, statusNames.deactivated);
  assert.deepEqual(
    [refused.status, refused.errors],
    [400, [{ field: 'deactivatedReason', message: memberTexts.noReason }]],
  );
  const reason = { deactivatedReason: 'Moved abroad\nin May' };
  const { data } = await set(memberId, statusNames.deactivated, reason);
  assert.deepEqual(
    [data.memberStatusName, data.deactivatedReason],
    ['Deactivated', reason.deactivatedReason],
  );
  const own = await callApi(app, getMember, { params: { id: memberId } }, { token: session });
  assert.equal(own.status, 401);
  await settle(await openInvoice(app, memberId, 'Individual'));
  app.clock.set('2031-01-01T10:00:00Z');
  await deriveStatuses(app.ctx());
  app.clock.set(testStart);
  assert.equal((await membershipOf(app, memberId)).status, 'Deactivated');
  const cleared = await change(memberId, { deactivatedReason: '' });
  assert.deepEqual([cleared.status, cleared.message], [400, memberTexts.noReason]);
  const kept = await change(memberId, { phone: '1' });
  assert.equal(kept.data.deactivatedReason, reason.deactivatedReason);
});

test('an administrator ends Deactivated with another or the automatic status, and the reason is cleared', async () => {
  for (const lift of [
    (id: string) => set(id, statusNames.active, { deactivatedReason: 'Old' }),
    automatic,
  ]) {
    const { memberId } = await paidMember(`lifted-${randomUUID()}@example.org`);
    await set(memberId, statusNames.deactivated, { deactivatedReason: 'A mistake' });
    const { data } = await lift(memberId);
    assert.deepEqual([data.memberStatusName, data.deactivatedReason], ['Active', null]);
  }
});
