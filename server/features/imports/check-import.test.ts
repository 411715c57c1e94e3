import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchMembers } from '#contract/members/endpoints.ts';
import { emptyId } from '#contract/fields.ts';
import { changedMeanwhile } from '#contract/envelope.ts';
import {
  checkImport,
  discardImport,
  getImport,
  getImportProblems,
  startImport,
  updateImport,
} from '#contract/imports/endpoints.ts';
import { cellTexts } from '#contract/imports/file-texts.ts';
import { importMemberTexts as words } from '#contract/imports/member-texts.ts';
import { importTexts as texts, problemHeading } from '#contract/imports/texts.ts';
import { callApi } from '#test/support/call.ts';
import { continueImport } from '#server/features/imports/continue-import.ts';
import { archive } from '#test/support/assertions.ts';
import { onePerson, openImports } from '#test/support/imports/open-imports.ts';
import { naledi, registered, typeId } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const imports = openImports(app, token);
const family = (
  await app.db
    .selectFrom('member_types')
    .select('name')
    .where('is_family', '=', true)
    .executeTakeFirstOrThrow()
).name;
const head =
  'Membership number,First name,Last name,Email,Phone,Type,Status,Paid until,Date of birth';

test('a check says what would happen to each row, and changes no record', async () => {
  const members = async () => (await app.db.selectFrom('members').select('id').execute()).length;
  const before = await members();
  const id = await imports.checked(`${head}
00100,Anna,Botha,anna@example.org,821234567,Individual,Active,31/12/2027,
,Ben,Cele,not an address,,Individual,,31/12/2027,
,,Dube,dube@example.org,,Individual,,31/12/2027,
,Cato,Elff,cato@example.org,,Individual,Active,,
,Dan,Fick,dan@example.org,,Individual,Expired,31/12/2027,
,Eve,Gama,eve@example.org,,Individual,,04/25/2027,`);
  const outcomes = await imports.outcomes(id);
  assert.equal(outcomes[0], '2 new');
  assert.match(outcomes[1] ?? '', /^3 problem: Email: .*valid email/);
  assert.equal(outcomes[2], `4 problem: ${words.required('First name')}`);
  assert.equal(outcomes[3], `5 problem: ${words.needsPaidUntil('Active')}`);
  assert.equal(outcomes[4], `6 new: ${words.followsPaidUntil('Active')}`);
  assert.match(outcomes[5] ?? '', /^7 problem: Paid until: .*25/);
  const { state, counts, total } = await imports.read(id);
  assert.deepEqual([state, counts.new, counts.problem, total], ['checked', 2, 4, 6]);
  assert.equal(await members(), before);
});

test('everything that is wrong is said at once, apart from questions, and total rows are named and left out', async () => {
  const id = await imports.checked(`${head}
,Abe,Rust,,,Single,,04/04/27,
,Bea,Smit,bea@example.org,12,Single,,31/12/2027,
,Bea,Smit,bea@example.org,12,Single,,31/12/2027,
,Cor,Truter,cor@example.org,,Individual,,31/12/2027,
,Cor,Truter,cor@example.org,,Individual,,31/12/2027,
,Dot,Uys,dot@example.org,,Single,,31/12/27,
,Kit,Uys,dot@example.org,,,,,01/06/15
------,,,,,,,,
Totaal:,,,,5,,,,`);
  const { unknown, subjects, decorations, counts } = await imports.read(id);
  assert.deepEqual(decorations, { count: 2, rows: [9, 10] });
  assert.deepEqual(unknown, [
    {
      column: 'twoDigitYears',
      spelling: 'Paid until',
      meaning: '"04/04/27" is 4 Apr 2027; "31/12/27" is 31 Dec 2027',
    },
    { column: 'type', spelling: 'Single' },
    { column: 'twoDigitYears', spelling: 'Date of birth', meaning: '"01/06/15" is 1 Jun 2015' },
  ]);
  const [first, second, copy, good, copyOfGood, waiting, child, line, sum] =
    await imports.outcomes(id);
  assert.equal(first, `2 problem: ${words.required('Email')}`);
  assert.match(second ?? '', /^3 problem: Phone: [^\n]*$/);
  assert.deepEqual([line, sum], [`9 same: ${texts.decoration}`, `10 same: ${texts.decoration}`]);
  // Nothing is wrong with these: they need the answers only.
  assert.match(waiting ?? '', /^7 waiting: Paid until: .*\nType “Single”/);
  assert.match(child ?? '', /^8 waiting: Date of birth: /);
  assert.deepEqual([counts.waiting, counts.problem, counts.same], [2, 4, 0]);
  assert.equal(copy, `4 problem: ${words.copyOf(3)}`);
  assert.deepEqual([good, copyOfGood], ['5 new', `6 problem: ${words.copyOf(5)}`]);
  assert.deepEqual(subjects, [
    { subject: 'Twice in the file', count: 2, rows: [4, 6] },
    { subject: 'Email is missing', count: 1, rows: [2] },
    { subject: 'Phone', count: 1, rows: [3] },
  ]);
  // Only some files may wait.
  await callApi(app, discardImport, { params: { id } }, { token });
});

