import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  attachmentEndings,
  getAttachment,
  largestAttachment,
  uploadAttachment,
} from '#contract/bulk-emails/attachments.ts';
import { createBulkEmail, updateBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

const upload = (bytes: Buffer | string, fileName?: string) =>
  callApi(
    app,
    uploadAttachment,
    { file: asFile(bytes, 'x', ''), query: fileName === undefined ? {} : { fileName } },
    as,
  );
const idOf = (path: string) => path.split('/').at(-1) ?? '';
const fetched = (path: string) => callApi(app, getAttachment, { params: { id: idOf(path) } }, as);

test('an upload is the raw file and returns its path, which administrators can open', async () => {
  const { status, data } = await upload(pdf, 'Programme.pdf');
  assert.equal(status, 200);
  assert.match(data, /^\/api\/bulkemails\/attachments\/[0-9a-f-]{36}$/);
  const reply = await fetched(data);
  assert.equal(reply.text, pdf.toString());
  assert.equal(reply.headers['content-disposition'], 'attachment; filename="Programme.pdf"');
  assert.equal(reply.headers['content-type'], 'application/octet-stream');
  const asNobody = await callApi(app, getAttachment, { params: { id: idOf(data) } });
  assert.equal(asNobody.status, 401);
  const none = await callApi(app, getAttachment, { params: { id: randomUUID() } }, as);
  assert.equal(none.status, 404);
  // Unlike pictures, attachments are not public.
  assert.equal((await app.fastify.inject(`/api/files/${idOf(data)}`)).statusCode, 404);
});

test('the content decides the file type, not the name', async () => {
  const png = await halves();
  const named = async (fileName: string) => {
    const { data } = await upload(png, fileName);
    return String((await fetched(data)).headers['content-disposition']);
  };
  assert.match(await named('photo.PNG'), /"photo\.PNG"$/);
  assert.match(await named('invoice.pdf.exe'), /"invoice\.pdf\.exe\.png"$/);
  assert.match(await named('../../etc/passwd'), /"passwd\.png"$/);
  assert.match(await named('a\r\nX-Evil: 1.png'), /"aX-Evil 1\.png"$/);
  assert.match(await named('Jäger.png'), /"J_ger\.png"; filename\*=UTF-8''J%C3%A4ger\.png$/);
  assert.ok((await named(`${'x'.repeat(400)}.png`)).length < 200);
  assert.ok(attachmentEndings.split(',').includes('.csv'));
  assert.equal((await upload('Name;Amount\nThandi;450\n', 'list.csv')).status, 200);
});

test('a file type that is not allowed is refused with the fixed message', async () => {
  const hostile: [Buffer | string, string | undefined][] = [
    ['', 'empty.pdf'],
    [pdf, undefined],
    [pdf, '///'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'drawing.svg'],
    ['<!doctype html><script>alert(1)</script>', 'page.txt'],
    ['MZ\x90\x00\x03\x00\x00\x00', 'programme.pdf'],
    ['#!/bin/sh\nrm -rf /\n', 'tidy.sh'],
    ['PK\x03\x04', 'broken.docx'],
    ['\u0000\u0001\u0002', 'notes.txt'],
  ];
  for (const [bytes, name] of hostile) {
    const { status, message } = await upload(bytes, name);
    assert.equal(status, 400, String(name));
    assert.equal(message, 'Bad Request: Invalid file or missing parameters.');
  }
});

test('10 MB are accepted, one byte more is refused', async () => {
  const large = Buffer.concat([pdf, Buffer.alloc(largestAttachment - pdf.length)]);
  assert.equal((await upload(large, 'large.pdf')).status, 200);
  assert.equal((await upload(Buffer.concat([large, pdf]), 'larger.pdf')).status, 413);
});

test('a bulk email shows the name of its attachment, and Remove detaches it', async () => {
  const { data: attachmentPath } = await upload(pdf, 'Programme.pdf');
  const communicationListId = (await allLists(app.db))[0]?.id ?? '';
  const body = { communicationListId, subject: 'News', content: '<p>Hello</p>', attachmentPath };
  const { data } = await callApi(app, createBulkEmail, { body }, as);
  assert.deepEqual(
    [data.attachmentPath, data.attachmentName, data.attachmentSize],
    [attachmentPath, 'Programme.pdf', pdf.length],
  );
  const params = { id: data.id };
  const removed = await callApi(app, updateBulkEmail, { params, body: { attachmentPath: '' } }, as);
  assert.deepEqual([removed.data.attachmentPath, removed.data.attachmentName], [null, null]);
});
