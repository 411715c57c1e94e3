import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { inviteImported, previewUndo } from '#contract/imports/endpoints.ts';
import { importMemberTexts } from '#contract/imports/member-texts.ts';
import { importTexts as texts } from '#contract/imports/texts.ts';
import { undoMerge } from '#contract/duplicates/merge.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { importKinds, manyRows } from '#test/support/imports/many-rows.ts';
import { merge, mergeOf } from '#test/support/merging/merge.ts';
import { tableChecksums } from '#test/support/merging/table-checksums.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { forgetImports } from './forget-imports.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const imports = openImports(app, token);
const words = importMemberTexts.obstacle;
const { name: family } = await app.db
  .selectFrom('member_types')
  .select('name')
  .where('is_family', '=', true)
  .executeTakeFirstOrThrow();

/** What an undo leaves: the batch, its entries, the counters, and the lengths of lists as changes. */
const excluded = ['imports', 'import_rows', 'import_parts', 'counters', 'list_changes', 'sessions'];

/** A checksum of each table, and the lengths of lists. */
async function checksums(): Promise<Record<string, string>> {
  const sums = await tableChecksums(app, excluded);
  const { rows: lengths } = await sql<{ list: string; length: number }>`
    SELECT list, sum(change) AS length FROM list_changes WHERE list <> 'audit_entries' GROUP BY list ORDER BY list`.execute(
    app.db,
  );
  return { ...sums, lengths: JSON.stringify(lengths) };
}

test('import and undo leave every table equal', async () => {
  await registered(app, {
    email: 'there@example.org',
    lastName: 'There',
    phone: '',
    memberTypeId: await familyId(),
  });
  const before = await checksums();
  const id = await imports.checked(
    `No,First name,Last name,Email,Phone,Type,Status,Paid until,Relative 1 first name,Relative 1 date of birth,Agreed to news on,Source of consent
00321,Ana,Bok,ana@example.org,0821112222,Individual,Active,31/12/2027,,,1/2/2020,form
,Ben,Cos,ben@example.org,,${family},,30/06/2024,Tia,01/06/2015,,
,Cas,Dol,cas@example.org,,Individual,Deactivated,,,,,
,Thandi,There,there@example.org,0829998888,${family},,30/11/2027,Kid,01/06/2016,,`,
    { existing: 'replace' },
  );
  const { counts } = await imports.read(id);
  assert.deepEqual([counts.new, counts.change], [3, 1]);
  await imports.start(id);
  const changed = await checksums();
  for (const table of ['users', 'members', 'membership_periods', 'member_relatives', 'consents']) {
    assert.notEqual(changed[table], before[table], table);
  }
  assert.equal((await imports.undo(id)).status, 200);
  assert.equal((await imports.read(id)).state, 'undone');
  assert.deepEqual(await checksums(), before);
  const again = await imports.undo(id);
  assert.deepEqual([again.status, again.message], [409, texts.notImported]);
});

for (const kind of importKinds) {
  test(`an import of ${kind} in several batches, and its undo, leave every table equal`, async () => {
    const { checked, start, undo, read } = openImports(app, token, kind);
    const before = await checksums();
    const id = await checked(manyRows(kind, `Equal${kind}`, 420));
    await start(id);
    assert.equal((await read(id)).counts.new, 420);
    assert.notDeepEqual(await checksums(), before);
    assert.equal((await undo(id)).status, 200);
    assert.equal((await read(id)).state, 'undone');
    assert.deepEqual(await checksums(), before);
  });
}

test('an import whose members were merged is undone after the merge is undone, and not before', async () => {
  const { memberId: there } = await registered(app, { email: 'merged@example.org', phone: '' });
  const before = await checksums();
  const id = await imports.checked(
    `First name,Last name,Email,Phone,Type,Paid until
Ana,Bok,ana.merged@example.org,0821112222,Individual,31/12/2027
Thandi,Dlamini,merged@example.org,0829998888,Individual,30/11/2026`,
    { existing: 'fill' },
  );
  await imports.start(id);
  const added = (await imports.rows(id))[0]?.recordId ?? '';
  const { member_merges: _, ...imported } = await checksums();
  const merged = await merge(app, [there, added], { token }, { openInvoice: 'kept' });
  assert.equal(merged.status, 200, merged.message);
  const { data } = await callApi(app, previewUndo, { params: { id } }, { token });
  const sentences = data.map(({ row, sentence }) => `${row} ${sentence}`);
  assert.equal(sentences.length, 2, sentences.join());
  for (const sentence of sentences) assert.match(sentence, new RegExp(` ${words.merged}\\.$`));
  const refused = await imports.undo(id);
  assert.deepEqual([refused.status, refused.message], [409, texts.prevented]);
  const mergeId = await mergeOf(app, merged.data.id === there ? added : there);
  const undone = await callApi(app, undoMerge, { params: { id: mergeId } }, { token });
  assert.equal(undone.status, 200, undone.message);
  const { member_merges: __, ...separated } = await checksums();
  assert.deepEqual(separated, imported);
  assert.equal((await imports.undo(id)).status, 200);
  assert.equal((await imports.read(id)).state, 'undone');
  assert.deepEqual(await checksums(), before);
});

