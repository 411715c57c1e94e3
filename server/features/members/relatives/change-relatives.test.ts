import { relativeRefusals } from '#contract/members/relative-notes.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { changedMeanwhile } from '#contract/envelope.ts';
import { memberTexts } from '#contract/members/endpoints.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import {
  createRelative,
  deleteRelative,
  relativeTexts,
  searchRelatives,
  updateRelative,
} from '#contract/members/relatives.ts';
import { callApi } from '#test/support/call.ts';
import { archive } from '#test/support/assertions.ts';
import { mokoenaChildren, naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { concurrently, succeeded } from '#test/support/concurrent.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openTestApp, testStart } from '#test/support/app.ts';

const app = await openTestApp();
const { token: admin } = await naledi(app);
const family = await typeId(app, familyTypeName);
const lerato = { firstName: 'Lerato', lastName: 'Mokoena', email: 'mokoena@example.org' };

type Added = Parameters<typeof callApi<typeof createRelative>>[2]['body'];
type Changed = Parameters<typeof callApi<typeof updateRelative>>[2]['body'];
const add = (mainMemberId: string, changes: Partial<Added> = {}, token = admin) =>
  callApi(app, createRelative, { body: { ...lerato, mainMemberId, ...changes } }, { token });
const change = (id: string, body: Changed, token = admin) =>
  callApi(app, updateRelative, { params: { id }, body }, { token });
const remove = (id: string, token = admin) =>
  callApi(app, deleteRelative, { params: { id } }, { token });
const of = async (mainMemberId: string) =>
  (await callApi(app, searchRelatives, { body: { mainMemberId } }, { token: admin })).data.results;

async function mokoenas(email: string, children = 0) {
  const relatives = mokoenaChildren.slice(0, children);
  const member = await registered(app, { email, memberTypeId: family, relatives });
  return { ...member, token: await tokenOf(app, member.userId) };
}

test('a member adds, changes and removes own relatives, and an omitted field keeps its value', async () => {
  const { memberId, token } = await mokoenas('own@example.org');
  const added = await add(memberId, { dateOfBirth: '2015-06-01' }, token);
  const { id } = added.data;
  const { tag } = added.data;
  const input = { ...lerato, dateOfBirth: '2015-06-01' };
  const noConsent = { hasConsent: false, consentUtc: null };
  const whole = { id, mainMemberId: memberId, ...input, ...noConsent, hasAgedOut: false, tag };
  assert.deepEqual([added.status, added.data], [201, whole]);
  const renamed = await change(id, { firstName: ' Kabelo ' }, token);
  assert.deepEqual(
    [renamed.status, renamed.data],
    [200, { ...whole, firstName: 'Kabelo', tag: renamed.data.tag }],
  );
  for (const nothing of [null, ''] as const) {
    assert.equal((await change(id, { dateOfBirth: nothing }, token)).data.dateOfBirth, null);
  }
  const moved = await change(id, { mainMemberId: randomUUID() } as Changed, token);
  assert.deepEqual([moved.status, moved.data.mainMemberId], [200, memberId]);
  const { status, text } = await remove(id, token);
  assert.deepEqual([status, text, await of(memberId)], [204, '', []]);
  assert.equal((await remove(id, token)).status, 404);
  assert.deepEqual(await auditEntriesOf(app, memberId), []);
});

test('a parent’s consent is stored with its text, time and source until it is withdrawn', async () => {
  const { memberId, token } = await mokoenas('consent@example.org');
  const kept = async (id: string) =>
    app.db
      .selectFrom('member_relatives')
      .select(['consent_words', 'consent_at', 'consent_source'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const words = { consent_words: relativeTexts.consent };
  const { data: own } = await add(memberId, { hasConsent: true }, token);
  const first = app.clock.now();
  assert.deepEqual([own.hasConsent, own.consentUtc], [true, first.toISOString()]);
  assert.deepEqual(await kept(own.id), { ...words, consent_at: first, consent_source: 'profile' });
  const { data: plain } = await add(memberId, { hasConsent: null }, token);
  assert.deepEqual([plain.hasConsent, plain.consentUtc], [false, null]);

  app.clock.set('2027-03-10T08:10:00Z');
  // Repeating or omitting the consent does not change its time.
  for (const body of [{ hasConsent: true }, { firstName: 'Neo' }]) {
    assert.equal((await change(own.id, body, token)).data.consentUtc, first.toISOString());
  }
  assert.equal((await change(plain.id, { hasConsent: true })).data.hasConsent, true);
  const later = { ...words, consent_at: app.clock.now(), consent_source: 'office' };
  assert.deepEqual(await kept(plain.id), later);
  const [note] = await auditEntriesOf(app, memberId);
  assert.equal(note?.action, 'updateRelative');
  assert.equal((await change(own.id, { hasConsent: false }, token)).data.consentUtc, null);
  const nothing = { consent_words: null, consent_at: null, consent_source: null };
  assert.deepEqual(await kept(own.id), nothing);
  await assert.rejects(
    app.db.updateTable('member_relatives').set({ consent_words: 'Half of it' }).execute(),
    /consent_is_whole/,
  );
  app.clock.set(testStart);
});

test('a concurrent change of the same relative is detected and not overwritten', async () => {
  const { memberId, token } = await mokoenas('both@example.org', 1);
  const [child] = await of(memberId);
  const { id, tag } = child!;
  const edit = (firstName: string, ifMatch: string, by: string) =>
    callApi(
      app,
      updateRelative,
      { params: { id }, body: { firstName } },
      { token: by, headers: { 'if-match': ifMatch } },
    );
  const first = await edit('Lindiwe', tag, token);
  assert.deepEqual([first.status, first.headers['etag']], [200, first.data.tag]);
  const late = await edit('Lizzie', tag, admin);
  assert.deepEqual([late.status, late.message], [412, changedMeanwhile]);
  assert.deepEqual((await of(memberId))[0], {
    ...child,
    firstName: 'Lindiwe',
    tag: first.data.tag,
  });
  assert.equal((await edit('Lizzie', first.data.tag, admin)).status, 200);
});

test('changes by an administrator are audited', async () => {
  const { memberId } = await mokoenas('noted@example.org');
  const { data } = await add(memberId);
  const { tag: _tag, ...relative } = data;
  await change(data.id, { email: 'child@example.org' });
  await remove(data.id);
  // The entries are in the member's history.
  const notes = await auditEntriesOf(app, memberId);
  assert.deepEqual(
    notes.map(({ action, subject_kind, subject_name, after }) => [
      action,
      subject_kind,
      subject_name,
      after,
    ]),
    [
      ['createRelative', 'relative', 'Lerato Mokoena', relative],
      ['updateRelative', 'relative', 'Lerato Mokoena', { email: 'child@example.org' }],
      ['deleteRelative', 'relative', 'Lerato Mokoena', {}],
    ],
  );
});

test('each field has its error message, and a relative is up to 18 years old', async () => {
  const { memberId } = await mokoenas('fields@example.org');
  const { id } = (await add(memberId)).data;
  for (const [bad, message] of [
    [{ firstName: '' }, 'First name is required.'],
    [{ lastName: ' ' }, 'Last name is required.'],
    [{ email: '' }, 'Email is required.'],
    [{ dateOfBirth: '2008-03-10' }, relativeTexts.tooOld],
    [{ dateOfBirth: '2027-03-11' }, relativeTexts.notBorn],
    [{ dateOfBirth: '2015-02-30' }, 'Please enter a valid date.'],
  ] as const) {
    for (const reply of [await add(memberId, bad), await change(id, bad)]) {
      const field = Object.keys(bad)[0];
      assert.deepEqual([reply.status, reply.errors[0]], [400, { field, message }]);
    }
  }
  assert.equal((await add(memberId, { dateOfBirth: '2008-03-11' })).status, 201);
  assert.equal((await add('', {})).message, 'Please select a member.');
});

test('a relative who turned 19 can still be edited, but not with an earlier date of birth', async () => {
  const { memberId } = await mokoenas('grown@example.org');
  const { id } = (await add(memberId, { dateOfBirth: '2008-06-01' })).data;
  app.clock.set('2027-06-01T08:00:00Z');
  const { token } = await naledi(app);
  const renamed = await change(id, { lastName: 'Nkosi', dateOfBirth: '2008-06-01' }, token);
  const older = await change(id, { dateOfBirth: '2008-05-31' }, token);
  app.clock.set(testStart);
  assert.deepEqual([renamed.status, older.status], [200, 400]);
});

test('another member’s relatives get the same 404 as unknown ones', async () => {
  const { memberId } = await mokoenas('theirs@example.org');
  const { id } = (await add(memberId)).data;
  const { token } = await mokoenas('curious@example.org');
  const attempts = [
    [await change(id, { firstName: 'X' }, token), await change(randomUUID(), {}, token)],
    [await remove(id, token), await remove(randomUUID(), token)],
    [await add(memberId, {}, token), await add(randomUUID(), {}, token)],
  ] as const;
  for (const [theirs, unknown] of attempts) {
    assert.deepEqual([theirs.status, theirs.text], [404, unknown.text]);
  }
  assert.equal((await add(randomUUID())).message, memberTexts.notFound);
  assert.deepEqual(
    (await of(memberId)).map((relative) => relative.firstName),
    ['Lerato'],
  );
});

test('without the family type, relatives cannot be changed, and they return with it', async () => {
  const { memberId, token } = await mokoenas('hidden@example.org', 2);
  const before = await of(memberId);
  const become = (member_type_id: string) =>
    app.db.updateTable('members').set({ member_type_id }).where('id', '=', memberId).execute();
  await become(await typeId(app, 'Individual'));
  assert.deepEqual(await of(memberId), []);
  for (const who of [token, admin]) {
    const added = await add(memberId, {}, who);
    assert.deepEqual([added.status, added.message], [409, relativeRefusals.familyOnly]);
    for (const reply of [await remove(before[0]!.id, who), await change(before[0]!.id, {}, who)]) {
      assert.deepEqual([reply.status, reply.message], [409, relativeRefusals.hidden]);
    }
  }
  await become(family);
  assert.deepEqual(await of(memberId), before);
});

test('an archived member’s relatives cannot be changed', async () => {
  const { memberId, token } = await mokoenas('archived@example.org', 1);
  const [child] = await of(memberId);
  await archive(app, memberId);
  for (const reply of [await add(memberId), await change(child!.id, {}), await remove(child!.id)]) {
    assert.deepEqual([reply.status, reply.message], [409, memberTexts.archived]);
  }
  assert.equal((await add(memberId, {}, token)).status, 404);
});

test('there are at most four relatives, and a free seat is used again', async () => {
  const { memberId } = await mokoenas('four@example.org', 4);
  const fifth = await add(memberId);
  assert.deepEqual([fifth.status, fifth.message], [409, 'Maximum of 4 relatives allowed.']);
  const [, second] = await of(memberId);
  await remove(second!.id);
  assert.equal((await add(memberId)).status, 201);
  assert.equal((await add(memberId)).status, 409);
});

test('of twenty relatives added concurrently, four succeed', async () => {
  const { memberId } = await mokoenas('crowd@example.org');
  const replies = succeeded(await concurrently(20, () => add(memberId)));
  const statuses = replies.map(({ status }) => status).toSorted((one, two) => one - two);
  assert.deepEqual(statuses, [...Array<number>(4).fill(201), ...Array<number>(16).fill(409)]);
  for (const { message } of replies.filter(({ status }) => status === 409)) {
    assert.equal(message, relativeTexts.tooMany);
  }
  const seats = await app.db
    .selectFrom('member_relatives')
    .select('seat')
    .where('main_member_id', '=', memberId)
    .orderBy('seat')
    .execute();
  assert.deepEqual(
    seats.map(({ seat }) => seat),
    [1, 2, 3, 4],
  );
});

test('a double click adds one relative', async () => {
  const { memberId } = await mokoenas('double@example.org');
  const headers = { 'idempotency-key': 'relative-1c' };
  const body = { ...lerato, mainMemberId: memberId };
  const click = () => callApi(app, createRelative, { body }, { token: admin, headers });
  const [one, two] = await Promise.all([click(), click()]);
  assert.deepEqual([one.status, one.data], [201, two.data]);
  assert.equal((await of(memberId)).length, 1);
});
