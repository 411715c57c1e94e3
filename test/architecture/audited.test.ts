import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditWords, searchAudit } from '#contract/audit/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, proveNow } from '#test/support/people.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { choiceCalls } from './audited/choice-calls.ts';
import { donationCalls, invoiceCalls } from './audited/money-calls.ts';
import { duplicateCalls } from './audited/duplicate-calls.ts';
import { comparisonCalls } from './audited/comparison-calls.ts';
import { creditCalls } from './audited/credit-calls.ts';
import { communicationCalls } from './audited/communication-calls.ts';
import { bankMatchingCalls } from './audited/bank-matching-calls.ts';
import { bankStatementCalls } from './audited/bank-statement-calls.ts';
import { proofCalls } from './audited/proof-calls.ts';
import { monthEndCalls } from './audited/month-end-calls.ts';
import { importCalls } from './audited/import-calls.ts';
import { restoreCalls } from './audited/restore-calls.ts';
import { erasingCalls } from './audited/erasing-calls.ts';
import { peopleCalls } from './audited/people-calls.ts';
import { twoStepCalls } from './audited/two-step-calls.ts';
import { openAuditFixture } from './audited/fixture.ts';
import { assertEmpty } from './assert-none.ts';

/** Calls without an audit entry although they change something or look as if they do, and why. */
const notAudited: Record<string, string> = {
  login: 'no user is signed in yet',
  forgotPassword: 'no user is signed in',
  resetPassword: 'no user is signed in',
  requestResetToken: 'no user is signed in',
  startTwoStep: 'changes nothing before the first code, which has an entry',
  register: 'people register themselves',
  notifyDonation: 'the card provider calls it',
  notifySubscription: 'the card provider calls it',
  logout: 'ends the session of the user and changes no record',
  endOwnSession: 'ends a session of the user and changes no record',
  endOwnSessions: 'ends the sessions of the user and changes no record',
  prove: 'changes no record, and the security record has it',
  createCompanyInfo: 'always refused',
  deleteCompanyInfo: 'always refused',
  previewRenewals: 'only counts',
  previewRetention: 'only counts',
  sendTestMail: 'changes no record, and the mail itself is stored',
  readUnsubscribeLink: 'it only reads, with the token in the body',
  readConsentLink: 'it only reads, with the token in the body',
  readProofLink: 'it only reads, with the token in the body',
  sendProof: 'payers send it themselves, and the file records it',
  unsubscribe: 'recipients do it themselves, and the suppression records it',
  confirmConsents: 'recipients do it themselves, and the consent records it',
  previewBulkEmail: 'only reads',
  sendTestBulkEmail: 'changes no record, and the mail itself is stored',
  updateImport: 'says what a file means, and changes no record',
  checkImport: 'changes no record',
  checkBooks: 'changes no record',
  uploadAttachment: 'the entry of the bulk email that uses the attachment names it',
};

/** What a person does with a mailed link, without a session; the tests of the feature show its entry. */
const byMailedLink = ['returnMember'];

// No worker runs, so nothing asks there.
const app = await openTestApp({ PAYFAST_API_URL: 'http://127.0.0.1:9' });
const { id, token } = await naledi(app);
const fixture = openAuditFixture(app, token);
/** One successful call of each audited endpoint. */
const calls: Record<string, () => Promise<{ status: number; text: string }>> = {
  ...peopleCalls(fixture),
  ...twoStepCalls(fixture),
  ...erasingCalls(fixture),
  ...duplicateCalls(fixture),
  ...choiceCalls(fixture),
  ...invoiceCalls(fixture),
  ...donationCalls(fixture),
  ...comparisonCalls(fixture),
  ...creditCalls(fixture),
  ...communicationCalls(fixture),
  ...restoreCalls(fixture),
  ...importCalls(fixture),
  ...bankStatementCalls(fixture),
  ...proofCalls(fixture),
  ...bankMatchingCalls(fixture),
  ...monthEndCalls(fixture),
};
const endpoints = await allEndpoints();

test('every call that may change something is audited or has a reason not to be', () => {
  const changing = endpoints
    .filter(({ endpoint: { method, path } }) => method !== 'GET' && !path.endsWith('/search'))
    .map(({ name }) => name);
  assertEmpty(
    changing
      .filter((name) => !(name in calls) && !(name in notAudited))
      .map((name) => `${name}: show in test/architecture/audited/ that it leaves an entry`),
  );
  assertEmpty(
    Object.keys(notAudited)
      .filter((name) => !changing.includes(name) || name in calls)
      .map((name) => `${name} no longer needs a reason: remove it`),
  );
});

test('every audited action has a label, and every label an action', () => {
  const actions = [...Object.keys(calls), ...byMailedLink];
  assert.deepEqual(Object.keys(auditWords).toSorted(), actions.toSorted());
});

for (const [action, call] of Object.entries(calls)) {
  test(`${action} adds an audit entry with the name of the user`, async () => {
    const filters = { body: { action, pageSize: 100 } };
    const entries = async () => (await callApi(app, searchAudit, filters, { token })).data.results;
    const before = await entries();
    await proveNow(app, id);
    const { status, text } = await call();
    assert.ok(status >= 200 && status < 300, `${status} ${text}`);
    const after = await entries();
    assert.ok(after.length > before.length, 'no audit entry was added');
    const [entry] = after;
    assert.ok(entry);
    assert.deepEqual([entry.byUserId, entry.byName], [id, 'Naledi Khumalo']);
    assert.notEqual(entry.subjectName.trim(), '');
    const values = JSON.stringify([entry.before, entry.after]);
    assert.doesNotMatch(values, /argon2|Secret123|"\w*(token|hash)"|"password\w*"/i);
  });
}
