import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditWords, searchAudit } from '#contract/audit/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { choiceCalls } from './audited/choice-calls.ts';
import { donationCalls, invoiceCalls } from './audited/money-calls.ts';
import { communicationCalls } from './audited/communication-calls.ts';
import { peopleCalls } from './audited/people-calls.ts';
import { openAuditFixture } from './audited/fixture.ts';
import { assertEmpty } from './assert-none.ts';

/** Calls that change something, or look as if, and leave no entry. */
const notAudited: Record<string, string> = {
  login: 'nobody is signed in yet',
  forgotPassword: 'nobody is signed in',
  resetPassword: 'nobody is signed in',
  requestResetToken: 'nobody is signed in',
  register: 'people register themselves',
  notifyDonation: 'the provider tells',
  notifySubscription: 'the provider tells',
  logout: 'ends the own session and changes no record',
  createCompanyInfo: 'always refused',
  deleteCompanyInfo: 'always refused',
  previewRenewals: 'only counts',
  sendTestMail: 'changes no record; the mail itself is kept',
  unsubscribe: 'people do it themselves, and it is kept as what they did',
  previewBulkEmail: 'only looks',
  sendTestBulkEmail: 'changes no record; the mail itself is kept',
  uploadAttachment: 'belongs to no bulk email yet; the bulk email that takes it says so',
};

const app = await openTestApp();
const { id, token } = await naledi(app);
const stage = openAuditFixture(app, token);
/** Each of them made once, so that it succeeds. */
const calls: Record<string, () => Promise<{ status: number; text: string }>> = {
  ...peopleCalls(stage),
  ...choiceCalls(stage),
  ...invoiceCalls(stage),
  ...donationCalls(stage),
  ...communicationCalls(stage),
};
const endpoints = await allEndpoints();

test('every call that may change something is audited, or has a reason not to be', () => {
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
      .map((name) => `${name} needs no reason any more`),
  );
});

test('there are words for what is done, and for nothing else', () => {
  assert.deepEqual(Object.keys(auditWords).toSorted(), Object.keys(calls).toSorted());
});

for (const [action, call] of Object.entries(calls)) {
  test(`${action} leaves an entry in the name of who did it`, async () => {
    const filters = { body: { action, pageSize: 100 } };
    const entries = async () => (await callApi(app, searchAudit, filters, { token })).data.results;
    const before = await entries();
    const { status, text } = await call();
    assert.ok(status >= 200 && status < 300, `${status} ${text}`);
    const after = await entries();
    assert.ok(after.length > before.length, 'nothing was noted');
    const [entry] = after;
    assert.ok(entry);
    assert.deepEqual([entry.byUserId, entry.byName], [id, 'Naledi Khumalo']);
    assert.notEqual(entry.subjectName.trim(), '');
    const values = JSON.stringify([entry.before, entry.after]);
    assert.doesNotMatch(values, /argon2|Secret123|"\w*(token|hash)"|"password\w*"/i);
  });
}
