import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { checkBooks, getBooks } from '#contract/books/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { bookCheck } from '#server/features/system-check/checks/books.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { checkDueBooks } from './check-due-books.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);

const rows = () => app.db.selectFrom('reconciliations').selectAll().orderBy('checked_at').execute();
const mails = () =>
  app.db.selectFrom('mails').selectAll().where('kind', '=', 'books-failed').execute();
const as = async () => ({ token: await tokenOf(app, adminId) });
const shown = async () => (await callApi(app, getBooks, {}, await as())).data;
const systemCheck = () => bookCheck({ ...app, secret: null }).run();
/** 03:00 in Johannesburg. */
const night = (day: string) => `${day}T01:00:00Z`;
const runAt = async (at: string) => {
  app.clock.set(at);
  await checkDueBooks(app.ctx());
};
async function metric(name: string): Promise<number> {
  const { body } = await app.fastify.inject('/metrics');
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1]);
}

const { invoiceId } = await registered(app);
await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
/** The trigger keeps the sum, so it is taken away to spoil it. */
async function setPaidCents(cents: number) {
  await sql`ALTER TABLE invoices DROP CONSTRAINT IF EXISTS invoices_paid_whole`.execute(app.db);
  await sql`UPDATE invoices SET paid_cents = ${cents} WHERE id = ${invoiceId}`.execute(app.db);
}

test('the books are checked once in each night, in one process, and not in the day', async () => {
  await runAt('2027-03-11T08:00:00Z');
  assert.deepEqual(await rows(), []);
  app.clock.set(night('2027-03-12'));
  await concurrently(5, () => checkDueBooks(app.ctx()));
  await checkDueBooks(app.ctx());
  const stored = await rows();
  assert.deepEqual(
    stored.map((row) => [row.night, row.results.length]),
    [['2027-03-12', 15]],
  );
  assert.equal((await systemCheck()).state, 'ok');
  assert.deepEqual(
    [await metric('books_failures'), await metric('books_check_age_seconds')],
    [0, 0],
  );
  assert.deepEqual(await mails(), []);
});

test('a new failure is mailed once, and again only when there is another one', async () => {
  await setPaidCents(30_000);
  await runAt(night('2027-03-13'));
  const [mail, ...others] = await mails();
  assert.deepEqual([others.length, mail?.to_name], [0, 'Naledi Khumalo']);
  const { publicUrl } = app.config;
  const message = await renderEmail({ db: app.db, publicUrl, mail: mail as never });
  assert.equal(message?.subject, 'The books do not agree');
  assert.match(
    message?.text ?? '',
    /INV-00001: R300\.00 is noted as paid, its payments count R450\.00/,
  );
  const check = await systemCheck();
  assert.deepEqual(
    [check.state, check.finding],
    ['failed', '3 checks of the books failed on 13 Mar 2027, 03:00. Invoices, The sum, Months.'],
  );
  assert.equal(await metric('books_failures'), 3);
  await runAt(night('2027-03-14'));
  assert.equal((await mails()).length, 1);
  await setPaidCents(20_000);
  await runAt(night('2027-03-15'));
  assert.equal((await mails()).length, 2);
  await setPaidCents(45_000);
  await runAt(night('2027-03-16'));
  assert.deepEqual([(await mails()).length, await metric('books_failures')], [2, 0]);
});

test('an administrator checks them at any time, and the results name no person', async () => {
  app.clock.set('2027-03-16T09:00:00Z');
  await setPaidCents(30_000);
  const { status, data } = await callApi(app, checkBooks, {}, await as());
  assert.deepEqual([status, data.last?.checkedUtc], [200, '2027-03-16T09:00:00.000Z']);
  assert.deepEqual(await shown(), data);
  assert.doesNotMatch(JSON.stringify(await rows()), /thandi|dlamini/i);
  await setPaidCents(45_000);
});

test('books that were not checked for three days are overdue', async () => {
  await callApi(app, checkBooks, {}, await as());
  app.clock.set('2027-03-19T09:00:00Z');
  assert.equal((await shown()).isOverdue, false);
  app.clock.set('2027-03-19T09:00:01Z');
  const { isOverdue } = await shown();
  const { state, finding } = await systemCheck();
  assert.deepEqual([isOverdue, state], [true, 'warning']);
  assert.match(finding, /The books were not checked in the last 3 days\.$/);
});

test('they are checked once after a restore, and results are deleted after a year', async () => {
  const before = (await rows()).length;
  const at = new Date('2027-03-20T09:59:00Z');
  await app.db
    .insertInto('restores')
    .values({ id: randomUUID(), restored_at: at, backup_made_at: at })
    .execute();
  await runAt('2027-03-20T10:00:00Z');
  await runAt('2027-03-20T10:20:00Z');
  assert.equal((await rows()).length, before + 1);
  await runAt(night('2028-04-01'));
  assert.deepEqual(
    (await rows()).map((row) => row.night),
    ['2028-04-01'],
  );
});
