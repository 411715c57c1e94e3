import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { listCompanyInfos } from '#contract/company-info/endpoints.ts';
import { getLogo, removeLogo, uploadLogo } from '#contract/company-info/logo.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import { pictureTexts } from '#contract/files.ts';
import { getInvoicePdf } from '#contract/invoices/endpoints.ts';
import { compose } from '#server/platform/mail/delivery/envelope.ts';
import { renderLoggedMail } from '#server/emails.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered } from '#test/support/people.ts';
import { asFile, colourAt, halves } from '#test/support/pictures.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const admin = await naledi(app);
const { data: companies } = await callApi(app, listCompanyInfos, {}, admin);
const params = { id: companies[0]!.id };
const upload = (bytes: Buffer) => callApi(app, uploadLogo, { params, file: asFile(bytes) }, admin);
const current = async () => (await callApi(app, getPublicSettings, {})).data.logo;
let people = 0;

async function invoiceOf() {
  const { invoiceId } = await registered(app, { email: `logo-${++people}@example.org` });
  return { invoiceId, pdf: () => pdfOf(invoiceId), mail: () => mailOf(invoiceId) };
}

async function pdfOf(id: string) {
  return (await callApi(app, getInvoicePdf, { params: { id } }, admin)).text;
}

async function mailOf(invoiceId: string) {
  const { mails } = await rowsOf(app, invoiceId);
  const message = await renderLoggedMail(app)(mails.find(({ kind }) => kind === 'invoice')!);
  return message!;
}

test('a logo keeps its proportions, becomes a PNG on white, and is cached at an address of its own', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const wide = sharp({ create: { width: 1200, height: 200, channels: 4, background: clear } });
  const { status, data: path } = await upload(await wide.png().toBuffer());
  assert.equal(status, 200);
  assert.match(path, /^\/api\/site\/logo\/[\da-f]{64}$/);
  assert.deepEqual(await current(), { path, width: 480, height: 80 });
  const { statusCode, headers, rawPayload } = await app.fastify.inject(path);
  assert.equal(statusCode, 200);
  assert.deepEqual(
    [headers['content-type'], headers['cache-control'], headers['x-content-type-options']],
    ['image/png', 'public, max-age=31536000, immutable', 'nosniff'],
  );
  const { format, width, height, hasAlpha } = await sharp(rawPayload).metadata();
  assert.deepEqual([format, width, height, hasAlpha], ['png', 480, 80, false]);
  const { dominant } = await sharp(rawPayload).stats();
  assert.ok(dominant.r > 240 && dominant.g > 240 && dominant.b > 240);
});

test('the same picture has the same address, and a small one is not enlarged', async () => {
  const small = await halves('webp', 60, 30);
  const { data: first } = await upload(small);
  assert.deepEqual(await current(), { path: first, width: 60, height: 30 });
  const { data: other } = await upload(await halves('jpeg', 90, 90));
  assert.notEqual(other, first);
  assert.equal((await upload(small)).data, first);
  const { rawPayload } = await app.fastify.inject(first);
  assert.equal(await colourAt(rawPayload, 0.1, 0.5), 'red');
});

test('a file that is no picture is refused, and the logo stays', async () => {
  const before = await current();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const [text, advice] of [
    [svg, pictureTexts.svg],
    ['hello', pictureTexts.wrongType],
  ] as const) {
    const { status, errors } = await upload(Buffer.from(text));
    assert.deepEqual([status, errors.at(-1)?.message], [400, advice]);
  }
  const large = await upload(Buffer.alloc(5 * 1024 * 1024 + 1));
  assert.deepEqual([large.status, large.message], [413, pictureTexts.tooLarge]);
  assert.deepEqual(await current(), before);
});

test('an unknown logo is a 404, an address that is no hash a 400', async () => {
  const read = (hash: string) => callApi(app, getLogo, { params: { hash } });
  assert.equal((await read('0'.repeat(64))).status, 404);
  assert.equal((await read('logo.png')).status, 400);
});

test('an invoice keeps the logo that it was issued with, in its PDF and its mail', async () => {
  await callApi(app, removeLogo, { params }, admin);
  const before = await invoiceOf();
  await upload(await halves('png', 300, 100));
  const during = await invoiceOf();
  const pdf = await during.pdf();
  await upload(await halves('png', 100, 100));
  await callApi(app, removeLogo, { params }, admin);
  assert.equal(await current(), null);

  assert.doesNotMatch(await before.pdf(), /\/Subtype \/Image/);
  assert.match(pdf, /\/Subtype \/Image/);
  assert.equal(await during.pdf(), pdf);
  assert.doesNotMatch((await before.mail()).html, /<img/);
  const message = await during.mail();
  const [, cid] = /<img src="cid:([\da-f]{64})" alt="" width="120" height="40"/.exec(message.html)!;
  assert.equal(
    message.attachments.find((attachment) => attachment.cid === cid)?.contentType,
    'image/png',
  );
  const mail = { name: 'Thandi', address: 'thandi@example.org' };
  const { attachments } = compose({
    messageId: 'a@example.org',
    date: new Date(0),
    from: mail,
    to: mail,
    message,
  });
  assert.ok(JSON.stringify(attachments).includes(String(cid)));
});

test('removing is recorded once, and a logo that invoices show is never deleted or changed', async () => {
  await upload(await halves('png', 200, 100));
  await callApi(app, removeLogo, { params }, admin);
  assert.equal((await callApi(app, removeLogo, { params }, admin)).status, 204);
  const { data } = await callApi(app, searchAudit, { body: { pageSize: 2 } }, admin);
  assert.deepEqual(
    data.results.map(({ action }) => action),
    ['removeLogo', 'uploadLogo'],
  );
  const unknown = { id: admin.id };
  assert.equal((await callApi(app, removeLogo, { params: unknown }, admin)).status, 404);
  await assert.rejects(app.db.deleteFrom('logos').execute(), /not changed or deleted/);
  const change = app.db.updateTable('logos').set({ width: 1 });
  await assert.rejects(change.execute(), /not changed or deleted/);
});
