import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import * as z from 'zod/mini';
import { login } from '#contract/auth/endpoints.ts';
import { signedInHeader } from '#contract/auth/session-end.ts';
import { endpoint } from '#contract/endpoint.ts';
import { defaultError } from '#contract/envelope.ts';
import { getInvoicePdf } from '#contract/invoices/endpoints.ts';
import { getMember, listMembers, searchMembers } from '#contract/members/endpoints.ts';
import { uploadProfilePicture } from '#contract/files.ts';
import { ApiError, unreachable } from './api-error.ts';
import { call, callWithEtag } from './call.ts';

const id = '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70';
const create = endpoint({
  method: 'POST',
  path: '/things',
  access: 'staff',
  summary: 'Make a thing',
  body: z.object({ name: z.string() }),
  idempotent: true,
});
const stored = new Map<string, string>();
globalThis.localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  removeItem: (key: string) => stored.delete(key),
} as unknown as Storage;

let requests: { address: string; init: RequestInit }[] = [];
let answers: (() => Response)[] = [];
globalThis.fetch = ((address: string, init: RequestInit) => {
  requests.push({ address, init });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  return new Promise((resolve) => {
    resolve(answer!());
  });
}) as typeof fetch;

function answerWith(status: number, body?: unknown, headers = {}): () => Response {
  const text = body === undefined ? null : JSON.stringify(body);
  return () => new Response(text, { status, headers });
}
function networkDown(): never {
  throw new TypeError('Failed to fetch');
}
const headersOf = (index = 0) => requests[index]!.init.headers as Headers;
async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => assert.fail('It did not fail.'),
    (error: unknown) => error as ApiError,
  );
}

beforeEach(() => {
  requests = [];
  answers = [answerWith(200, { success: true, data: [] })];
  stored.clear();
  mock.timers.reset();
});

test('a call has its address, its body and the token', async () => {
  stored.set('token', 'abc');
  answers = [answerWith(200, { success: true, data: { results: [], totalCount: 0 } })];
  const found = await call(searchMembers, { body: { firstName: 'Thandi' } });
  assert.deepEqual(found, { results: [], totalCount: 0 });
  assert.equal(requests[0]?.address, '/api/members/search');
  assert.equal(requests[0]?.init.body, '{"firstName":"Thandi"}');
  assert.equal(headersOf().get('Authorization'), 'Bearer abc');
  assert.equal(headersOf().get('Content-Type'), 'application/json');
});

test('a query leaves out what was not given', async () => {
  await call(listMembers, { query: { page: '2', pageSize: undefined } });
  assert.equal(requests[0]?.address, '/api/members?page=2');
});

test('a missing id is refused before any request', async () => {
  const failed = await failureOf(call(getMember, { params: { id: '' } }));
  assert.equal(failed.message, "The parameter 'id' must be defined.");
  assert.equal(requests.length, 0);
});

test('an error carries message, status, raw response, headers, body and fields', async () => {
  const body = {
    success: false,
    message: 'Taken.',
    errors: [{ field: 'name', message: 'Taken.' }],
  };
  answers = [answerWith(409, body, { 'X-Request-Id': 'r1' })];
  const failed = await failureOf(call(create, { body: { name: 'x' } }));
  assert.ok(failed instanceof ApiError);
  assert.equal(failed.message, 'Taken.');
  assert.equal(failed.status, 409);
  assert.equal(failed.response, JSON.stringify(body));
  assert.equal(failed.headers['x-request-id'], 'r1');
  assert.deepEqual(failed.body, body);
  assert.deepEqual(failed.errors, body.errors);
});

test('an answer that is not ours has the default message', async () => {
  answers = [() => new Response('<h1>Bad gateway</h1>', { status: 502 })];
  const failed = await failureOf(call(create, { body: { name: 'x' } }));
  assert.equal(failed.message, defaultError);
  assert.equal(failed.response, '<h1>Bad gateway</h1>');
});

test('a 401 ends the session, that of a wrong password does not', async () => {
  stored.set('token', 'abc');
  answers = [answerWith(401, { success: false, message: 'No.' })];
  await failureOf(call(login, { body: { email: 'a@b.za', password: 'x' } }));
  assert.equal(stored.get('token'), 'abc');
  await failureOf(call(getMember, { params: { id } }));
  assert.equal(stored.has('token'), false);
});

test('behind the sign-in a public call says so, and its 401 ends the session', async () => {
  stored.set('token', 'abc');
  await call(login, { body: { email: 'a@b.za', password: 'x' } });
  globalThis.location = { pathname: '/admin/donations/new' } as Location;
  answers = [answerWith(401, { success: false, message: 'No.' })];
  await failureOf(call(login, { body: { email: 'a@b.za', password: 'x' } }));
  Reflect.deleteProperty(globalThis, 'location');
  assert.deepEqual(
    [0, 1].map((place) => headersOf(place).get(signedInHeader)),
    [null, '1'],
  );
  assert.equal(stored.has('token'), false);
});

test('a late 401 leaves the session alone that has begun since', async () => {
  stored.set('token', 'old');
  answers = [answerWith(401, { success: false, message: 'No.' })];
  const late = failureOf(call(getMember, { params: { id } }));
  stored.set('token', 'new');
  await late;
  assert.equal(stored.get('token'), 'new');
});

test('reading is tried twice more when the network fails, writing never', async () => {
  answers = [networkDown];
  mock.timers.enable({ apis: ['setTimeout'] });
  const reading = failureOf(call(getMember, { params: { id } }));
  for (let turn = 0; turn < 50; turn += 1) {
    await Promise.resolve();
    mock.timers.tick(100);
  }
  assert.equal((await reading).message, unreachable);
  assert.equal(requests.length, 3);
  const writing = await failureOf(call(create, { body: { name: 'x' } }));
  assert.equal(writing.status, 0);
  assert.equal(requests.length, 4);
});

test('writing with an idempotency key is tried again', async () => {
  answers = [networkDown, answerWith(200, { success: true })];
  await call(create, { body: { name: 'x' }, idempotencyKey: 'k1' });
  assert.equal(headersOf(1).get('Idempotency-Key'), 'k1');
});

test('the tag of a record comes with it and goes back', async () => {
  answers = [answerWith(200, { success: true, data: { id } }, { ETag: '"7"' })];
  const { etag } = await callWithEtag(getMember, { params: { id }, ifMatch: '"6"' });
  assert.equal(etag, '"7"');
  assert.equal(headersOf().get('If-Match'), '"6"');
});

test('a document comes as it is', async () => {
  answers = [() => new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } })];
  const document = await call(getInvoicePdf, { params: { id } });
  assert.equal(await document.text(), '%PDF-1.7');
  assert.equal(headersOf().get('Accept'), 'application/pdf');
});

test('who gives up gets the reason, and nothing is tried again', async () => {
  const control = new AbortController();
  answers = [
    () => {
      control.abort();
      throw new DOMException('Aborted', 'AbortError');
    },
  ];
  const failed = await failureOf(call(listMembers, { query: {}, signal: control.signal }));
  assert.equal(failed.name, 'AbortError');
  assert.equal(requests.length, 1);
});

test('a file goes in a form among its fields, and the browser itself says so', async () => {
  stored.set('token', 'abc');
  const file = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
  await call(uploadProfilePicture, { file, body: { userId: id } });
  const { init } = requests[0]!;
  const form = init.body as FormData;
  assert.deepEqual([form.get('userId'), (form.get('file') as File).name], [id, 'me.jpg']);
  assert.deepEqual(
    [headersOf().get('Content-Type'), headersOf().get('Authorization')],
    [null, 'Bearer abc'],
  );
});
