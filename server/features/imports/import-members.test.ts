import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getMember } from '#contract/members/endpoints.ts';
import { getMemberStory } from '#contract/members/story.ts';
import { getImportProblems, inviteImported } from '#contract/imports/endpoints.ts';
import { raiseCounter } from '#server/platform/db/take-number.ts';
import { callApi } from '#test/support/call.ts';
import { lastUsed } from '#test/support/assertions.ts';
import { auditEntriesOf } from '#test/support/audit-entries.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);
const imports = openImports(app, token);
const { name: family } = await app.db
  .selectFrom('member_types')
  .select('name')
  .where('is_family', '=', true)
  .executeTakeFirstOrThrow();

async function imported(file: string, mapping = {}) {
  const id = await imports.checked(file, mapping);
  await imports.start(id);
  return id;
}

async function memberBy(email: string) {
  const { id } = await app.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return (await callApi(app, getMember, { params: { id } }, { token })).data;
}

const mails = async () => (await app.db.selectFrom('mails').select('id').execute()).length;

test('a row becomes a member with its number, type, status and period, and without mail', async () => {
  const before = await mails();
  const file = `No,Titel,Voornaam,Van,E-pos,Selfoon,Posadres,Poskode,Tipe,Lid sedert,Betaal tot,Agreed to news on,Source of consent
00512,Mev,Zanele,Mokoena,Zanele@Example.org,821234567,"12 Acacia Road
Skukuza",81,individual,5/3/2019,31/12/2027,1/2/2020,paper form
,Dr,Yusuf,Adams,yusuf@example.org,+27 83 765 4321,,,Individual,,30/06/2024,1/2/2020,`;
  const id = await imported(file);
  const { state, counts } = await imports.read(id);
  assert.deepEqual([state, counts.new], ['imported', 2]);
  const zanele = await memberBy('zanele@example.org');
  assert.deepEqual(
    [zanele.membershipNumber, zanele.title, zanele.phone, zanele.zipCode],
    ['00512', 'Mrs', '0821234567', '0081'],
  );
  assert.deepEqual(
    [zanele.memberStatusName, zanele.paidUntil, zanele.signupDate, zanele.hasPassword],
    ['Active', '2027-12-31', '2019-03-05', false],
  );
  assert.equal(zanele.postalAddress, '12 Acacia Road\nSkukuza');
  assert.equal(zanele.invitedUtc, null);
  const yusuf = await memberBy('yusuf@example.org');
  // Behind all numbers of the file.
  assert.deepEqual([yusuf.membershipNumber, yusuf.memberStatusName], ['00513', 'Expired']);
  assert.equal(await lastUsed(app, 'member'), 513);
  const consents = await app.db
    .selectFrom('consents')
    .select(['email', 'purpose', 'source'])
    .execute();
  assert.deepEqual(consents, [
    { email: 'zanele@example.org', purpose: 'news', source: 'paper form' },
  ]);
  assert.equal(await mails(), before);
  const story = await callApi(app, getMemberStory, { params: { id: zanele.id } }, { token });
  assert.equal(story.data.why, 'Active: imported as valid until 31 Dec 2027.');
  const [entry] = await auditEntriesOf(app, zanele.id);
  assert.equal(entry?.action, 'importMember');
  assert.equal(entry?.after['importedFrom'], 'members.csv, row 2');
});

test('relatives from columns and from rows of their own get seats', async () => {
  await imported(`First name,Last name,Email,Type,Paid until,Date of birth,Relative 1 first name,Relative 1 date of birth
Ina,Kok,ina@example.org,${family},31/12/2027,,Tia,01/06/2015
Uli,Lotz,lotz@example.org,,,02/06/2016,,
Jan,Lotz,lotz@example.org,${family},31/12/2027,,,`);
  const relatives = await app.db
    .selectFrom('member_relatives as r')
    .innerJoin('members as m', 'm.id', 'r.main_member_id')
    .select(['m.first_name as main', 'r.first_name', 'r.last_name', 'r.seat', 'r.date_of_birth'])
    .select('r.consent_at')
    .orderBy('r.first_name')
    .execute();
  const consent_at = null;
  assert.deepEqual(relatives, [
    {
      main: 'Ina',
      first_name: 'Tia',
      last_name: 'Kok',
      seat: 1,
      date_of_birth: '2015-06-01',
      consent_at,
    },
    {
      main: 'Jan',
      first_name: 'Uli',
      last_name: 'Lotz',
      seat: 1,
      date_of_birth: '2016-06-02',
      consent_at,
    },
  ]);
});

test('the same file again changes nothing', async () => {
  const file = `First name,Last name,Email,Phone,Type,Paid until\nOna,Roos,ona@example.org,0821112222,Individual,31/12/2027`;
  await imported(file, { existing: 'replace' });
  const again = await imports.checked(file, { existing: 'replace' });
  const { counts } = await imports.read(again);
  assert.deepEqual([counts.same, counts.new + counts.change], [1, 0]);
  assert.equal((await imports.start(again)).status, 409);
});

test('a deactivated status is kept with its reason, and an own status is set by hand', async () => {
  await imported(`First name,Last name,Email,Type,Status,Deactivated reason
Pat,Smit,pat@example.org,Individual,Deactivated,Moved away`);
  const pat = await memberBy('pat@example.org');
  assert.deepEqual(
    [pat.memberStatusName, pat.deactivatedReason, pat.statusSetBy],
    ['Deactivated', 'Moved away', 'Naledi Khumalo'],
  );
});

