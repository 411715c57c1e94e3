import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { InjectOptions } from 'fastify';
import * as auth from '#contract/auth/endpoints.ts';
import * as companyInfo from '#contract/company-info/endpoints.ts';
import { signedInHeader } from '#contract/auth/session-end.ts';
import { getInvoice, getInvoicePdf, searchInvoices } from '#contract/invoices/endpoints.ts';
import { getMember, listMembers, searchMembers } from '#contract/members/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, thandisForm, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const admin = await naledi(app);
const thandi = await registered(app);
const pieter = await registered(app, { firstName: 'Pieter', email: 'pieter@example.org' });
const thandisToken = await tokenOf(app, thandi.userId);

const search = { method: 'POST', url: '/api/members/search' } as const;
const asAdmin = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };

async function send(options: InjectOptions) {
  const reply = await app.fastify.inject(options);
  const type = String(reply.headers['content-type']);
  const isJson = type.startsWith('application/json') && reply.body !== '';
  return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : null };
}

async function refusal(options: InjectOptions) {
  const { status, body, headers } = await send(options);
  assert.equal(body?.success, false, `${JSON.stringify(options.url)} answers ${status}`);
  assert.match(body.message, /^[A-Z].*[.?]$/);
  assert.deepEqual(
    Object.keys(body).filter((key) => !['success', 'message', 'errors'].includes(key)),
    [],
  );
  return { status, message: body.message, errors: body.errors, headers };
}

test('a success is { success, data }, with exactly the fields of the contract', async () => {
  const { body } = await send({ ...search, headers: asAdmin, payload: '{}' });
  assert.deepEqual(Object.keys(body), ['success', 'data']);
  assert.deepEqual(Object.keys(body.data), ['results', 'totalCount']);
  assert.equal(body.data.totalCount, 2);
  const { shape } = searchMembers.reply.def.shape.results.def.element.def as never;
  assert.deepEqual(Object.keys(body.data.results[0]).toSorted(), Object.keys(shape).toSorted());
});

test('a call without data answers { success: true } alone', async () => {
  const { status, body } = await send({
    method: 'POST',
    url: '/api/user/forgot-password',
    payload: { email: 'nobody@example.org' },
  });
  assert.deepEqual([status, body], [200, { success: true }]);
});

test('a list of a growing table has an X-Total-Count header', async () => {
  const reply = await callApi(app, listMembers, { query: { pageSize: '1' } }, admin);
  assert.equal(reply.data.length, 1);
  assert.equal(reply.headers['x-total-count'], '2');
});

test('a 400 lists every invalid field and has the first error as its message', async () => {
  const form = await thandisForm(app, { email: 'no', firstName: ' ', password: 'short' });
  const { status, message, errors } = await callApi(app, register, { body: form });
  assert.equal(status, 400);
  const fields = new Set(errors.map((error) => error.field));
  assert.deepEqual(
    ['firstName', 'email', 'password'].filter((field) => !fields.has(field)),
    [],
  );
  assert.equal(message, errors[0]?.message);
});

test('400 for a body that is not JSON, not UTF-8 or missing', async () => {
  const bodies = [
    '',
    '{',
    '[',
    '{"page":1',
    Buffer.from('7b226e616d65223a22ff227d', 'hex'),
    'null',
    '[]',
  ];
  for (const payload of bodies) {
    assert.equal((await refusal({ ...search, headers: asAdmin, payload })).status, 400);
  }
});

test('401 for a missing, a garbled and a foreign token', async () => {
  const headers = [
    '',
    'Bearer',
    'Bearer x',
    'Basic YTpi',
    `Bearer ${admin.token}x`,
    'Bearer a.b.c',
  ];
  for (const authorization of headers) {
    const { status, message } = await refusal({ ...search, headers: { authorization } });
    assert.deepEqual([status, message], [401, 'Please sign in to continue.']);
  }
});