async function familyId(): Promise<string> {
  const row = await app.db
    .selectFrom('member_types')
    .select('id')
    .where('is_family', '=', true)
    .executeTakeFirstOrThrow();
  return row.id;
}

test('whatever depends on an imported member prevents the undo and is listed with the member', async () => {
  const id = await imports.checked(`First name,Last name,Email,Type,Paid until
Dov,Eks,dov@example.org,Individual,31/12/2027
Els,Fry,els@example.org,Individual,31/12/2027
Fia,Gil,fia@example.org,Individual,31/12/2027`);
  await imports.start(id);
  const [dov, els] = await imports.rows(id);
  const body = { phone: '082 000 0000' };
  await callApi(app, updateMember, { params: { id: dov?.recordId ?? '' }, body }, { token });
  await callApi(app, inviteImported, { params: { id }, body: { most: 2 } }, { token });
  const { data } = await callApi(app, previewUndo, { params: { id } }, { token });
  assert.deepEqual(
    data
      .toSorted((one, other) => one.row - other.row)
      .map(({ row, sentence, recordId }) => [row, sentence, recordId]),
    [
      [2, `Dov Eks ${words.invited}, ${words.mail} and ${words.changed}.`, dov?.recordId],
      [3, `Els Fry ${words.invited} and ${words.mail}.`, els?.recordId],
    ],
  );
  const refused = await imports.undo(id);
  assert.deepEqual([refused.status, refused.message], [409, texts.prevented]);
});

test('a member who changes while the undo waits for a worker stops the whole undo', async () => {
  const id = await imports.checked(`First name,Last name,Email,Type,Paid until
Gert,Haas,gert@example.org,Individual,31/12/2027
Hilde,Ihlo,hilde@example.org,Individual,31/12/2027`);
  await imports.start(id);
  await app.db.updateTable('imports').set({ state: 'undoing' }).where('id', '=', id).execute();
  await app.db
    .updateTable('users')
    .set({ password_hash: 'x' })
    .where('email', '=', 'hilde@example.org')
    .execute();
  const { continueImport } = await import('./continue-import.ts');
  await continueImport(app.ctx(), id);
  const { state, problem } = await imports.read(id);
  assert.deepEqual([state, problem], ['imported', texts.prevented]);
  const { rows } =
    await sql`SELECT FROM members WHERE email IN ('gert@example.org', 'hilde@example.org')`.execute(
      app.db,
    );
  assert.equal(rows.length, 2);
});

test('after 30 days the cells are deleted, and a file that was not imported is discarded', async () => {
  const file = (name: string) =>
    `First name,Last name,Email,Type,Paid until\n${name},Old,${name}@example.org,Individual,31/12/2027`;
  const done = await imports.checked(file('done'));
  await imports.start(done);
  const open = await imports.checked(file('open'));
  app.clock.set('2027-04-12T08:00:00Z');
  await forgetImports(app.ctx());
  app.clock.set('2027-03-10T08:00:00Z');
  const { rows } = await sql`
    SELECT FROM import_rows WHERE import_id IN (${done}, ${open})
      AND (cells IS NOT NULL OR undo IS NOT NULL OR sentence <> '')`.execute(app.db);
  assert.equal(rows.length, 0);
  assert.equal((await imports.read(open)).state, 'discarded');
  assert.equal((await imports.read(done)).isForgotten, true);
  assert.equal((await imports.undo(done)).message, texts.isGone);
  const { rows: parts } = await sql`SELECT FROM import_parts WHERE import_id = ${open}`.execute(
    app.db,
  );
  assert.equal(parts.length, 0);
});
