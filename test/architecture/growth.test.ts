import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { jobNames, type JobName } from '#server/platform/jobs/jobs.ts';
import { proveNow } from '#test/support/people.ts';
import { assertEmpty } from './assert-none.ts';
import { allCalls, endpoints, readers } from './calls/all-calls.ts';
import type { Exception } from './calls/call.ts';
import { openFixture } from './calls/fixture.ts';
import { jobExceptions, jobRuns } from './growth/job-runs.ts';
import { openMeasuredApp } from './growth/measured-app.ts';
import { describeReads, measure } from './growth/row-counters.ts';
import { complaintOf, mostRows, promisedMembers } from './growth/row-limits.ts';

// With 5,000 a table that is read whole is already more than a call may read, and takes a tenth of the time.
const usual = process.env['TEST_FULL'] === 'yes' ? promisedMembers : 5000;
const members = Number(process.env['GROWTH_MEMBERS'] ?? usual);
const app = await openMeasuredApp(members);
// Behind the first 500, whose records have more history.
const fixture = await openFixture(app, 500);
const calls = allCalls(fixture);
const jobs = jobRuns(fixture);

test('every endpoint and every job is measured', () => {
  const measured = new Set(calls.map(({ endpointName }) => endpointName));
  assertEmpty(
    endpoints
      .filter(({ name }) => !measured.has(name))
      .map(({ name }) => `${name}: call it in test/architecture/calls/`),
  );
  const names = calls.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  assert.deepEqual(Object.keys(jobs).toSorted(), ['a mail', ...jobNames].toSorted());
});

/** On the one connection of the measured application, PostgreSQL refuses every change meanwhile. */
async function readingOnly<T>(run: () => Promise<T>): Promise<T> {
  await sql`SET default_transaction_read_only = on`.execute(app.db);
  try {
    return await run();
  } finally {
    await sql`RESET default_transaction_read_only`.execute(app.db);
  }
}

/** With GROWTH_REPORT, each result is printed. */
async function assertFewRows(
  t: TestContext,
  name: string,
  exception: Exception | undefined,
  run: () => Promise<unknown>,
) {
  const measured = await measure(app.db, run);
  const { rows, ms, reads } = measured;
  const line = `${name}: ${rows} rows in ${ms.toFixed(0)} ms, ${describeReads(reads)}`;
  if (process.env['GROWTH_REPORT']) t.diagnostic(line);
  assert.equal(complaintOf(exception, measured, members), null, line);
}

for (const { name, endpointName, prepare, ...expected } of calls) {
  test(`${name} reads few rows of a large database`, async (t) => {
    await proveNow(app, fixture.adminId);
    const call = await prepare();
    const changesNothing = readers.has(endpointName) && !expected.recordsDownload;
    await assertFewRows(t, name, expected.exception, async () => {
      const { status, text } = await (changesNothing ? readingOnly(call) : call());
      const isExpected = expected.alwaysRefused ? status === 409 : status < 300;
      assert.ok(isExpected, `${status} ${text.slice(0, 500)}`);
    });
  });
}

for (const [name, prepare] of Object.entries(jobs)) {
  test(`the job ${name} reads few rows of a large database`, async (t) => {
    await assertFewRows(t, name, jobExceptions[name as JobName], await prepare());
  });
}

test('without an index, the measured call reads more rows than allowed', async () => {
  const register = await calls.find(({ name }) => name === 'register')?.prepare();
  assert.ok(register);
  await sql`DROP INDEX members_archived_by_email`.execute(app.db);
  const { rows, reads } = await measure(app.db, register);
  assert.ok(rows > mostRows, `${rows} rows`);
  assert.ok(reads.some(({ table, wholeTable }) => table === 'members' && wholeTable >= members));
});
