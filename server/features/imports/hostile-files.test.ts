import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { uploadStatement } from '#contract/bank-statements/endpoints.ts';
import { mostImportRows } from '#contract/imports/file-texts.ts';
import { uploadImport } from '#contract/imports/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { naledi } from '#test/support/people.ts';
import { previewApart, rowsApart } from '#server/platform/spreadsheets/read-file-apart.ts';

const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
after(() => rm(folder, { recursive: true }));
const script = new URL(
  '../../../test/support/hostile-files/write-hostile-files.ts',
  import.meta.url,
);
await promisify(execFile)(process.execPath, [fileURLToPath(script), folder]);

const app = await openTestApp();
const { token } = await naledi(app);
const imports = openImports(app, token);
const fileOf = async (name: string) =>
  new File([new Uint8Array(await readFile(join(folder, name)))], name);

const mostGrowth = 150 * 1024 * 1024;
const mostMs = 1000;
const worst = { ms: 0, growth: 0 };

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** Other calls are answered while the effect runs, and the process stays small. */
async function assertHarmless<T>(effect: () => Promise<T>): Promise<T> {
  const before = process.memoryUsage().rss;
  const running = { isDone: false };
  const most = { ms: 0, growth: 0 };
  const watching = (async () => {
    while (!running.isDone) {
      const begun = performance.now();
      const reply = await app.fastify.inject({ url: '/api/member-types' });
      assert.ok(reply.statusCode < 500);
      most.ms = Math.max(most.ms, performance.now() - begun);
      most.growth = Math.max(most.growth, process.memoryUsage().rss - before);
      await wait(10);
    }
  })();
  try {
    return await effect();
  } finally {
    running.isDone = true;
    await watching;
    worst.ms = Math.max(worst.ms, most.ms);
    worst.growth = Math.max(worst.growth, most.growth);
    assert.ok(most.growth < mostGrowth, `the process grew by ${megabytes(most.growth)} MB`);
    assert.ok(most.ms < mostMs, `another call waited for ${Math.round(most.ms)} ms`);
  }
}

const tooLarge = /too large when it is unpacked/;
const damaged = /damaged or not complete/;
const refused: Record<string, RegExp> = {
  'nested.xlsx': damaged,
  'attributes.xlsx': damaged,
  'headings.xlsx': tooLarge,
  'cell.xlsx': tooLarge,
  'bomb.xlsx': tooLarge,
  'sheets.xlsx': /at most 50 sheets/,
  'names.xlsx': /name of a sheet is too long/,
  'endless-line.csv': /Row 1|row 1/,
  'open-quote.csv': /quotation mark in row 2 is never closed/,
  'columns.csv': /Row 1 has 1900000 columns/,
};

for (const [name, sentence] of Object.entries(refused)) {
  test(`${name} gets a sentence, and harms nothing`, async () => {
    const kind = name === 'nested.xlsx' ? 'suppressions' : 'members';
    const file = await fileOf(name);
    const reply = await assertHarmless(() =>
      callApi(app, uploadImport, { query: { fileName: name, kind }, file }, { token }),
    );
    assert.equal(reply.status, 400, reply.text);
    assert.match(reply.message ?? '', sentence);
  });
}

const refusedStatements: Record<string, RegExp> = {
  'nested.xlsx': damaged,
  'tags.ofx': /ends in the middle/,
  'texts.mt940': /./,
};

for (const [name, sentence] of Object.entries(refusedStatements)) {
  test(`${name} as a bank statement gets a sentence, and harms nothing`, async () => {
    const file = await fileOf(name);
    const query = { fileName: name };
    const reply = await assertHarmless(() =>
      callApi(app, uploadStatement, { query, file }, { token }),
    );
    assert.equal(reply.status, 400, reply.text);
    assert.match(reply.message ?? '', sentence);
  });
}

for (const name of ['poisoned.xlsx', 'poisoned-z.xlsx']) {
  test(`${name}, whose first rows are good, is refused by the check, and another file can be imported`, async () => {
    const id = await assertHarmless(() => checked(name));
    const { state, problem } = await imports.read(id);
    assert.equal(state, 'uploaded');
    assert.match(problem ?? '', /Row 42 has more than 50,000 characters/);
  });
}

/** The uploaded file, checked. */
async function checked(name: string): Promise<string> {
  const { data: id, status } = await imports.upload(
    new Uint8Array(await readFile(join(folder, name))),
    name,
  );
  assert.equal(status, 201);
  await imports.change(id, { columns: ['firstName', 'lastName', 'email'] });
  const { status: begun, message } = await imports.check(id);
  assert.equal(begun, 200, message);
  return id;
}

test('merged.xlsx, with ranges over all rows, is checked, and a cell has one sentence', async () => {
  const id = await assertHarmless(() => checked('merged.xlsx'));
  assert.equal((await imports.read(id)).state, 'checked');
  const { most } = await app.db
    .selectFrom('import_rows')
    .select(sql<number>`max(jsonb_array_length(cell_problems))`.as('most'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(most, 1);
});

test('merged-columns.xlsx is refused, because its sentences count as characters', async () => {
  const id = await assertHarmless(() => checked('merged-columns.xlsx'));
  const { state, problem } = await imports.read(id);
  assert.equal(state, 'uploaded');
  assert.match(problem ?? '', /more than 25,000,000 characters together/);
});

test('an honest file of 20,000 rows is read', async () => {
  for (const name of ['honest.xlsx', 'honest.csv']) {
    const path = join(folder, name);
    const { settings } = await assertHarmless(() => previewApart(path, null, {}));
    let count = 0;
    for await (const batch of rowsApart(path, settings)) count += batch.length;
    assert.equal(count, mostImportRows, name);
  }
});

test('what was received is deleted', async (t) => {
  const folderOf = () => readdir(join(app.dataDir, 'uploads'));
  while ((await folderOf()).length > 0) await wait(10);
  t.diagnostic(
    `in all, another call waited for at most ${Math.round(worst.ms)} ms, and the process grew by ${megabytes(worst.growth)} MB`,
  );
});
