import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { settleInvoice } from '#test/support/books/settle.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { findDigest, inGroups } from '#server/features/books/month-digests.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { query } from '#test/support/empty-database.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { callApi } from '#test/support/call.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const { invoiceId } = await registered(app);
await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });

test('the command prints a line for each check, and ends with 1 if one fails', async () => {
  const settings = { DATABASE_URL: app.url, DATA_DIR: app.dataDir };
  const run = (NOW = app.clock.now().toISOString()) =>
    runArchiveCommand('reconcile', [], { ...settings, NOW }).ended;
  // In 2030 the member's period has ended, and no nightly job has set the status.
  const later = await run('2030-01-01T08:00:00Z');
  assert.match(later.said, /^failed {3}Memberships: /m);
  assert.match(later.said, /^1 check of the books failed on 1 Jan 2030/m);
  const good = await run();
  assert.equal(good.code, 0, good.said);
  assert.equal(good.said.match(/^ok {7}/gm)?.length, 15, good.said);
  assert.match(good.said, /^The books agree\. Checked on /m);

  await query(app.url, 'ALTER TABLE invoices DROP CONSTRAINT invoices_paid_whole');
  await query(app.url, 'UPDATE invoices SET paid_cents = 30000');
  const bad = await run();
  assert.equal(bad.code, 1, bad.said);
  assert.match(bad.said, /^failed {3}Invoices: Invoices and their payments do not agree: \w/m);
  assert.match(
    bad.said,
    /^ {11}INV-00001: R300\.00 is noted as paid, its payments count R450\.00$/m,
  );
  assert.match(bad.said, /^3 checks of the books failed on /m);
  assert.deepEqual(await query(app.url, 'SELECT FROM reconciliations'), []);
});

test('the command waits for a check that is under way', async () => {
  const settings = { DATABASE_URL: app.url, DATA_DIR: app.dataDir };
  const command = await app.db.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.books})`.execute(db);
    const { ended } = runArchiveCommand('reconcile', [], settings);
    assert.equal(await Promise.race([ended, setTimeout(4000, 'it waits')]), 'it waits');
    return { ended };
  });
  assert.match((await command.ended).said, /Checked on|failed on/);
});

test('the command compares the digest of a month with one that was mailed before', async () => {
  app.clock.set('2027-04-01T08:00:00Z');
  const token = await tokenOf(app, adminId);
  const body = { month: '2027-03', despiteFailures: true };
  assert.equal((await callApi(app, closeMonth, { body }, { token })).status, 200);
  const digest = (await findDigest(app.db, '2027-03')) ?? '';
  const run = (of: string, option = '--digest') =>
    runArchiveCommand('reconcile', [option, of], {
      DATABASE_URL: app.url,
      DATA_DIR: app.dataDir,
      NOW: app.clock.now().toISOString(),
    }).ended;
  await query(app.url, 'UPDATE invoices SET paid_cents = amount_cents');
  const good = await run(`2027-03=${inGroups(digest)}`);
  assert.match(good.said, /^ok {7}Digest: Mar 2027 is closed with this digest\.$/m);
  assert.deepEqual([good.code, good.said.includes('The books agree.')], [0, true], good.said);
  const bad = await run(`2027-02=${digest}`);
  assert.match(bad.said, /^failed {3}Digest: Feb 2027 is not closed with this digest\. \w/m);
  assert.deepEqual([bad.code, bad.said.includes('The books agree')], [1, false]);
  assert.match(bad.said, /1 check of the books failed on 1 Apr 2027, 10:00\.\n$/);
  const { said: list } = await run('2027-03', '--list');
  assert.equal(createHash('sha256').update(list).digest('hex'), digest);
});

test('without a database the command says what to set', async () => {
  const { code, said } = await runArchiveCommand('reconcile', [], { DATA_DIR: '/nonexistent' })
    .ended;
  assert.equal(code, 1);
  assert.match(said, /The books were not checked\.\nThere is no database in \/nonexistent\./);
});
