import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  discardImport,
  getImport,
  importRowsShown,
  listImports,
  searchImportRows,
  updateImport,
  uploadImport,
} from '#contract/imports/endpoints.ts';
import { importTexts as texts } from '#contract/imports/texts.ts';
import { callApi } from '#test/support/call.ts';
import { onePerson, openImports } from '#test/support/imports/open-imports.ts';
import { naledi } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { continueLost } from './forget-imports.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const imports = openImports(app, token);

async function uploaded(content: string, fileName: string) {
  const file = new File([content], fileName);
  return callApi(app, uploadImport, { query: { fileName, kind: 'members' }, file }, as);
}

const read = (id: string) => callApi(app, getImport, { params: { id } }, as);

test('a file is recognised, and other settings read it again', async () => {
  const file = 'Members of 2027;;\nVoornaam;Van;E-pos\nZoë;Botha;zoe@example.org\n';
  const { data: id, status } = await uploaded(file, 'C:\\lists\\members.csv');
  assert.equal(status, 201);
  const { data } = await read(id);
  assert.deepEqual(
    [data.fileName, data.state, data.settings.separator, data.settings.headerRow],
    ['members.csv', 'uploaded', ';', 2],
  );
  assert.deepEqual(data.mapping.columns, ['firstName', 'lastName', 'email']);
  assert.deepEqual(data.sample, [['Zoë', 'Botha', 'zoe@example.org']]);
  const settings = { ...data.settings, headerRow: 0 };
  const changed = await callApi(app, updateImport, { params: { id }, body: { settings } }, as);
  assert.equal(changed.data.columns.length, 3);
  assert.equal(changed.data.columns[1], 'Column B');
  assert.equal(changed.data.sample.length, 3);
  const wrong = { ...data.settings, headerRow: 50 };
  const refused = await callApi(
    app,
    updateImport,
    { params: { id }, body: { settings: wrong } },
    as,
  );
  assert.equal(refused.status, 400);
  assert.deepEqual((await read(id)).data.settings, settings, 'a refused change changes nothing');
});

test('the list has the latest imports first, and a discarded one has lost its file', async () => {
  const { data: id } = await uploaded(onePerson('listed'), 'listed.csv');
  const { data: list } = await callApi(app, listImports, {}, as);
  assert.ok(list.some((one) => one.id === id && one.createdBy === 'Naledi Khumalo'));
  assert.equal((await callApi(app, discardImport, { params: { id } }, as)).status, 204);
  assert.equal((await read(id)).data.state, 'discarded');
  const parts = app.db.selectFrom('import_parts').select('part').where('import_id', '=', id);
  assert.deepEqual(await parts.execute(), []);
  const again = await callApi(app, discardImport, { params: { id } }, as);
  assert.deepEqual([again.status, again.message], [409, texts.isGone]);
  assert.equal((await read(randomUUID())).status, 404);
});

test('the rows come in pages, and by what happens to them', async () => {
  const lines = Array.from(
    { length: importRowsShown + 2 },
    (_, n) => `Nr${n},Paged,${n === 3 ? 'wrong' : `paged${n}@example.org`},Individual,31/12/2027`,
  );
  const id = await imports.checked(
    `First name,Last name,Email,Type,Paid until\n${lines.join('\n')}`,
  );
  const search = async (body: { fate?: 'problem' | 'new'; page?: number }) =>
    (await callApi(app, searchImportRows, { params: { id }, body }, as)).data;
  const all = await search({});
  assert.deepEqual([all.results.length, all.totalCount], [importRowsShown, importRowsShown + 2]);
  const rest = await search({ page: 2 });
  assert.deepEqual(
    rest.results.map(({ row }) => row),
    [importRowsShown + 2, importRowsShown + 3],
  );
  const problems = await search({ fate: 'problem' });
  assert.deepEqual([problems.totalCount, problems.results[0]?.row], [1, 5]);
});

test('an import whose job was lost is continued within the hour', async () => {
  const { data: id } = await uploaded(onePerson('lost'), 'lost.csv');
  await app.db.updateTable('imports').set({ state: 'reading' }).where('id', '=', id).execute();
  await continueLost(app.ctx());
  const { rows } = await sql`
    SELECT FROM pgboss.job WHERE name = 'continue-import' AND data ->> 'importId' = ${id}`.execute(
    app.db,
  );
  assert.equal(rows.length, 1);
  await app.db.updateTable('imports').set({ state: 'uploaded' }).where('id', '=', id).execute();
});

test('at most 20 files wait', async () => {
  let status = 201;
  for (let count = 0; count <= 20 && status === 201; count += 1) {
    const reply = await uploaded(onePerson(`waits${count}`), 'waits.csv');
    status = reply.status;
    if (status !== 201) assert.equal(reply.message, texts.tooManyOpen);
  }
  assert.equal(status, 409);
});
