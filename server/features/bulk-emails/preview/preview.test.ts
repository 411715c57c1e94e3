import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bulkEmailTexts } from '#contract/bulk-emails/endpoints.ts';
import {
  bulkPreviewTexts,
  mostTestAddresses,
  previewBulkEmail,
  sendTestBulkEmail,
} from '#contract/bulk-emails/preview.ts';
import { uploadLogo } from '#contract/company-info/logo.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { renderEmail } from '#server/emails.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered } from '#test/support/people.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { id: admin, token } = await naledi(app);
const as = { token };
const [everyone] = await allLists(app.db);
type Draft = BodyOf<typeof sendTestBulkEmail>;
const draft = (changes: Partial<Draft> = {}): Draft => ({
  communicationListId: everyone?.id ?? '',
  subject: 'News for {{FirstName}}',
  title: 'Dear {{Title}} {{LastName}}',
  content: '<p>Your number: {{MembershipNumber}}</p><ol><li data-list="bullet">A tree</li></ol>',
  ...changes,
});
const preview = (changes?: Partial<Draft>) =>
  callApi(app, previewBulkEmail, { body: draft(changes) }, as);
const sendTest = (changes?: Partial<Draft>) =>
  callApi(app, sendTestBulkEmail, { body: draft(changes) }, as);

test('without any recipient the preview shows the placeholders', async () => {
  const { data } = await preview();
  assert.deepEqual([data.recipient, data.total], [null, 0]);
  assert.equal(data.subject, 'News for {{FirstName}}');
});

test('the preview shows the email for any recipient, as HTML and as text', async () => {
  await registered(app, { email: 'a@example.org', firstName: 'Ann <b>', lastName: "O'Neill" });
  await registered(app, { email: 'b@example.org', firstName: 'Ben' });
  const first = (await preview()).data;
  assert.deepEqual([first.recipient?.email, first.total, first.index], ['a@example.org', 2, 0]);
  assert.equal(first.subject, 'News for Ann <b>');
  assert.match(first.html, /Dear Ms O&#39;Neill/);
  assert.match(first.html, /<ul [^>]*><li [^>]*>A tree<\/li><\/ul>/);
  assert.match(first.text, /Dear Ms O'Neill\n\nYour number: \n\n- A tree\n/);
  // Neither member has a number before the first payment.
  assert.deepEqual(first.empty, [{ name: 'MembershipNumber', count: 2 }]);
  assert.ok(first.size > 1000);
  assert.equal((await preview({ index: 1 })).data.recipient?.name, 'Ben Dlamini');
  assert.equal((await preview({ find: 'BEN' })).data.recipient?.email, 'b@example.org');
  assert.equal((await preview({ find: 'nobody' })).data.recipient, null);
  assert.equal((await preview({ content: '<p>{{Nope}}</p>' })).status, 400);
  const many = await preview({ content: '<b>'.repeat(20_001) });
  assert.deepEqual(many.errors, [{ field: 'content', message: bulkEmailTexts.tooManyTags }]);
  assert.equal((await preview({ content: `<p>x</p>${'<b>'.repeat(19_998)}` })).status, 200);
  await suppress(app.ctx(), { email: 'b@example.org', kind: 'unsubscribed', reason: '' });
  assert.equal((await preview()).data.total, 1);
});

test('a test email goes to the caller or to up to five addresses, and its unsubscribe link has no effect', async () => {
  const { data } = await sendTest();
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', admin)
    .executeTakeFirstOrThrow();
  assert.deepEqual(data.sentTo, [email]);
  const five = Array.from({ length: mostTestAddresses }, (_, n) => `t${n}@example.org`);
  assert.deepEqual((await sendTest({ addresses: five })).data.sentTo, five);
  const tooMany = await sendTest({ addresses: [...five, 'x@example.org'] });
  assert.deepEqual([tooMany.status, tooMany.message], [400, bulkPreviewTexts.tooMany]);
  const mail = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('to_email', '=', 't0@example.org')
    .executeTakeFirstOrThrow();
  const message = await renderEmail({ db: app.db, publicUrl: 'https://x.example', mail });
  assert.equal(message?.subject, '[Test] News for Ann <b>');
  assert.match(message?.html ?? '', /unsubscribe\?token=test"/);
});

test('the logo is inside each bulk email, and the preview shows it from its address', async () => {
  const params = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  const file = asFile(await halves('png', 300, 100));
  const { data: path } = await callApi(app, uploadLogo, { params, file }, as);
  const hash = path.split('/').at(-1) ?? '';
  const { html } = (await preview()).data;
  assert.ok(html.includes(`<img src="${path}"`) && !html.includes('cid:'));
  await sendTest({ addresses: ['logo@example.org'] });
  const mails = app.db.selectFrom('mails').selectAll().where('to_email', '=', 'logo@example.org');
  const mail = await mails.executeTakeFirstOrThrow();
  const email = await renderEmail({ db: app.db, publicUrl: 'https://example.org', mail });
  assert.ok(email?.html.includes(`<img src="cid:${hash}"`));
  assert.deepEqual(
    email?.attachments.map(({ cid }) => cid),
    [hash],
  );
});
