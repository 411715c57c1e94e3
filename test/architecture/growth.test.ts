import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { jobNames } from '#server/platform/jobs/jobs.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { proveNow } from '#test/support/people.ts';
import { assertEmpty } from './assert-none.ts';
import { choiceCalls } from './audited/choice-calls.ts';
import { duplicateCalls as auditedDuplicateCalls } from './audited/duplicate-calls.ts';
import { comparisonCalls } from './audited/comparison-calls.ts';
import { communicationCalls } from './audited/communication-calls.ts';
import { bankMatchingCalls } from './audited/bank-matching-calls.ts';
import { bankStatementCalls } from './audited/bank-statement-calls.ts';
import { proofCalls } from './audited/proof-calls.ts';
import { monthEndCalls } from './audited/month-end-calls.ts';
import { importCalls } from './audited/import-calls.ts';
import { restoreCalls } from './audited/restore-calls.ts';
import { creditCalls } from './audited/credit-calls.ts';
import { donationCalls, invoiceCalls } from './audited/money-calls.ts';
import { peopleCalls } from './audited/people-calls.ts';
import { twoStepCalls } from './audited/two-step-calls.ts';
import { accountCalls } from './growth/account-calls.ts';
import { bulkEmailCalls } from './growth/bulk-email-calls.ts';
import { bulkRunCalls } from './growth/bulk-run-calls.ts';
import { complaintOf, exceptions, mostRows, promisedMembers } from './growth/exceptions.ts';
import { erasingCalls } from './audited/erasing-calls.ts';
import { duplicateCalls } from './growth/duplicate-calls.ts';
import { erasureCalls } from './growth/erasure-calls.ts';
import { bankMatchingGrowthCalls } from './growth/bank-matching-calls.ts';
import { bankStatementGrowthCalls } from './growth/bank-statement-calls.ts';
import { proofGrowthCalls } from './growth/proof-calls.ts';
import { importGrowthCalls } from './growth/import-calls.ts';
import { monthEndGrowthCalls } from './growth/month-end-calls.ts';
import { jobRuns } from './growth/job-runs.ts';
import { listCalls } from './growth/list-calls.ts';
import { openGrowthFixture, openMeasuredApp, type GrowthCalls } from './growth/measured-app.ts';
import { recordCalls } from './growth/record-calls.ts';
import { describeReads, measure } from './growth/row-counters.ts';
import { searchCalls } from './growth/search-calls.ts';
import { visitorCalls } from './growth/visitor-calls.ts';

// With 5,000 a table that is read whole is already more than a call may read, and takes a tenth of the time.
const usual = process.env['TEST_FULL'] === 'yes' ? promisedMembers : 5000;
const members = Number(process.env['GROWTH_MEMBERS'] ?? usual);
const app = await openMeasuredApp(members);
const fixture = await openGrowthFixture(app);
const all = await allEndpoints();
const endpoints = all.map(({ name }) => name);
const readers = new Set(
  all
    .filter(({ endpoint }) => endpoint.method === 'GET' || endpoint.readOnly)
    .map(({ name }) => name),
);
/** They change nothing but the record of who downloaded what. */
const recorded = [
  'searchMembers: as a file',
  'searchInvoices: as a file',
  'searchDonations: as a file',
  'downloadDataExport',
];

const audited = {
  ...erasingCalls(fixture),
  ...auditedDuplicateCalls(fixture),
  ...peopleCalls(fixture),
  ...twoStepCalls(fixture),
  ...choiceCalls(fixture),
  ...invoiceCalls(fixture),
  ...donationCalls(fixture),
  ...creditCalls(fixture),
  ...comparisonCalls(fixture),
  ...communicationCalls(fixture),
  ...restoreCalls(fixture),
  ...importCalls(fixture),
  ...bankStatementCalls(fixture),
  ...proofCalls(fixture),
  ...bankMatchingCalls(fixture),
  ...monthEndCalls(fixture),
};
const bulkCalls = { ...bulkEmailCalls(fixture), ...bulkRunCalls(fixture) };
const calls: GrowthCalls = {
  ...listCalls(fixture),
  ...searchCalls(fixture),
  ...recordCalls(fixture),
  ...accountCalls(fixture),
  ...visitorCalls(fixture),
  ...duplicateCalls(fixture),
  ...bulkCalls,
  ...importGrowthCalls(fixture),
  ...bankStatementGrowthCalls(fixture),
  ...proofGrowthCalls(fixture),
  ...bankMatchingGrowthCalls(fixture),
  ...monthEndGrowthCalls(fixture),
  // Later, because erasing leaves changes of recipients to merge, which a list of bulk emails adds up.
  ...erasureCalls(app, fixture),
  ...auditedCalls(),
  'deleteMember: archive': async () => audited.archiveMember,
};
const jobs = jobRuns(fixture);
const alwaysRefused = ['createCompanyInfo', 'deleteCompanyInfo'];

/** The other audited calls. What they prepare is measured with them. */
function auditedCalls(): GrowthCalls {
  const others = Object.entries(audited).filter(
    ([name]) => endpoints.includes(name) && !(name in bulkCalls),
  );
  return Object.fromEntries(others.map(([name, call]) => [name, async () => call]));
}

test('every endpoint and every job is measured', () => {
  const measured = new Set(Object.keys(calls).map((name) => name.split(':')[0] ?? ''));
  assertEmpty([
    ...endpoints
      .filter((name) => !measured.has(name))
      .map((name) => `${name}: call it in test/architecture/growth/`),
    ...[...measured]
      .filter((name) => !endpoints.includes(name))
      .map((name) => `${name} is no endpoint: remove its call`),
    ...Object.keys(exceptions)
      .filter((name) => !(name in calls) && !(name in jobs))
      .map((name) => `${name} is not measured: remove its exception`),
  ]);
  assert.deepEqual(Object.keys(jobs).toSorted(), ['a mail', 'a seal', ...jobNames].toSorted());
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
async function assertFewRows(t: TestContext, name: string, run: () => Promise<unknown>) {
  const measured = await measure(app.db, run);
  const { rows, ms, reads } = measured;
  const line = `${name}: ${rows} rows in ${ms.toFixed(0)} ms, ${describeReads(reads)}`;
  if (process.env['GROWTH_REPORT']) t.diagnostic(line);
  assert.equal(complaintOf(name, measured, members), null, line);
}

for (const [name, prepare] of Object.entries(calls)) {
  test(`${name} reads few rows of a large database`, async (t) => {
    await proveNow(app, fixture.adminId);
    const call = await prepare();
    const isReader = readers.has(name.split(':')[0] ?? '') && !recorded.includes(name);
    await assertFewRows(t, name, async () => {
      const { status, text } = await (isReader ? readingOnly(call) : call());
      const isExpected = alwaysRefused.includes(name) ? status === 409 : status < 300;
      assert.ok(isExpected, `${status} ${text.slice(0, 500)}`);
    });
  });
}

for (const [name, prepare] of Object.entries(jobs)) {
  test(`the job ${name} reads few rows of a large database`, async (t) => {
    await assertFewRows(t, name, await prepare());
  });
}

test('without an index, the measured call reads more rows than allowed', async () => {
  const register = await calls['register']!();
  await sql`DROP INDEX members_archived_by_email`.execute(app.db);
  const { rows, reads } = await measure(app.db, register);
  assert.ok(rows > mostRows, `${rows} rows`);
  assert.ok(reads.some(({ table, wholeTable }) => table === 'members' && wholeTable >= members));
});
