import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import type { ImportKind } from '#contract/imports/columns.ts';
import { startImport, undoImport } from '#contract/imports/endpoints.ts';
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

/** A statement in the second transaction. Payments and donations are recorded one by one. */
const inSecond = { members: 30, payments: 260, donations: 260, suppressions: 24 };

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
  assert.equal(await crash({ continueImport: id }, 5), 'killed');
  await continueImport(app.ctx(), id);
  const { state, counts, total } = await read(id);
  assert.deepEqual([state, counts.new, total], ['checked', people, people]);
});
