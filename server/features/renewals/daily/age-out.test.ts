import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import {
  createRelative,
  deleteRelative,
  relativeTexts,
  searchRelatives,
  updateRelative,
} from '#contract/members/relatives.ts';
import { renderEmail } from '#server/emails.ts';
import { addDays, addMonths } from '#contract/calendar.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { archive, setStatusByHand } from '#test/support/assertions.ts';
import { naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { runDaily } from './run-day.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const family = await typeId(app, familyTypeName);
let families = 0;

/** A paid family whose first child turns 19 on 1 September 2027. Returns the children's ids. */
async function mokoenas(births = ['2008-09-01'], { isPaid = true } = {}) {
  app.clock.set(testStart);
  families += 1;
  const lastName = `Mokoena${families}`;
  const email = `family-${families}@example.org`;
  const relatives = births.map((dateOfBirth, n) => ({
    firstName: `Child${n}`,
    lastName,
    email,
    dateOfBirth,
  }));
  const member = await registered(app, { email, lastName, memberTypeId: family, relatives });
  if (isPaid) {
    await settleInvoice(app.ctx(), { invoiceId: member.invoiceId, source: 'payfast' });
  }
  const rows = await app.db
    .selectFrom('member_relatives')
    .select('id')
    .where('main_member_id', '=', member.memberId)
    .orderBy('seat')
    .execute();
  return { ...member, children: rows.map(({ id }) => id) };
}

async function runOn(day: string): Promise<void> {
  app.clock.set(`${day}T08:00:00Z`);
  await runDaily(app.ctx());
}

async function noticesTo(email: string) {
  const { rows } = await sql<{ day: string }>`
    SELECT created_at::date AS day
    FROM mails WHERE kind = 'ageing-out' AND to_email = ${email} ORDER BY created_at`.execute(
    app.db,
  );
  return rows.map(({ day }) => day);
}

async function shown(mainMemberId: string, hasAgedOut = false) {
  const { token } = await naledi(app);
  const { data } = await callApi(
    app,
    searchRelatives,
    { body: { mainMemberId, hasAgedOut } },
    { token },
  );
  return data.results.map(({ firstName }) => firstName);
}

test('the member is notified once, 90 days before the 19th birthday, and the seat is free on the birthday', async () => {
  const { email, memberId } = await mokoenas(['2008-09-01', '2015-06-01']);
  for (let day = '2027-06-01'; day <= '2027-08-31'; day = addDays(day, 1)) await runOn(day);
  assert.deepEqual(await noticesTo(email), ['2027-06-03']);
  assert.deepEqual(await shown(memberId), ['Child0', 'Child1']);
  assert.deepEqual(await shown(memberId, true), []);
  await runOn('2027-09-01');
  assert.deepEqual(await shown(memberId), ['Child1']);
  assert.deepEqual(await shown(memberId, true), ['Child0']);
  await runOn('2027-09-02');
  assert.deepEqual(await noticesTo(email), ['2027-06-03']);
});

test('after days without a run, members are notified late and once of relatives near or just past 19', async () => {
  const near = await mokoenas();
  const over = await mokoenas(['2008-07-01']);
  for (const day of ['2027-08-20', '2027-08-21', '2027-09-05']) await runOn(day);
  assert.deepEqual(await noticesTo(near.email), ['2027-08-20']);
  assert.deepEqual(await noticesTo(over.email), ['2027-08-20']);
  assert.deepEqual(await shown(over.memberId, true), ['Child0']);
});

test('five concurrent processes notify once', async () => {
  const { email } = await mokoenas();
  app.clock.set('2027-07-01T08:00:00Z');
  assert.deepEqual(failed(await concurrently(5, () => runDaily(app.ctx()))), []);
  assert.equal((await noticesTo(email)).length, 1);
});

test('a member without a current membership is not notified, unless it is renewed in time', async () => {
  const unpaid = await mokoenas(undefined, { isPaid: false });
  const archived = await mokoenas();
  await archive(app, archived.memberId);
  const single = await mokoenas();
  const becomes = (member_type_id: string) =>
    app.db
      .updateTable('members')
      .set({ member_type_id })
      .where('id', '=', single.memberId)
      .execute();
  await becomes(await typeId(app, 'Individual'));
  const gone = await mokoenas();
  await setStatusByHand(app, gone.memberId, statusNames.deactivated, adminId);
  await runOn('2027-07-01');
  for (const { email } of [unpaid, archived, single, gone]) {
    assert.deepEqual(await noticesTo(email), []);
  }
  await becomes(family);
  await runOn('2027-07-02');
  assert.deepEqual(await noticesTo(single.email), ['2027-07-02']);
  await runOn('2027-09-01');
  const left = app.db
    .selectFrom('member_relatives')
    .select('aged_out_at')
    .where('seat', 'is', null);
  const ids = [unpaid, archived, single, gone].map(({ memberId }) => memberId);
  assert.equal((await left.where('main_member_id', 'in', ids).execute()).length, 4);
});

test('after a corrected date of birth a relative is covered again if a seat is free, without a second notice', async () => {
  const { email, userId, memberId, children } = await mokoenas(['2008-09-01', '2015-06-01']);
  for (const day of ['2027-06-03', '2027-09-01']) await runOn(day);
  const token = await tokenOf(app, userId);
  const child = { firstName: 'New', lastName: 'Mokoena', email, mainMemberId: memberId };
  const change = (body: Parameters<typeof callApi<typeof updateRelative>>[2]['body']) =>
    callApi(app, updateRelative, { params: { id: children[0]! }, body }, { token });
  const add = () => callApi(app, createRelative, { body: child }, { token });
  const renamed = await change({ firstName: 'Grown' });
  assert.deepEqual([renamed.status, renamed.data.hasAgedOut], [200, true]);
  const added = await add();
  assert.equal(added.status, 201);
  assert.deepEqual(
    [(await add()).status, (await add()).status, (await add()).status],
    [201, 201, 409],
  );
  const full = await change({ dateOfBirth: '2009-09-01' });
  assert.deepEqual([full.status, full.message], [409, relativeTexts.tooMany]);
  await callApi(app, deleteRelative, { params: { id: added.data.id } }, { token });
  const back = await change({ dateOfBirth: '2009-09-01' });
  assert.deepEqual([back.status, back.data.hasAgedOut], [200, false]);
  assert.equal((await shown(memberId)).includes('Grown'), true);
  for (const day of ['2028-06-03', '2028-09-01']) await runOn(day);
  assert.deepEqual(await noticesTo(email), ['2027-06-03']);
  assert.deepEqual(await shown(memberId, true), ['Grown']);
});

test('the birthday in SQL is the same as in the form, also in leap years', async () => {
  const births = ['2008-02-29', '2008-03-31', '2008-12-31', '2004-02-29', '2007-01-01'];
  const { rows } = await sql<{ born: string; turns: string }>`
    SELECT born, (born + make_interval(years => 19))::date AS turns
    FROM unnest(${births}::date[]) AS born`.execute(app.db);
  assert.equal(rows.length, births.length);
  for (const { born, turns } of rows) assert.equal(turns, addMonths(born, 19 * 12), born);
});

test('the email names the relative, the date and the next step, and is not sent after a removal or archiving', async () => {
  const { email, userId, memberId, children } = await mokoenas(['2008-09-01', '2008-07-01']);
  await runOn('2027-08-01');
  const mails = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'ageing-out')
    .where('to_email', '=', email)
    .execute();
  const options = { db: app.db, publicUrl: 'https://members.example.org' };
  const emails = await Promise.all(mails.map((mail) => renderEmail({ ...options, mail })));
  const subjects = emails
    .map((email) => email?.subject ?? '')
    .toSorted((a, b) => a.localeCompare(b));
  const name = `Mokoena${families}`;
  assert.deepEqual(subjects, [
    `Child0 ${name} turns 19 on 1 Sep 2027`,
    `Child1 ${name} turned 19 on 1 Jul 2027`,
  ]);
  const [soon, late] = ['Child0', 'Child1'].map((child) =>
    emails.find((email) => email?.subject.startsWith(child)),
  );
  assert.match(soon?.text ?? '', /is covered until the day before/);
  assert.match(soon?.text ?? '', /Sign in and correct it before 1 Sep 2027,/);
  // After the birthday the form no longer has the relative: there is nothing to correct.
  assert.match(late?.text ?? '', /is not covered any more/);
  assert.match(late?.text ?? '', new RegExp(`Sign in and add Child1 ${name} again`));
  assert.doesNotMatch(late?.text ?? '', /correct it/);
  assert.match(soon?.text ?? '', /https:\/\/members\.example\.org\/register/);
  const token = await tokenOf(app, userId);
  await callApi(app, deleteRelative, { params: { id: children[0]! } }, { token });
  const after = await Promise.all(mails.map((mail) => renderEmail({ ...options, mail })));
  assert.equal(after.filter((email) => email === null).length, 1);
  await archive(app, memberId);
  const last = await Promise.all(mails.map((mail) => renderEmail({ ...options, mail })));
  assert.deepEqual(last, [null, null]);
});