test('each cell that cannot be read is named at once', async () => {
  const id = await imports.checked(`${head}\n,=A1,Bok,bok@example.org,=B1,Individual,,31/12/2027,`);
  const formulas = ['B', 'E'].map((column) => cellTexts.formula(`Row 2, column ${column}`));
  assert.deepEqual(await imports.outcomes(id), [`2 problem: ${formulas.join('\n')}`]);
  await callApi(app, discardImport, { params: { id } }, { token });
});

test('the answers about years bring no further problem', async () => {
  const relative = 'Relative 1 first name,Relative 1 last name,Relative 1 date of birth';
  const id = await imports.checked(`${head},${relative}
,Ann,Abbot,abbot@example.org,,Individual,,31/12/27,01/06/57,,,
,Bob,Abbot,abbot@example.org,,Individual,,31/12/27,02/07/58,,,
,Cyd,Bester,bester@example.org,12,${family},,31/12/2027,,Eli,,01/06/1990
,Dan,Coetzee,coetzee@example.org,,Individual,Paid up,31/12/2027,,Fia,,01/06/15
,Gia,Daniels,daniels@example.org,,Individual,,1/1/27,,,,`);
  const couple = words.shared(
    { name: 'Ann Abbot', row: 2 },
    { name: 'Bob Abbot', row: 3 },
    ['email'],
    false,
  );
  const outcomes = await imports.outcomes(id);
  assert.deepEqual(outcomes.slice(0, 2), [`2 problem: ${couple}`, `3 problem: ${couple}`]);
  assert.match(
    outcomes[2] ?? '',
    /^4 problem: Phone: [^\n]*\nFamily: Eli Bester is older than 18\./,
  );
  assert.equal(outcomes[3], `5 problem: ${words.familyOnly('Individual')}`);
  assert.match(outcomes[4] ?? '', /^6 waiting: Paid until: "1\/1\/27" has a year of two digits\./);
  await imports.change(id, {
    twoDigitYears: true,
    spellings: [{ column: 'status', spelling: 'Paid up', id: emptyId }],
  });
  await imports.check(id);
  assert.deepEqual(await imports.outcomes(id), [...outcomes.slice(0, 4), '6 new']);
  await callApi(app, discardImport, { params: { id } }, { token });
});

