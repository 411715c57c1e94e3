import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import type { Context } from '#server/context.ts';
import { type Change, recordAudit } from './record-audit.ts';

const app = await openTestApp();
const { id: naledisId } = await naledi(app);

const workOf = (userId: string, role: string): Context => ({
  ...app.ctx(),
  by: { userId, role, sessionId: randomUUID(), memberId: null },
});
const asAdmin = () => workOf(naledisId, 'Admin');

const changeOf = (more: Partial<Change>): Change => ({
  action: 'updateMember',
  subject: 'member',
  id: randomUUID(),
  name: 'Nomsa Dlamini (00042)',
  ...more,
});

const entriesOf = (id: string) =>
  app.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', id).execute();

const before = { id: 'x', firstName: 'Nomsa', phone: '082', tags: ['a'], paidUntil: null };

test('an entry holds the user, the time, the action and only the fields that differ', async () => {
  const change = changeOf({
    before,
    after: { ...before, phone: '+27 82', paidUntil: '2027-12-31', tags: ['a'] },
  });
  await recordAudit(asAdmin(), change);
  const [entry, ...others] = await entriesOf(change.id);
  assert.ok(entry);
  assert.deepEqual(others, []);
  assert.deepEqual(entry.at, app.clock.now());
  assert.deepEqual(
    [entry.by_user_id, entry.by_name, entry.action, entry.subject_kind, entry.subject_name],
    [naledisId, 'Naledi Khumalo', 'updateMember', 'member', 'Nomsa Dlamini (00042)'],
  );
  assert.deepEqual(entry.before, { phone: '082', paidUntil: null });
  assert.deepEqual(entry.after, { phone: '+27 82', paidUntil: '2027-12-31' });
});

test('a new record has no before, a deleted one no after, and an action without either is recorded', async () => {
  const created = changeOf({ after: before });
  const deleted = changeOf({ before });
  const sent = changeOf({ action: 'resendInvoiceEmail', subject: 'invoice' });
  for (const change of [created, deleted, sent]) await recordAudit(asAdmin(), change);
  const pairOf = async ({ id }: Change) =>
    (await entriesOf(id)).map((row) => [row.before, row.after]);
  assert.deepEqual(await pairOf(created), [[{}, before]]);
  assert.deepEqual(await pairOf(deleted), [[before, {}]]);
  assert.deepEqual(await pairOf(sent), [[{}, {}]]);
});

test('saving without a change leaves no entry', async () => {
  const change = changeOf({ before, after: { ...before, tags: ['a'] } });
  await recordAudit(asAdmin(), change);
  assert.deepEqual(await entriesOf(change.id), []);
});

test('actions of a Member, another role or an anonymous caller are not recorded', async () => {
  const { userId } = await registered(app);
  const change = changeOf({ after: before });
  await recordAudit(workOf(userId, 'Member'), change);
  await recordAudit(workOf(naledisId, 'Owner'), change);
  await recordAudit(app.ctx(), change);
  assert.deepEqual(await entriesOf(change.id), []);
});

test('a change that is rolled back is not recorded', async () => {
  const change = changeOf({ after: before });
  const failed = inTransaction(asAdmin(), async (inside) => {
    await recordAudit(inside, change);
    throw new Error('and then it failed');
  });
  await assert.rejects(failed, /and then it failed/);
  assert.deepEqual(await entriesOf(change.id), []);
});

test('the database refuses to change or delete an audit entry', async () => {
  const change = changeOf({ after: before });
  await recordAudit(asAdmin(), change);
  const [entry] = await entriesOf(change.id);
  const { db } = app;
  const noted = /what was noted stays as it is/;
  await assert.rejects(db.updateTable('audit_entries').set({ by_name: 'X' }).execute(), noted);
  await assert.rejects(
    db.deleteFrom('audit_entries').where('subject_id', '=', change.id).execute(),
    noted,
  );
  assert.deepEqual(await entriesOf(change.id), [entry]);
});
