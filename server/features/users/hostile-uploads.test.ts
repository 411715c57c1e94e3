import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { after } from 'node:test';
import { getMember } from '#contract/members/endpoints.ts';
import { largestPicture, pictureTexts, uploadProfilePicture } from '#contract/files.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { asFile, bomb, halves } from '#test/support/pictures.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { id, token } = await naledi(app);
const url = '/api/user/upload-profile-picture';
const picture = await halves('jpeg');
const boundary = 'x-edge-x';
const multipart = `multipart/form-data; boundary=${boundary}`;

interface Part {
  head: string;
  body: string | Buffer;
}
const filePart = (body: string | Buffer, name = 'file', filename = 'me.jpg'): Part => ({
  head: `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/jpeg`,
  body,
});
const field = (name: string, body: string): Part => ({
  head: `Content-Disposition: form-data; name="${name}"`,
  body,
});

function formOf(parts: Part[], end = `--${boundary}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ head, body }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

async function send(payload: Buffer | string, type: string | undefined = multipart, more = {}) {
  const reply = await app.fastify.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...more },
  });
  const { message, errors = [] } = reply.json();
  return { status: reply.statusCode, message, advice: errors.at(-1)?.message };
}

const good = () => send(formOf([filePart(picture)]));
const refused = (advice: string = pictureTexts.unreadable) => ({
  status: 400,
  message: pictureTexts.refused,
  advice,
});

test('the file of the form is used, regardless of its field name and file name', async () => {
  assert.equal((await good()).status, 200);
  for (const part of [
    filePart(picture, 'profilePicture', '../../etc/passwd'),
    filePart(picture, '', ''),
    filePart(picture, 'file', 'x'.repeat(5000)),
    filePart(picture, 'file', '%00\u202e.svg'),
  ]) {
    assert.equal((await send(formOf([part]))).status, 200, part.head.slice(0, 80));
  }
  const named = [field('userId', id), field('extra', 'x'), filePart(picture), field('late', 'y')];
  assert.equal((await send(formOf(named))).status, 200);
});

test('a form with no file, with two files, or with text instead of a file is refused', async () => {
  for (const parts of [
    [],
    [field('file', 'me.jpg')],
    [field('file', picture.toString('latin1').slice(0, 900))],
    [filePart('')],
    [filePart(picture), filePart(picture)],
    [filePart(picture), filePart('', 'other')],
  ]) {
    assert.deepEqual(await send(formOf(parts)), refused(pictureTexts.missing));
  }
});

test('truncated forms, forms with too many parts and odd names are refused', async () => {
  const whole = formOf([filePart(picture)]);
  const many = Array.from({ length: 50 }, (_, n) => field(`f${n}`, 'x'));
  const forms = [
    whole.subarray(0, 60),
    whole.subarray(0, whole.length - 30),
    formOf([filePart(picture)], ''),
    formOf([filePart(picture, '__proto__')]),
    formOf([field('__proto__', '{"role":"Admin"}'), filePart(picture)]),
    formOf([field('constructor', 'x'), filePart(picture)]),
    formOf([...many, filePart(picture)]),
    formOf([{ head: 'nonsense', body: 'x' }]),
    Buffer.from('--'),
    Buffer.from('\0'.repeat(1000)),
    Buffer.alloc(0),
  ];
  for (const form of forms) {
    const reply = await send(form);
    assert.deepEqual(
      [reply.status, reply.message],
      [400, pictureTexts.refused],
      String(form.length),
    );
  }
  assert.equal((await good()).status, 200);
});

test('an invalid user id is refused in every notation', async () => {
  for (const userId of ['1', '\0', '\ud800', 'x'.repeat(2000), "'; --", '{}']) {
    const { status } = await send(formOf([field('userId', userId), filePart(picture)]));
    assert.equal(status, 400, JSON.stringify(userId.slice(0, 9)));
  }
  const json = 'Content-Disposition: form-data; name="userId"\r\nContent-Type: application/json';
  for (const body of ['{"a":1}', '{', 'null', '[[]]', '{"__proto__":1}']) {
    const { status } = await send(formOf([{ head: json, body }, filePart(picture)]));
    assert.equal(status, 400, body);
  }
});

test('a body without a boundary, or with another content type, is refused', async () => {
  const form = formOf([filePart(picture)]);
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', `${multipart}y`]) {
    assert.deepEqual(await send(form, type), refused(), type);
  }
  for (const type of [
    'application/json',
    'image/jpeg',
    'multipart/mixed; boundary=x',
    'text/plain',
  ]) {
    assert.equal((await send('{}', type)).status, 415, type);
  }
  assert.equal((await send(form, multipart, { 'content-encoding': 'gzip' })).status, 415);
  const none = await app.fastify.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual([none.statusCode, none.json().message], [400, pictureTexts.refused]);
});

test('more than 5 MB gets a 413 with a message, and exactly 5 MB is checked normally', async () => {
  const filled = (length: number) =>
    Buffer.concat([picture, Buffer.alloc(length)]).subarray(0, length);
  assert.equal((await send(formOf([filePart(filled(largestPicture))]))).status, 200);
  for (const length of [largestPicture + 1, 6 * 2 ** 20, 20 * 2 ** 20]) {
    const reply = await send(formOf([filePart(filled(length))]));
    assert.deepEqual([reply.status, reply.message], [413, pictureTexts.tooLarge]);
  }
});

test('a decompression bomb is refused because it has too many pixels', async () => {
  const reply = await send(formOf([filePart(await bomb(20_000, 20_000))]));
  assert.deepEqual(reply, refused(pictureTexts.tooManyPixels));
});

test('no other call accepts a form with a file', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': multipart };
  for (const address of ['/api/members/search', '/api/donations', '/api/user']) {
    const payload = formOf([filePart(picture)]);
    const reply = await app.fastify.inject({ method: 'POST', url: address, headers, payload });
    assert.equal(reply.statusCode, 415, address);
  }
  const unknown = { params: { id } };
  assert.equal((await callApi(app, getMember, unknown, { token })).status, 404);
});

const port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port);
after(() => app.fastify.server.closeAllConnections());

/** Uses a real socket, where the server can refuse an upload before it ends. */
function overTheLine(head: string, body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${url} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
      socket.write(body);
    });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      if (/\r\n\r\n.*\}$/s.test(answer)) socket.end();
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

const headOf = (length: number, more = `Authorization: Bearer ${token}`) =>
  `Content-Type: ${multipart}\r\nContent-Length: ${length}\r\n${more}`;

test('on a real socket an upload of 30 MB gets an error reply, with and without a session', async () => {
  const large = formOf([filePart(Buffer.alloc(30 * 2 ** 20))]);
  assert.match(await overTheLine(headOf(large.length), large), /^HTTP\/1\.1 413 /);
  const two = formOf([filePart(picture), filePart(Buffer.alloc(8 * 2 ** 20))]);
  assert.match(await overTheLine(headOf(two.length), two), /^HTTP\/1\.1 400 /);
  const stranger = await overTheLine(headOf(large.length, 'X-Nobody: 1'), large);
  assert.match(stranger, /^HTTP\/1\.1 401 /);
});

test('an aborted upload stores nothing', async () => {
  const gone = connect(port, '127.0.0.1');
  const begun = `POST ${url} HTTP/1.1\r\nHost: x\r\n${headOf(9999)}\r\n\r\n--${boundary}\r\n`;
  await new Promise<void>((resolve) => {
    gone.write(begun, () => resolve());
  });
  gone.destroy();
  const file = asFile(picture);
  const { status } = await callApi(app, uploadProfilePicture, { file, body: {} }, { token });
  assert.equal(status, 200);
  const kept = await app.db.selectFrom('files').select('id').execute();
  assert.equal(kept.length, 1);
});