test('years of two digits and consent without a day are asked once', async () => {
  const file = `First name,Last name,Email,Type,Paid until,Lid sedert,Newsletter,Posadres,Dorp
Ada,Uys,ada@example.org,Individual,04/04/27,3-Mar-85,Y,12 Acacia Road,Hilton
Ben,Vos,ben@example.org,Individual,31/12/27,1/2/19,N,"7 Main Street, Howick",Howick`;
  const id = await imports.checked(file);
  assert.deepEqual(
    (await imports.read(id)).unknown
      .map(({ column, spelling }) => `${column} ${spelling}`)
      .toSorted((one, other) => one.localeCompare(other)),
    ['consent Agreed to news on', 'twoDigitYears Member since', 'twoDigitYears Paid until'],
  );
  const consent = { on: '2024-02-29', source: 'Paper form' };
  await imports.change(id, { twoDigitYears: true, consent });
  await imports.check(id);
  assert.deepEqual(await imports.outcomes(id), ['2 new', '3 new']);
  await imports.start(id);
  const members = await app.db
    .selectFrom('members')
    .select(['email', 'paid_until', 'signup_date', 'postal_address', 'town'])
    .where('last_name', 'in', ['Uys', 'Vos'])
    .orderBy('email')
    .execute();
  assert.deepEqual(
    members.map((one) => Object.values(one)),
    [
      ['ada@example.org', '2027-04-04', '1985-03-03', '12 Acacia Road\nHilton', 'Hilton'],
      ['ben@example.org', '2027-12-31', '2019-02-01', '7 Main Street\nHowick', 'Howick'],
    ],
  );
  const consents = await app.db
    .selectFrom('consents')
    .select(['email', 'purpose'])
    .where('email', 'in', ['ada@example.org', 'ben@example.org'])
    .execute();
  assert.deepEqual(consents, [{ email: 'ada@example.org', purpose: 'news' }]);
  const { data } = await callApi(app, searchMembers, { body: { importId: id } }, { token });
  assert.equal(data.totalCount, 2);
  // The corrected file of problems is the same list, in both formats.
  const broken = await imports.checked(`${file}\nCas,Wit,,Individual,31/12/27,1/2/19,Y,,`, {
    twoDigitYears: true,
    consent,
  });
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes } = await callApi(
      app,
      getImportProblems,
      { params: { id: broken }, query: { format } },
      { token },
    );
    const { data: corrected } = await imports.upload(Uint8Array.from(bytes), `wit.${format}`);
    const { columns, mapping } = await imports.read(corrected);
    assert.equal(columns.at(-1), problemHeading);
    assert.deepEqual([mapping.twoDigitYears, mapping.consent], [true, consent]);
    await callApi(app, checkImport, { params: { id: corrected } }, { token });
    await continueImport(app.ctx(), corrected);
    assert.deepEqual(await imports.outcomes(corrected), [`2 problem: ${words.required('Email')}`]);
    // The choice of columns is the whole file's, too.
    assert.deepEqual(mapping.columns, [...(await imports.read(broken)).mapping.columns, null]);
    await callApi(app, discardImport, { params: { id: corrected } }, { token });
  }
  await callApi(app, discardImport, { params: { id: broken } }, { token });
  // Another list has another day.
  const { data: next } = await imports.upload(file);
  const { mapping } = await imports.read(next);
  assert.deepEqual([mapping.twoDigitYears, mapping.consent], [true, undefined]);
  await callApi(app, discardImport, { params: { id: next } }, { token });
});

test('two people in one row are asked apart, and a member needs no date of birth', async () => {
  const id = await imports.checked(`${head}
,Jan & Marie,Ek,ek@example.org,,Individual,,31/12/2099,
,Jan en Marie,El,el@example.org,,Individual,,31/12/2027,
,Anand,En,en@example.org,,Individual,,31/12/2027,31/02/1960
,Cor,Em,em@example.org,,Individual,,31/12/2027,01/06/57
,Tim,Es,es@example.org,,Student,,31/12/2027,01/06/2010
,Tom,Es,es@example.org,,Student,,31/12/2027,01/06/2010
,Max,Et,et@example.org,,Student,,31/12/2027,01/06/2000
,Leo,Et,et@example.org,,Student,,31/12/2027,01/06/2000`);
  const sentences = await imports.outcomes(id);
  assert.deepEqual(sentences.slice(0, 2), [
    `2 problem: ${words.couple('Jan & Marie')}`,
    `3 problem: ${words.couple('Jan en Marie')}`,
  ]);
  assert.match(sentences[2] ?? '', /^4 new: Date of birth: .* The row is imported without it\.$/);
  assert.match(sentences[3] ?? '', /^5 new: Date of birth: .* The row is imported without it\.$/);
  assert.equal(sentences[4], `6 problem: ${words.noMain}`);
  const [twins] = sentences.slice(6);
  assert.match(twins ?? '', /^8 problem: Two people .* give one of them another email\.$/);
  assert.deepEqual(
    (await imports.read(id)).unknown.map(({ spelling }) => spelling),
    ['Date of birth'],
  );
  // What the sentences tell to do is accepted.
  const corrected = await imports.checked(`${head}
,Jan,Ek,ek@example.org,,Individual,,31/12/2099,
,Marie,Ek,marie@example.org,,Individual,,31/12/2099,
,Tim,Es,es@example.org,,Student,,31/12/2027,01/06/2010
,Tom,Es,tom@example.org,,Student,,31/12/2027,01/06/2010`);
  assert.deepEqual(await imports.outcomes(corrected), ['2 new', '3 new', '4 new', '5 new']);
  for (const one of [id, corrected]) {
    await callApi(app, discardImport, { params: { id: one } }, { token });
  }
});