test('403 for a valid token of the wrong role, for any input', async () => {
  const { status } = await refusal({
    ...search,
    headers: { authorization: `Bearer ${thandisToken}` },
    payload: 'not json',
  });
  assert.equal(status, 403);
});

test("for a Member, the reply for another member's record equals the one for a missing record", async () => {
  for (const [endpoint, id] of [
    [getMember, pieter.memberId],
    [getMember, pieter.memberId.toUpperCase()],
    [getInvoicePdf, pieter.invoiceId],
  ] as const) {
    const others = await callApi(app, endpoint, { params: { id } }, { token: thandisToken });
    const unknown = await callApi(
      app,
      endpoint,
      { params: { id: randomUUID() } },
      { token: thandisToken },
    );
    assert.equal(others.status, 404);
    assert.equal(others.text, unknown.text);
    const told = (headers: Record<string, unknown>) =>
      Object.entries(headers).filter(([name]) => !['x-request-id', 'date'].includes(name));
    assert.deepEqual(told(others.headers), told(unknown.headers));
  }
});

test('a search by a Member returns only their own records, for any filter', async () => {
  const token = { token: thandisToken };
  const invoices = await callApi(
    app,
    searchInvoices,
    { body: { memberId: pieter.memberId } },
    token,
  );
  assert.deepEqual(
    invoices.data.results.map((invoice) => invoice.id),
    [thandi.invoiceId],
  );
  const relatives = await callApi(
    app,
    searchRelatives,
    { body: { mainMemberId: pieter.memberId } },
    token,
  );
  assert.equal(relatives.data.totalCount, 0);
});

test('an invoice shows only amount and state to strangers, and all fields to its member', async () => {
  const params = { id: thandi.invoiceId };
  const stranger = await callApi(app, getInvoice, { params });
  assert.deepEqual(stranger.data, {
    id: thandi.invoiceId,
    amount: 450,
    isPaid: false,
    state: 'unpaid',
  });
  assert.equal(stranger.headers.etag, undefined);
  const other = await callApi(app, getInvoice, { params }, await naledi(app, 'Communications'));
  assert.equal(other.text, stranger.text);
  const own = await callApi(app, getInvoice, { params }, { token: thandisToken });
  assert.equal('userEmail' in own.data && own.data.userEmail, thandi.email);
});

test('an invalid id is a 400, and the empty or an unknown id is a 404', async () => {
  for (const id of ['1', 'undefined', '%00', '%F0%9F%A6%8F', "'%20or%201=1", '..%2F..']) {
    const { status } = await refusal({
      method: 'GET',
      url: `/api/members/${id}`,
      headers: asAdmin,
    });
    assert.equal(status, 400, id);
  }
  for (const id of ['00000000-0000-0000-0000-000000000000', randomUUID()]) {
    assert.equal((await callApi(app, getMember, { params: { id } }, admin)).status, 404);
  }
});

test('409 for the one company record', async () => {
  const { status, message } = await callApi(app, companyInfo.createCompanyInfo, {}, admin);
  assert.deepEqual([status, message], [409, companyInfo.companyInfoTexts.onlyOne]);
  const [company] = (await callApi(app, companyInfo.listCompanyInfos, {}, admin)).data;
  const id = company?.id ?? '';
  const gone = await callApi(app, companyInfo.deleteCompanyInfo, { params: { id } }, admin);
  assert.deepEqual([gone.status, gone.message], [409, companyInfo.companyInfoTexts.neverDeleted]);
});

test('413 for more than 100 KB at any nesting depth', async () => {
  for (const payload of ['['.repeat(1_000_000), `{"firstName":"${'x'.repeat(103_000)}"}`]) {
    const { status, message } = await refusal({ ...search, headers: asAdmin, payload });
    assert.deepEqual([status, message], [413, 'The request is too large.']);
  }
  const deep = await refusal({ ...search, headers: asAdmin, payload: '['.repeat(100_000) });
  assert.equal(deep.status, 400);
});