test('an existing member gets the values of the file, a longer period and missing relatives', async () => {
  const { memberId } = await registered(app, {
    email: 'there@example.org',
    lastName: 'There',
    phone: '',
  });
  await imported(
    `First name,Last name,Email,Phone,Type,Paid until\nThandi,There,there@example.org,0829998888,Individual,30/11/2027`,
    { existing: 'fill' },
  );
  const { data } = await callApi(app, getMember, { params: { id: memberId } }, { token });
  assert.deepEqual(
    [data.phone, data.paidUntil, data.memberStatusName],
    ['0829998888', '2027-11-30', 'Active'],
  );
  const user = await app.db
    .selectFrom('users')
    .select('phone_number')
    .where('id', '=', data.userID)
    .executeTakeFirstOrThrow();
  assert.equal(user.phone_number, '0829998888');
});

test('a row that the database refuses becomes a problem, and the others are imported', async () => {
  const id = await imports.checked(`First name,Last name,Email,Type,Paid until
Quin,Tas,quin@example.org,Individual,31/12/2027
Ria,Uys,ria@example.org,Individual,31/12/2027
Sam,Vos,sam@example.org,Individual,31/12/2027`);
  // A constraint that no check of ours knows.
  await sql`ALTER TABLE members ADD CONSTRAINT no_ria CHECK (first_name <> 'Ria')`.execute(app.db);
  await imports.start(id);
  await sql`ALTER TABLE members DROP CONSTRAINT no_ria`.execute(app.db);
  assert.deepEqual(
    (await imports.rows(id)).map(({ row, fate }) => [row, fate]),
    [
      [2, 'new'],
      [3, 'problem'],
      [4, 'new'],
    ],
  );
  assert.equal((await imports.read(id)).state, 'imported');
});

test('the file of problems has the columns of the file, and can be imported again', async () => {
  const id = await imports.checked(`First name,Last name,Email,Phone,Type,Paid until
Tom,Wit,,+27821234567,Individual,31/12/2027
Una,Zim,una@example.org,=1+1,Individual,31/12/2027`);
  const reply = await callApi(app, getImportProblems, { params: { id }, query: {} }, { token });
  const [header, tom, una] = reply.text.replace('\uFEFF', '').split('\r\n');
  assert.equal(header, 'First name,Last name,Email,Phone,Type,Paid until,Problem');
  assert.match(tom ?? '', /^Tom,Wit,,\+27821234567,Individual,31\/12\/2027,Email is missing\.$/);
  assert.match(una ?? '', /^Una,Zim,una@example\.org,'=1\+1,/);
  const corrected = reply.text.replace('Tom,Wit,,', 'Tom,Wit,tom@example.org,');
  const again = await imports.checked(corrected);
  const [row] = await imports.rows(again);
  assert.equal(row?.fate, 'new');

  const query = { format: 'xlsx' } as const;
  const { bytes } = await callApi(app, getImportProblems, { params: { id }, query }, { token });
  const { data: workbook } = await imports.upload(Uint8Array.from(bytes), 'problems.xlsx');
  await imports.check(workbook);
  const [first, second] = await imports.outcomes(workbook);
  assert.equal(first, '2 problem: Email is missing.');
  assert.match(second ?? '', /^3 problem: Phone: "=1\+1"/);
});

test('the file of problems has all of them, in order', async () => {
  const lines = Array.from({ length: 501 }, (_, n) => `Tom,Wit${n},,Individual,31/12/2027`);
  const id = await imports.checked(
    `First name,Last name,Email,Type,Paid until\n${lines.join('\n')}`,
  );
  const { text } = await callApi(app, getImportProblems, { params: { id }, query: {} }, { token });
  const names = text.split('\r\n').map((line) => line.split(',')[1]);
  assert.deepEqual(
    names.slice(1, -1),
    lines.map((line) => line.split(',')[1]),
  );
});

test('no sentence in the file of problems is a formula', async () => {
  const id = await imports.checked(
    `First name,Last name,Email,Type,Paid until\nTom,Wit,"bad;=1+1",Individual,31/12/2027`,
  );
  const [row] = await imports.rows(id, 'problem');
  assert.match(row?.sentence ?? '', /;=1/);
  const { text } = await callApi(app, getImportProblems, { params: { id }, query: {} }, { token });
  assert.doesNotMatch(text, /[;,"]=/);
});

test('invitations are sent later, in batches, once to each member, and to no old address', async () => {
  const lines = ['a', 'b', 'c', 'old'].map(
    (one) => `${one.toUpperCase()},Invited,invited-${one}@example.org,Individual,31/12/2027`,
  );
  const id = await imported(`First name,Last name,Email,Type,Paid until\n${lines.join('\n')}`);
  await app.db
    .updateTable('users')
    .set({ is_address_old: true })
    .where('email', '=', 'invited-old@example.org')
    .execute();
  assert.equal((await imports.read(id)).notInvited, 3);
  const invite = async (most: number) =>
    (await callApi(app, inviteImported, { params: { id }, body: { most } }, { token })).data;
  assert.deepEqual([await invite(2), await invite(50), await invite(50)], [2, 1, 0]);
  const sent = await app.db
    .selectFrom('mails')
    .select('to_email')
    .where('kind', '=', 'invitation')
    .orderBy('to_email')
    .execute();
  assert.deepEqual(
    sent.map(({ to_email }) => to_email),
    ['invited-a@example.org', 'invited-b@example.org', 'invited-c@example.org'],
  );
  assert.equal((await imports.read(id)).notInvited, 0);
  assert.ok(adminId);
});

test('a number in a row with a problem does not raise the counter', async () => {
  await raiseCounter(app.db, 'member', 1000);
  await imported(`No,First name,Last name,Email,Type,Paid until
9000000,Vic,Ames,not an address,Individual,31/12/2027
,Wim,Bell,wim@example.org,Individual,31/12/2027`);
  assert.equal((await memberBy('wim@example.org')).membershipNumber, '01001');
});