test('a name of a type that is not known needs one choice, which is remembered for the same columns', async () => {
  const file = `${head},Club\n,Fay,Hugo,fay@example.org,,Fam.,,31/12/2027,\n,Gus,Iles,gus@example.org,,FAM.,,31/12/2027,`;
  const id = await imports.checked(file);
  assert.deepEqual((await imports.read(id)).unknown, [{ column: 'type', spelling: 'Fam.' }]);
  const spellings = [{ column: 'type', spelling: 'Fam.', id: await typeId(app, family) }];
  await imports.change(id, { spellings });
  await imports.check(id);
  assert.equal((await imports.read(id)).counts.new, 2);
  const { data: next } = await imports.upload(file);
  assert.deepEqual((await imports.read(next)).mapping.spellings, spellings);
});

test('other spellings of a province are read, and an unknown one is asked about', async () => {
  const file = `First name,Last name,Email,Type,Paid until,Town,Zip code,Province
Ann,Prov,p1@example.org,Individual,31/12/2027,Pietermaritzburg,0240,Kwazulu Natal
Ben,Prov,p2@example.org,Individual,31/12/2027,Upington,,n. cape
Cas,Prov,p3@example.org,Individual,31/12/2027,Paarl,7620,Wes-Kaap
Dot,Prov,p4@example.org,Individual,31/12/2027,Durban,0240,Natalia
Eli,Prov,p5@example.org,Individual,31/12/2027,Windhoek,,Khomas`;
  const id = await imports.checked(file);
  assert.deepEqual(
    (await imports.read(id)).unknown,
    ['Natalia', 'Khomas'].map((spelling) => ({ column: 'province', spelling })),
  );
  assert.equal((await imports.outcomes(id))[3], `5 waiting: ${words.unknownProvince('Natalia')}`);
  await imports.change(id, {
    spellings: [
      { column: 'province', spelling: 'Natalia', id: 'KwaZulu-Natal' },
      { column: 'province', spelling: 'Khomas', id: emptyId },
    ],
  });
  await imports.check(id);
  await imports.start(id);
  const provinces = async () =>
    app.db
      .selectFrom('members')
      .select(['province', 'corrected_province'])
      .where('last_name', '=', 'Prov')
      .orderBy('email')
      .execute();
  const stored = await provinces();
  assert.deepEqual(
    stored.map((one) => Object.values(one)),
    [
      ['KwaZulu-Natal', 'KwaZulu-Natal'],
      ['Northern Cape', 'Northern Cape'],
      ['Western Cape', null],
      ['KwaZulu-Natal', 'KwaZulu-Natal'],
      [null, null],
    ],
  );
  // A later file changes a province only if that is chosen, and an undo brings it back.
  const later = 'First name,Last name,Email,Type,Province\nCas,Prov,p3@example.org,Individual,EC';
  const kept = await imports.checked(later, { existing: 'keep' });
  assert.deepEqual(await imports.outcomes(kept), [`2 same: ${words.kept(['Province'])}`]);
  await imports.change(kept, { existing: 'replace' });
  await imports.check(kept);
  await imports.start(kept);
  assert.equal((await provinces())[2]?.corrected_province, 'Eastern Cape');
  await imports.undo(kept);
  assert.deepEqual(await provinces(), stored);
});

