import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  checkImport,
  listImports,
  previewUndo,
  startImport,
  undoImport,
} from '#contract/imports/endpoints.ts';
import { importExportTexts } from '#contract/imports/export-texts.ts';
import { importTexts } from '#contract/imports/texts.ts';
import { settleInvoice } from '#server/features/payments/settle-invoice.ts';
import { openTestApp } from '#test/support/app.ts';
import { evaluateBooks } from '#server/features/books/run-checks.ts';
import { sealEntries } from '#server/features/seals/seal-entries.ts';
import { callApi } from '#test/support/call.ts';
import { crashPointAt } from '#test/support/crash-at-every-statement.ts';
import { contentsOf } from '#test/support/full-export/compare.ts';
import { downloadExport } from '#test/support/full-export/download-export.ts';
import { buildNastyWorld } from '#test/support/full-export/nasty-world.ts';
import { bookingSums } from '#test/support/histories/booking-sums.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { naledi } from '#test/support/people.ts';
import { continueImport } from './continue-import.ts';

const old = await openTestApp();
const oldToken = (await naledi(old)).token;
await buildNastyWorld(old, oldToken);
const zip = await downloadExport(old, oldToken);
const expected = await contentsOf(old);

const app = await openTestApp();
const { token } = await naledi(app);
const imports = openImports(app, token);
const empty = await contentsOf(app);

async function upload(): Promise<string> {
  const { status, message, data } = await imports.upload(new Uint8Array(zip), 'export.zip');
  assert.equal(status, 201, message);
  return data;
}

/** Checks and imports the files one after the other. Returns them, the first first. */
async function importAll(first: string): Promise<string[]> {
  const ids: string[] = [];
  for (let id: string | undefined = first; id !== undefined;) {
    await imports.check(id);
    const { counts, state, problem } = await imports.read(id);
    assert.deepEqual([state, problem, counts.problem], ['checked', null, 0], await sayRows(id));
    if (counts.new + counts.change > 0) {
      const { status, message } = await imports.start(id);
      assert.equal(status, 200, message);
      ids.push(id);
    }
    const { next, counts: done } = await imports.read(id);
    assert.equal(done.problem, 0, await sayRows(id));
    id = next?.id;
  }
  return ids;
}

async function sayRows(id: string): Promise<string> {
  const { fileName } = await imports.read(id);
  return [fileName, ...(await imports.outcomes(id))].join('\n');
}

async function undoAll(ids: string[]): Promise<void> {
  for (const id of ids.toReversed()) {
    const { status, message } = await imports.undo(id);
    assert.equal(status, 200, message);
    const { state, fileName, problem } = await imports.read(id);
    assert.equal(state, 'undone', `${fileName}: ${problem}`);
  }
}

/** Numbers of an undone import are not used again. */
const withoutCounters = ({ counters: _, ...rest }: Record<string, unknown[]>) => rest;

test('an export that is read back into an empty installation has the same records, row for row', async () => {
  for (const [name, rows] of Object.entries(expected)) assert.ok(rows.length > 1, name);
  const mails = await countMails();
  // From here on an entry with an earlier time is late, but for those of an import.
  await sealEntries(app);
  const ids = await importAll(await upload());
  assert.deepEqual(await contentsOf(app), expected);
  assert.deepEqual(await bookingSums(app), await bookingSums(old));
  assert.equal(await countMails(), mails);
  await assertSealsAgree();
  await undoAll(ids);
  assert.deepEqual(await bookingSums(app), []);
  await assertSealsAgree();
  assert.deepEqual(withoutCounters(await contentsOf(app)), withoutCounters(empty));
});

/** Payments come with their old times, and are deleted again when the import is undone. */
async function assertSealsAgree(): Promise<void> {
  await sealEntries(app);
  const seals = (await evaluateBooks(app.db, app.clock.now())).find(({ name }) => name === 'Seals');
  assert.deepEqual(seals?.rows, []);
  assert.match(seals.finding, /^Every sealed entry is as it was sealed\./);
}