test('415 for other types than JSON and for compressed bodies', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'x',
  ]) {
    const headers = { ...asAdmin, 'content-type': type };
    assert.equal((await refusal({ ...search, headers, payload: '{}' })).status, 415, type);
  }
  const headers = { ...asAdmin, 'content-encoding': 'gzip' };
  assert.equal((await refusal({ ...search, headers, payload: '{}' })).status, 415);
  const spelt = { ...asAdmin, 'content-type': 'Application/JSON ; charset=utf-8' };
  assert.equal((await send({ ...search, headers: spelt, payload: '{}' })).status, 200);
});

test('a call with neither a body nor its type is refused as invalid JSON, if it needs one', async () => {
  const authorization = asAdmin.authorization;
  for (const [method, url] of [
    ['POST', '/api/user/login'],
    ['POST', '/api/members/register'],
    ['POST', '/api/members/search'],
    ['PUT', `/api/members/${thandi.memberId}`],
  ] as const) {
    const { status, message } = await refusal({ method, url, headers: { authorization } });
    assert.deepEqual([status, message], [400, 'The request is not valid JSON.'], url);
  }
});

test('a call without a body accepts none, {} or any', async () => {
  for (const [payload, type] of [
    [undefined, undefined],
    ['{}', 'application/json'],
    ['{"a":[1]}', 'application/json'],
    ['{', 'application/json'],
    ['hello', 'text/plain'],
  ] as const) {
    const token = await tokenOf(app, thandi.userId);
    const { status } = await send({
      method: 'POST',
      url: '/api/user/logout',
      headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
      ...(payload === undefined ? {} : { payload }),
    });
    assert.equal(status, 200, String(payload));
  }
});

test('a public call ignores a bad token, unless it was made behind the sign-in', async () => {
  const ended = await tokenOf(app, thandi.userId);
  await callApi(app, auth.logout, {}, { token: ended });
  for (const token of ['x', 'a.b.c', ended]) {
    const { status } = await callApi(
      app,
      getInvoice,
      { params: { id: thandi.invoiceId } },
      { token },
    );
    assert.equal(status, 200);
    const behind = await callApi(
      app,
      getInvoice,
      { params: { id: thandi.invoiceId } },
      { token, headers: { [signedInHeader]: '1' } },
    );
    assert.equal(behind.status, 401);
  }
});

test('unknown fields are ignored, and no prototype can be changed', async () => {
  const form = await thandisForm(app, { email: 'sipho@example.org' });
  const payload = `{"__proto__":{"role":"Admin"},"constructor":{},"role":"Admin","number":7,${JSON.stringify(form).slice(1)}`;
  const { status } = await send({
    method: 'POST',
    url: '/api/members/register',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  assert.equal(status, 200);
  const user = await app.db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .where('users.email', '=', form.email)
    .select(['users.role', 'members.number'])
    .executeTakeFirstOrThrow();
  assert.deepEqual({ ...user }, { role: 'Member', number: null });
});

test('an unknown path below /api is a 404 in JSON, for any method', async () => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;
  for (const url of [
    '/api',
    '/api?x=1',
    '/api/',
    '/api/nothing',
    '/api/members/search/more',
    '/api/x.js',
  ]) {
    for (const method of methods) assert.equal((await refusal({ method, url })).status, 404, url);
  }
  assert.equal((await send({ method: 'HEAD', url: '/api/nothing' })).status, 404);
  assert.equal((await send({ method: 'PATCH', url: '/api/members/search' })).status, 404);
  assert.equal((await send({ method: 'HEAD', url: '/api/membertypes' })).status, 200);
});

test('a malformed URL is a 400', async () => {
  for (const url of [
    '/api/members/%',
    '/api/members/%zz',
    '/api/members/%C3%28',
    '/api/%E0%A4%A',
  ]) {
    const { status, message } = await refusal({ method: 'GET', url, headers: asAdmin });
    assert.ok(status === 400 || status === 404, url);
    assert.notEqual(message, 'The request is not valid JSON.');
  }
});