test('members are found by number, by email and by name with phone, and never by the name alone', async () => {
  const one = await registered(app, {
    email: 'known@example.org',
    firstName: 'Hana',
    lastName: 'Jooste',
  });
  await app.db.updateTable('members').set({ number: 777 }).where('id', '=', one.memberId).execute();
  const gone = await registered(app, { email: 'gone@example.org', lastName: 'Gone' });
  await archive(app, gone.memberId);
  const file = `${head}
777,Hana,Jooste,other@example.org,,Individual,,,
,Hanna,Jooste,KNOWN@example.org,,Individual,,,
,hana,jooste,third@example.org,+27 82 123 4567,Individual,,,
,Hana,Jooste,namesake@example.org,,Individual,,31/12/2027,
777,Wrong,Person,wrong@example.org,,Individual,,,
778,Hana,Jooste,known@example.org,,Individual,,,
,Thandi,Gone,gone@example.org,,Individual,,,
,Naledi,Khumalo,${await adminEmail()},,Individual,,,
,Somebody,Else,known@example.org,,Individual,,,
,Kid,Jooste,known@example.org,,Individual,,,01/06/2018`;
  // Each in a file of its own, because they share addresses.
  const lines = file.split('\n').slice(1);
  const outcomes = [];
  for (const line of lines) {
    const id = await imports.checked(`${head}\n${line}`);
    outcomes.push((await imports.rows(id))[0]);
  }
  assert.deepEqual(
    outcomes.slice(0, 3).map((row) => [row?.fate, row?.recordId]),
    Array.from({ length: 3 }, () => ['same', one.memberId]),
  );
  assert.deepEqual(outcomes[3], {
    ...outcomes[3],
    fate: 'new',
    sentence: words.namesake('Hana Jooste', '00777'),
  });
  assert.equal(outcomes[4]?.sentence, words.numberOfOther('00777', 'Hana Jooste'));
  assert.equal(outcomes[5]?.sentence, words.numberInUse('Hana Jooste', '00777'));
  assert.equal(outcomes[6]?.sentence, words.isArchived('without a number'));
  assert.equal(outcomes[7]?.sentence, words.emailOfUser);
  assert.equal(outcomes[8]?.sentence, words.emailOfOther('Hana Jooste', '00777'));
  assert.equal(outcomes[9]?.sentence, words.childOf('Hana Jooste', '00777'));
});

async function adminEmail(): Promise<string> {
  const row = await app.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'Admin')
    .executeTakeFirstOrThrow();
  return row.email;
}

test('a family is one row with columns for the relatives, or several rows', async () => {
  const relatives = 'Relative 1 first name,Relative 1 last name,Relative 1 date of birth';
  const id = await imports.checked(`${head},${relatives}
,Ina,Kok,ina@example.org,,${family},,31/12/2027,,Tia,,01/06/2015
,Uli,Lotz,lotz@example.org,,,,,02/06/2016,,,
,Jan,Lotz,lotz@example.org,,${family},,31/12/2027,,,,
,Max,Lotz,lotz@example.org,,,,,03/06/1990,,,
,Pia,Mey,mey@example.org,,Individual,,31/12/2027,,Zoe,Mey,01/06/2015
,Ada,Nel,nel@example.org,,${family},,31/12/2027,,,,
,Leo,Nel,nel@example.org,,,,,,,,`);
  const sentences = await imports.outcomes(id);
  assert.equal(sentences[0], '2 new');
  const couple = words.shared(
    { name: 'Jan Lotz', row: 4 },
    { name: 'Max Lotz', row: 5 },
    ['email'],
    true,
  );
  assert.deepEqual(sentences.slice(1, 4), [
    `3 problem: ${words.ofFamily(4)}`,
    `4 problem: ${couple}`,
    `5 problem: ${couple}`,
  ]);
  assert.equal(sentences[4], `6 problem: ${words.familyOnly('Individual')}`);
  assert.match(
    sentences[6] ?? '',
    /^8 problem: Two people with one email: Ada Nel \(row 7\) and Leo Nel \(row 8\)/,
  );
});