async function countMails(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM mails`.execute(app.db);
  return rows[0]?.count ?? -1;
}

test('the files wait in their order, and each needs those before it', async () => {
  app.clock.set('2027-03-10T08:01:00Z');
  const first = await upload();
  const { data } = await callApi(app, listImports, {}, { token });
  const files = data.slice(0, 11).map(({ fileName }) => fileName);
  assert.deepEqual(files, [
    'member-types.csv of export.zip',
    'member-statuses.csv of export.zip',
    'members.csv of export.zip',
    'relatives.csv of export.zip',
    'invoices.csv of export.zip',
    'periods.csv of export.zip',
    'donations.csv of export.zip',
    'payments.csv of export.zip',
    'credit-uses.csv of export.zip',
    'consents.csv of export.zip',
    'suppressed-addresses.csv of export.zip',
  ]);
  const periods = data[5]?.id ?? '';
  const early = await callApi(app, checkImport, { params: { id: periods } }, { token });
  assert.deepEqual(
    [early.status, early.message],
    [409, importTexts.earlierFirst('member-types.csv of export.zip')],
  );
  const ids = await importAll(first);
  const members = data[2]?.id ?? '';
  const undo = await callApi(app, undoImport, { params: { id: members } }, { token });
  assert.deepEqual(
    [undo.status, undo.message],
    [409, importTexts.laterFirst('relatives.csv of export.zip')],
  );
  const again = await upload();
  assert.deepEqual(await importAll(again), []);
  assert.deepEqual(await contentsOf(app), expected);
  await undoAll(ids);
});

test('reading back that is killed leaves whole rows, and continues to the end once', async () => {
  app.clock.set('2027-03-10T08:02:00Z');
  const crash = crashPointAt(app);
  const ids: string[] = [];
  for (let id: string | undefined = await upload(); id !== undefined;) {
    await imports.check(id);
    const { counts } = await imports.read(id);
    const { kind } = await imports.read(id);
    if (kind === 'exportedMembers' || kind === 'exportedInvoices') {
      await callApi(app, startImport, { params: { id }, query: {} }, { token });
      const before = await contentsOf(app);
      assert.equal(await crash({ continueImport: id }, 6), 'killed');
      assert.deepEqual(await contentsOf(app), before);
      await continueImport(app.ctx(), id);
    } else if (counts.new + counts.change > 0) await imports.start(id);
    const { state, next } = await imports.read(id);
    if (state === 'imported') ids.push(id);
    id = next?.id;
  }
  assert.deepEqual(await contentsOf(app), expected);
  const [last = ''] = ids.slice(-1);
  await callApi(app, undoImport, { params: { id: last } }, { token });
  assert.equal(await crash({ continueImport: last }, 6), 'killed');
  assert.deepEqual(await contentsOf(app), expected);
  await continueImport(app.ctx(), last);
  assert.equal((await imports.read(last)).state, 'undone');
  await undoAll(ids.slice(0, -1));
  assert.deepEqual(withoutCounters(await contentsOf(app)), withoutCounters(empty));
});

test('the undo never deletes money that came since', async () => {
  app.clock.set('2027-03-10T08:03:00Z');
  const ids = await importAll(await upload());
  const kinds = await Promise.all(ids.map(async (id) => (await imports.read(id)).kind));
  const place = kinds.indexOf('exportedInvoices');
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE paid_cents = amount_cents LIMIT 1`.execute(app.db);
  const input = { invoiceId: rows[0]?.id ?? '', externalReference: 'PF-9' };
  const { paymentId = '' } = await settleInvoice(app.ctx(), { ...input, source: 'payfast' });
  const ofPayment = app.db.selectFrom('payments').where('id', '=', paymentId);
  await undoAll(ids.slice(place + 1));
  await imports.undo(ids[place] ?? '');
  const { state, problem } = await imports.read(ids[place] ?? '');
  assert.deepEqual([state, problem], ['imported', importTexts.prevented]);
  assert.equal((await ofPayment.select('amount_cents').execute()).length, 1);
  await app.db.transaction().execute(async (db) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    await db.deleteFrom('payments').where('id', '=', paymentId).execute();
  });
  await undoAll(ids.slice(0, place + 1));
  assert.deepEqual(withoutCounters(await contentsOf(app)), withoutCounters(empty));
});

test('a record that was changed or paid since prevents the undo', async () => {
  app.clock.set('2027-03-10T08:04:00Z');
  const ids = await importAll(await upload());
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE is_unpaid(payment_id, voided_at)`.execute(app.db);
  const invoiceId = rows[0]?.id ?? '';
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const names = new Map(
    await Promise.all(
      ids.map(async (id) => [(await imports.read(id)).fileName.split('.')[0], id] as const),
    ),
  );
  const invoices = names.get('invoices') ?? '';
  const { data } = await callApi(app, previewUndo, { params: { id: invoices } }, { token });
  assert.deepEqual(
    data.map(({ sentence, recordId }) => [sentence, recordId]),
    [[importExportTexts.changed, invoiceId]],
  );
});
