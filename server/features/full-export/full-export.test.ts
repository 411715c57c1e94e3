import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { searchSecurityEvents } from '#contract/security-record/endpoints.ts';
import { exportEverything, fullExportTexts } from '#contract/full-export/endpoints.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { downloadExport } from '#test/support/full-export/download-export.ts';
import { filesIn, rowsIn } from '#test/support/full-export/read-zip.ts';
import { addFullHistoryMember } from '#test/support/full-history-member.ts';
import { naledi, registered } from '#test/support/people.ts';
import { exportFiles } from './files.ts';
import { writeZip } from '#server/platform/files/write-zip.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
await addFullHistoryMember(app, 'Ömer');
await registered(app, { firstName: '=cmd', zipCode: '0081', phone: '+27 82 123 4567' });

const names = Object.keys(exportFiles);

test('the zip has each file with its columns, and columns.csv describes each of them', async () => {
  const files = await filesIn(await downloadExport(app, token));
  assert.deepEqual(
    [...files.keys()].toSorted(),
    ['readme.txt', 'columns.csv', ...names.map((name) => `${name}.csv`)].toSorted(),
  );
  const index = rowsIn(files.get('columns.csv'));
  for (const name of names) {
    const text = files.get(`${name}.csv`) ?? '';
    const headings = exportFiles[name]?.columns.map(({ header }) => header);
    assert.equal(text.split('\r\n')[0], `\uFEFF${headings?.join(',')}`);
    const described = index.filter((row) => row.File === `${name}.csv`);
    assert.deepEqual(
      described.map((row) => row.Column),
      headings,
    );
    assert.ok(described.every((row) => row.Meaning !== '' && row.Format !== ''));
    assert.ok(rowsIn(text).length > 0 || name === 'suppressed-addresses', name);
  }
});

test('values are as in the product: numbers, days, money, leading zeros, no formulas', async () => {
  const files = await filesIn(await downloadExport(app, token));
  const rows = (name: string) => rowsIn(files.get(`${name}.csv`));
  const [omer, thandi] = rows('members');
  assert.equal(omer?.['Membership number'], '00001');
  assert.deepEqual(
    ['First name', 'Zip code', 'Phone', 'Status', 'Membership number'].map((one) => thandi?.[one]),
    ["'=cmd", '0081', '+27 82 123 4567', 'Pending', ''],
  );
  const [paid, open] = rows('invoices');
  assert.match(paid?.['Invoice number'] ?? '', /^INV-\d{5}$/);
  assert.match(paid?.Amount ?? '', /^\d+\.\d\d$/);
  assert.match(paid?.['Paid on'] ?? '', /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual([paid?.State, open?.State, open?.['Paid on']], ['Paid', 'Open', '']);
  const [donation] = rows('donations');
  assert.deepEqual([donation?.['Donation number'], donation?.Amount], ['DON-00001', '77.00']);
  const { count } = await app.db
    .selectFrom('payments')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(rows('payments').length, count);
  const period = rows('periods')[0];
  assert.equal(period?.['Member id'], omer?.['Member id']);
  assert.equal(period?.['Invoice number'], paid?.['Invoice number']);
});

test('no password, key or token leaves, in whatever column', async () => {
  const text = [...(await filesIn(await downloadExport(app, token))).values()].join('\n');
  assert.doesNotMatch(text, /argon2|-----BEGIN/);
  const { rows } = await sql<{ secret: string }>`
    SELECT secret FROM mails WHERE secret IS NOT NULL
    UNION SELECT password_hash FROM users WHERE password_hash IS NOT NULL`.execute(app.db);
  assert.ok(rows.every(({ secret }) => !text.includes(secret)));
});

test('the audit log and the security record say who exported', async () => {
  await downloadExport(app, token);
  const { data } = await callApi(app, searchAudit, { body: { action: 'exportEverything' } }, as);
  assert.equal(data.results[0]?.byName, 'Naledi Khumalo');
  assert.match(data.results[0]?.subjectName ?? '', /^export-\d{4}-\d\d-\d\d\.zip$/);
  const events = await callApi(app, searchSecurityEvents, { body: {} }, as);
  assert.ok(events.data.results.some(({ kind }) => kind === 'everythingExported'));
});

test('one export runs at a time, also in another process, and the next one can begin after it', async () => {
  const other = await app.db.startTransaction().execute();
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.fullExport})`.execute(other);
  const reply = await callApi(app, exportEverything, {}, as);
  await other.rollback().execute();
  assert.deepEqual([reply.status, reply.message], [409, fullExportTexts.running]);
  await downloadExport(app, token);
});

test('a file that breaks off is no zip', async () => {
  const whole = await downloadExport(app, token);
  await assert.rejects(filesIn(whole.subarray(0, whole.length - 30)));
  const failing = writeZip(
    [
      {
        name: 'a.csv',
        *chunks() {
          yield 'some';
          throw new Error('the database is gone');
        },
      },
    ],
    new Date(),
  );
  await assert.rejects(Array.fromAsync(failing), /the database is gone/);
});

test('a client that leaves ends the export', async () => {
  const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const abort = new AbortController();
  const reply = await fetch(`${address}/api${exportEverything.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  assert.equal(reply.status, 200);
  abort.abort();
  let status = 409;
  // Until the server has noticed.
  for (let tries = 0; status === 409 && tries < 1000; tries += 1) {
    ({ status } = await callApi(app, exportEverything, {}, as));
  }
  assert.equal(status, 200);
});