test('other choices for existing members say which fields would change', async () => {
  const { memberId } = await registered(app, {
    email: 'change@example.org',
    firstName: 'Kim',
    lastName: 'Oss',
    phone: '',
    zipCode: '0081',
  });
  const file =
    'First name,Last name,Email,Phone,Zip code,Type\nKim,Oss,change@example.org,082 999 8888,7,Individual';
  const outcome = async (existing: 'keep' | 'fill' | 'replace') =>
    (await imports.rows(await imports.checked(file, { existing })))[0];
  assert.equal((await outcome('keep'))?.fate, 'same');
  const filled = await outcome('fill');
  assert.deepEqual([filled?.fate, filled?.recordId], ['change', memberId]);
  assert.equal(filled?.sentence, `${words.changes(['Phone'])} ${words.kept(['Zip code'])}`);
  assert.equal((await outcome('replace'))?.sentence, words.changes(['Phone', 'Zip code']));
});

test('a check needs the required columns, and starting needs a check', async () => {
  const { data: id } = await imports.upload('First name,Email\nLea,lea@example.org');
  const refused = await callApi(app, checkImport, { params: { id } }, { token });
  assert.deepEqual([refused.status, refused.message], [400, texts.missing('Last name')]);
  const early = await callApi(app, startImport, { params: { id }, query: {} }, { token });
  assert.deepEqual([early.status, early.message], [409, texts.notChecked]);
  const twice = { columns: ['email', 'email'], spellings: [], existing: 'keep' as const };
  const wrong = await callApi(
    app,
    updateImport,
    { params: { id }, body: { mapping: twice } },
    { token },
  );
  assert.deepEqual([wrong.status, wrong.message], [400, texts.twice('Email')]);
});

test('only what the administrator has seen is imported', async () => {
  const id = await imports.checked(onePerson('seen'));
  const params = { id };
  const etag = async () =>
    String((await callApi(app, getImport, { params }, { token })).headers['etag']);
  const start = (seen: string) =>
    callApi(app, startImport, { params, query: {} }, { token, headers: { 'if-match': seen } });
  const seen = await etag();
  await imports.change(id, { existing: 'replace' });
  await imports.check(id);
  const refused = await start(seen);
  assert.deepEqual([refused.status, refused.message], [412, changedMeanwhile]);
  assert.equal((await start(await etag())).status, 200);
  await continueImport(app.ctx(), id);
});

test('a file that is no spreadsheet gets a sentence, and nothing is stored', async () => {
  const pdf = await imports.upload('%PDF-1.7 binary', 'members.pdf');
  assert.equal(pdf.status, 400);
  assert.match(pdf.message, /PDF/);
  const empty = await imports.upload('', 'members.csv');
  assert.equal(empty.status, 400);
});

test('only one import is busy at a time', async () => {
  const one = await imports.checked(`${head}\n,Mia,Paul,mia@example.org,,Individual,,31/12/2027,`);
  const { data: two } = await imports.upload(
    `${head}\n,Noa,Quin,noa@example.org,,Individual,,31/12/2027,`,
  );
  await app.db.updateTable('imports').set({ state: 'importing' }).where('id', '=', one).execute();
  const refused = await callApi(app, checkImport, { params: { id: two } }, { token });
  assert.deepEqual([refused.status, refused.message], [409, texts.otherBusy]);
  await assert.rejects(
    app.db.updateTable('imports').set({ state: 'checking' }).where('id', '=', two).execute(),
    /imports_one_busy/,
  );
  await app.db.updateTable('imports').set({ state: 'checked' }).where('id', '=', one).execute();
});
