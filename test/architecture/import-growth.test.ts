import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { ImportKind } from '#contract/imports/columns.ts';
import { checkImport } from '#server/features/imports/check-import.ts';
import { continueImport } from '#server/features/imports/continue-import.ts';
import { readImport } from '#server/features/imports/queries.ts';
import { startImport } from '#server/features/imports/start-import.ts';
import { undoImport } from '#server/features/imports/undo-import.ts';
import { uploadImport } from '#server/features/imports/upload-import.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { openTestApp } from '#test/support/app.ts';
import { importKinds, manyRows } from '#test/support/imports/many-rows.ts';
import { naledi } from '#test/support/people.ts';
import { describeReads, measure } from './growth/row-counters.ts';

const app = await openTestApp();
const { id: userId } = await naledi(app);
// One connection, so that its reads can be counted.
const db = openDb(openPool(app.url, 1));
after(() => db.destroy());
const by = { userId, role: 'Admin', sessionId: randomUUID(), memberId: null };
const ctx = { ...app.ctx(), db, by };

const count = 1500;
/**
 * With triggers, and small tables that each batch reads whole. For each deleted record, each foreign key to
 * members or users (over forty) reads the versions of its row that are still in the index.
 */
const mostPerRow = 200;

type Step = typeof checkImport;

/**
 * On a new installation, members are imported first of all, and PostgreSQL knows only a few, and the rows of
 * their import. Here all of them have last names of their own, which the next file has not.
 */
async function addFew(): Promise<void> {
  const few = manyRows('members', 'Few', 300).replaceAll(/Nr(\d+),Few/g, 'Thandi,Few$1');
  const id = await withPrivateFile([Buffer.from(few)], (file) =>
    uploadImport(ctx, { kind: 'members', fileName: 'few.csv', file }),
  );
  for (const step of [checkImport, startImport]) {
    await step(ctx, id);
    await continueImport(ctx, id);
  }
  await sql`ANALYZE members, import_rows`.execute(db);
}

await addFew();
// As after a restore of a new installation: PostgreSQL knows that these are empty.
await sql`VACUUM (ANALYZE) invoices, payments, donations`.execute(db);

function stepsOf(kind: ImportKind) {
  const bytes = Buffer.from(manyRows(kind, 'Alike', count));
  const upload = () =>
    withPrivateFile([bytes], (file) => uploadImport(ctx, { kind, fileName: `${kind}.csv`, file }));

  async function assertFewReads(name: string, step: Step, id: string): Promise<void> {
    const { rows, reads } = await measure(db, async () => {
      await step(ctx, id);
      await continueImport(ctx, id);
    });
    const line = `${name}: ${(rows / count).toFixed(1)} for each row, ${describeReads(reads)}`;
    assert.ok(rows < mostPerRow * count, line);
  }

  return { upload, assertFewReads };
}

for (const kind of importKinds) {
  test(`each step of ${count} ${kind} with one last name reads few rows for each`, async () => {
    const { upload, assertFewReads } = stepsOf(kind);
    const id = await upload();
    await assertFewReads('check', checkImport, id);
    await assertFewReads('import', startImport, id);
    const again = await upload();
    await assertFewReads('check again', checkImport, again);
    assert.deepEqual((await readImport(db, again)).counts.same, count);
    await assertFewReads('undo', undoImport, id);
    assert.equal((await readImport(db, id)).state, 'undone');
  });
}
