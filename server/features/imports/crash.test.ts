import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startImport, undoImport } from '#contract/imports/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { crashPointAt } from '#test/support/crash-at-every-statement.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { naledi } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { continueImport } from './continue-import.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const imports = openImports(app, token);
const crash = crashPointAt(app);
/** Three transactions. */
const people = 450;
/** In the first transaction, in the second, and behind a commit. */
const deaths = [6, 30, 'commitAnswered'] as const;

function fileOf(name: string): string {
  const lines = Array.from(
    { length: people },
    (_, n) => `Nr${n},${name},${name}${n}@example.org,Individual,31/12/2027`,
  );
  return `First name,Last name,Email,Type,Paid until\n${lines.join('\n')}`;
}

/** Members, sign-ins, periods and imported rows of a file. */
async function countsOf(name: string, id: string): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`
    SELECT ARRAY[
      (SELECT count(*) FROM members WHERE last_name = ${name}),
      (SELECT count(*) FROM users WHERE last_name = ${name}),
      (SELECT count(*) FROM membership_periods WHERE import_id = ${id}),
      (SELECT count(*) FROM import_rows WHERE import_id = ${id} AND undo IS NOT NULL)
    ]::int[] AS counts`.execute(app.db);
  return rows[0]?.counts ?? [];
}

const each = (count: number) => Array.from({ length: 4 }, () => count);

for (const death of deaths) {
  test(`an import killed at ${death} is whole rows, and continues to the end once`, async () => {
    const name = `Killed${String(death).toLowerCase()}`;
    const id = await imports.checked(fileOf(name));
    await callApi(app, startImport, { params: { id } }, { token });
    assert.equal(await crash({ continueImport: id }, death), 'killed');
    const [half = 0, ...others] = await countsOf(name, id);
    assert.ok([0, 200, 400].includes(half), `${half} members`);
    assert.deepEqual(others, [half, half, half]);
    assert.equal((await imports.read(id)).state, 'importing');
    await continueImport(app.ctx(), id);
    assert.deepEqual(await countsOf(name, id), each(people));
    const { state, counts } = await imports.read(id);
    assert.deepEqual([state, counts.new], ['imported', people]);
  });
}

test('an undo that is killed has undone nothing, and is done again', async () => {
  const name = 'Undone';
  const id = await imports.checked(fileOf(name));
  await imports.start(id);
  await callApi(app, undoImport, { params: { id } }, { token });
  assert.equal(await crash({ continueImport: id }, 12), 'killed');
  assert.deepEqual(await countsOf(name, id), each(people));
  await continueImport(app.ctx(), id);
  assert.deepEqual((await countsOf(name, id)).slice(0, 3), [0, 0, 0]);
  assert.equal((await imports.read(id)).state, 'undone');
});

test('a check that is killed reads the file again', async () => {
  const { data: id } = await imports.upload(fileOf('Checked'));
  await app.db.updateTable('imports').set({ state: 'reading' }).where('id', '=', id).execute();
  assert.equal(await crash({ continueImport: id }, 5), 'killed');
  await continueImport(app.ctx(), id);
  const { state, counts, total } = await imports.read(id);
  assert.deepEqual([state, counts.new, total], ['checked', people, people]);
});
