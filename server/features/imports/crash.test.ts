import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import type { ImportKind } from '#contract/imports/columns.ts';
import { importTexts } from '#contract/imports/texts.ts';
import { discardImport, startImport, undoImport } from '#contract/imports/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { crashPointAt } from '#test/support/crash-at-every-statement.ts';
import type { CrashOutcome } from '#test/support/crash-runner.ts';
import { importKinds, manyRows } from '#test/support/imports/many-rows.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { naledi } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { continueImport } from './continue-import.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const crash = crashPointAt(app);
/** Three transactions of an import. */
const people = 450;

/** What each row adds, and an undo removes. The last name in the file tells the tests apart. */
const added: Record<ImportKind, (name: string) => RawBuilder<unknown>[]> = {
  members: (name) => [
    sql`members WHERE last_name = ${name}`,
    sql`users WHERE last_name = ${name}`,
    sql`membership_periods WHERE import_id IS NOT NULL AND member_id IN (
      SELECT id FROM members WHERE last_name = ${name})`,
  ],
  payments: (name) => [
    sql`invoices WHERE payer_last_name = ${name}`,
    sql`invoices AS i JOIN payments AS p ON p.id = i.payment_id AND p.invoice_id = i.id
      WHERE payer_last_name = ${name}`,
    sql`payments WHERE bank_reference LIKE ${`${name} %`}`,
  ],
  donations: (name) => [
    sql`donations WHERE last_name = ${name}`,
    sql`donations AS d JOIN payments AS p ON p.id = d.payment_id AND p.donation_id = d.id
      WHERE last_name = ${name}`,
    sql`payments WHERE bank_reference LIKE ${`${name} %`}`,
  ],
  suppressions: (name) => [sql`suppressions WHERE email LIKE ${`${name.toLowerCase()}%`}`],
};

/** What each row adds, and an undo keeps: its entry, and what it made. */
const kept = (name: string, id: string) => [
  sql`audit_entries WHERE action LIKE 'import%' AND subject_name ILIKE ${`% ${name}%`}`,
  sql`import_rows WHERE import_id = ${id} AND undo IS NOT NULL`,
];

/** A file of one kind, whose rows are counted. */
function killing(kind: ImportKind, name: string) {
  const imports = openImports(app, token, kind);

  async function assertCounts(id: string, records: number, rows = records): Promise<void> {
    const all = [...added[kind](name), ...kept(name, id)];
    const counts = await Promise.all(
      all.map((from) => sql<{ count: number }>`SELECT count(*) FROM ${from}`.execute(app.db)),
    );
    // The list of suppressions has no history.
    const entries = kind === 'suppressions' ? 0 : rows;
    assert.deepEqual(
      counts.map(({ rows: [row] }) => row?.count),
      [...added[kind](name).map(() => records), entries, rows],
    );
  }

  return { ...imports, assertCounts, checked: () => imports.checked(manyRows(kind, name, people)) };
}

async function importKilledAt(kind: ImportKind, death: CrashOutcome, half: number): Promise<void> {
  const file = killing(kind, `Killed${kind}${death}`.toLowerCase());
  const id = await file.checked();
  await callApi(app, startImport, { params: { id }, query: {} }, { token });
  assert.equal(await crash({ continueImport: id }, death), 'killed');
  await file.assertCounts(id, half);
  assert.equal((await file.read(id)).state, 'importing');
  await continueImport(app.ctx(), id);
  await file.assertCounts(id, people);
  const { state, counts } = await file.read(id);
  assert.deepEqual([state, counts.new], ['imported', people]);
}

/** A statement in the second transaction. */
const inSecond = { members: 30, payments: 32, donations: 32, suppressions: 24 };

for (const kind of importKinds) {
  test(`an import of ${kind} killed half way has whole rows, and continues to the end once`, () =>
    importKilledAt(kind, inSecond[kind], 200));

  test(`an import of ${kind} killed at its start or behind a commit continues to the end once @full`, async () => {
    await importKilledAt(kind, 6, 0);
    await importKilledAt(kind, 'commitAnswered', 200);
  });

  test(`an undo of ${kind} that is killed half way has undone nothing, and is done again`, async () => {
    const file = killing(kind, `undone${kind}`);
    const id = await file.checked();
    await file.start(id);
    await callApi(app, undoImport, { params: { id } }, { token });
    assert.equal(await crash({ continueImport: id }, 12), 'killed');
    await file.assertCounts(id, people);
    assert.equal((await file.read(id)).state, 'undoing');
    await continueImport(app.ctx(), id);
    assert.equal((await file.read(id)).state, 'undone');
    await file.assertCounts(id, 0, people);
  });
}

test('a check that is killed reads the file again', async () => {
  const { upload, read } = openImports(app, token);
  const { data: id } = await upload(manyRows('members', 'Checked', people));
  await app.db.updateTable('imports').set({ state: 'reading' }).where('id', '=', id).execute();
  assert.equal(await crash({ continueImport: id }, 14), 'killed');
  await continueImport(app.ctx(), id);
  const { state, counts, total } = await read(id);
  assert.deepEqual([state, counts.new, total], ['checked', people, people]);
});

test('a file that ends the worker three times is given up, and others can be imported', async () => {
  const { upload, read, check } = openImports(app, token);
  const { data: id } = await upload(manyRows('members', 'Poisoned', 3));
  await app.db.updateTable('imports').set({ state: 'reading' }).where('id', '=', id).execute();
  for (let n = 0; n < 3; n += 1) {
    assert.equal(await crash({ continueImport: id }, 14), 'killed');
  }
  await continueImport(app.ctx(), id);
  const { state, problem } = await read(id);
  assert.deepEqual([state, problem], ['uploaded', importTexts.gaveUp]);
  const { data: other } = await upload(manyRows('members', 'Other', 3));
  await check(other);
  assert.equal((await read(other)).state, 'checked');
});

test('an import that is read or checked can be discarded, and its worker stops', async () => {
  const { upload, read } = openImports(app, token);
  for (const state of ['reading', 'checking'] as const) {
    const { data: id } = await upload(manyRows('members', `Left ${state}`, 3));
    await app.db.updateTable('imports').set({ state }).where('id', '=', id).execute();
    const reply = await callApi(app, discardImport, { params: { id } }, { token });
    assert.equal(reply.status, 204);
    await continueImport(app.ctx(), id);
    assert.equal((await read(id)).state, 'discarded');
    const { rows } = await sql`SELECT FROM import_rows WHERE import_id = ${id}`.execute(app.db);
    assert.equal(rows.length, 0);
  }
});

test('two workers that read the same file store its rows once', async () => {
  const { upload, read } = openImports(app, token);
  const { data: id } = await upload(manyRows('members', 'Twice', 1200));
  await app.db.updateTable('imports').set({ state: 'reading' }).where('id', '=', id).execute();
  await Promise.all([continueImport(app.ctx(), id), continueImport(app.ctx(), id)]);
  // One of them has stopped. If both did, the next job reads it.
  await continueImport(app.ctx(), id);
  const { state, counts, total } = await read(id);
  assert.deepEqual([state, counts.new, total], ['checked', 1200, 1200]);
});
