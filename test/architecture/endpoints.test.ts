import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { Access, EndpointShape } from '#contract/endpoint.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertEmpty } from './assert-none.ts';
import { accessTable, proofTable } from './access-table.ts';
import { readSources, withoutComments } from './sources.ts';

const app = await openTestApp();
const people = {
  'a Member': (await registered(app)).userId,
  'another role': (await naledi(app, 'Treasurer')).id,
  'an administrator': (await naledi(app)).id,
};

const endpoints = await allEndpoints();
const lineOf = ({ method, path }: EndpointShape) => `${method} ${path}`;
const endpointOf = (line: string) =>
  endpoints.find(({ endpoint }) => lineOf(endpoint) === line)?.endpoint;
const document = (await app.fastify.inject('/api/openapi.json')).json();

interface Operation {
  summary?: string;
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
const operations = new Map<string, Operation>(
  Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path.replace('/api', '').replaceAll(/\{(\w+)\}/g, ':$1')}`,
        operation,
      ]),
  ),
);

test('the OpenAPI document describes every call of the contract once, and no other call', () => {
  const lines = endpoints.map(({ endpoint }) => lineOf(endpoint));
  assert.deepEqual(lines.toSorted(), [...new Set(lines)].toSorted());
  assert.deepEqual([...operations.keys()].toSorted(), lines.toSorted());
});

test('each search and preview is marked as read-only, and no other call', () => {
  const marked = endpoints.filter(({ endpoint }) => 'readOnly' in endpoint);
  const named = endpoints.filter(
    ({ endpoint: { method, path } }) =>
      method === 'POST' &&
      /\/(search|preview[\w-]*|unsubscribe-link|consent-link|payment-proofs\/link)$/.test(path),
  );
  assert.deepEqual(marked, named);
});

test('every call of the contract is served', () => {
  assertEmpty(
    endpoints
      .filter(
        ({ endpoint: { method, path } }) => !app.fastify.hasRoute({ method, url: `/api${path}` }),
      )
      .map(({ name, file }) => `${name} of contract/${file} is not served by any routes.ts`),
  );
});

test('the document is OpenAPI 3.1 and describes the input and the replies of each operation', () => {
  assert.match(document.openapi, /^3\.1\.\d$/);
  assert.ok(document.info.title && document.info.version);
  assert.equal(document.components.securitySchemes.session.scheme, 'bearer');
  for (const [line, { summary, parameters = [], requestBody, responses, security }] of operations) {
    assert.ok(summary, line);
    assert.ok(Array.isArray(security), line);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const named = [...line.matchAll(/:(\w+)/g)].map((match) => match[1]);
    assert.deepEqual(
      inPath.map(({ name }) => name),
      named,
      line,
    );
    assert.ok(
      inPath.every(({ required }) => required === true),
      line,
    );
    if (requestBody) {
      const { raw, upload, bytes } = endpointOf(line) ?? {};
      const file = bytes && 'application/octet-stream';
      const type = raw ?? file ?? (upload ? 'multipart/form-data' : 'application/json');
      assert.ok(requestBody.content[type]?.schema, line);
    }
    const good = Object.keys(responses).filter((status) => /^20\d$/.test(status));
    assert.equal(good.length, 1, `${line} says no success`);
    for (const [status, response] of Object.entries(responses)) {
      assert.match(status, /^\d{3}$/, line);
      assert.equal(typeof response.description, 'string', line);
    }
  }
});

test('the document lists every status that a call can return', () => {
  for (const { endpoint } of endpoints) {
    const { responses = {} } = operations.get(lineOf(endpoint)) ?? {};
    const expected = [String(endpoint.status ?? 200), '429', '503'];
    if (endpoint.params ?? endpoint.body ?? endpoint.query) expected.push('400');
    if (endpoint.params) expected.push('404');
    if (endpoint.access !== 'anyone') expected.push('401', '403');
    if (endpoint.body ?? endpoint.raw ?? endpoint.bytes ?? endpoint.upload)
      expected.push('413', '415');
    if (endpoint.versioned) expected.push(endpoint.method === 'GET' ? '304' : '412');
    assertEmpty(
      expected
        .filter((status) => !(status in responses))
        .map((status) => `${lineOf(endpoint)} does not tell of ${status}`),
    );
  }
});

test('only the notifications of the card provider are read as bytes, and they are sent as a form', () => {
  const raw = endpoints.filter(({ endpoint }) => endpoint.raw !== undefined);
  assert.deepEqual(
    raw.map(({ endpoint }) => [lineOf(endpoint), endpoint.raw, endpoint.access]),
    ['donation', 'subscription'].map((kind) => [
      `POST /payments/payfast/${kind}`,
      'application/x-www-form-urlencoded',
      'anyone',
    ]),
  );
  for (const { endpoint } of raw) {
    assert.ok(operations.get(lineOf(endpoint))?.requestBody, lineOf(endpoint));
  }
});

test('each call has the access of the access table', () => {
  assertEmpty(
    endpoints
      .filter(({ endpoint }) => endpoint.access !== (accessTable[lineOf(endpoint)] ?? 'admin'))
      .map(({ endpoint }) => `${lineOf(endpoint)} is for ${endpoint.access} in contract/`),
  );
});

test('a call needs a proof of the password as the table says, and no other does', () => {
  const needing = endpoints.filter(({ endpoint }) => endpoint.proof !== undefined);
  assert.deepEqual(
    Object.fromEntries(needing.map(({ endpoint }) => [lineOf(endpoint), endpoint.proof])),
    proofTable,
  );
  for (const { endpoint } of needing) {
    const { responses = {} } = operations.get(lineOf(endpoint)) ?? {};
    assert.match(responses['403']?.description ?? '', /`proof`/, lineOf(endpoint));
  }
});

test('no command asserts a proof whose endpoint does not say so', () => {
  const asserting = readSources('server/features/**/*.ts')
    .filter(({ path, text }) => !path.includes('.test.') && /\bassertProved\(/.test(text))
    .map(({ path }) => path.split('/').at(-1));
  assert.deepEqual(
    new Set(asserting),
    new Set(['change-password.ts', 'settings.ts', 'update-company-info.ts', 'update-user.ts']),
  );
});

const refusals: Record<string, Record<Access, number | null>> = {
  nobody: { anyone: null, signedIn: 401, admin: 401 },
  'a garbled token': { anyone: null, signedIn: 401, admin: 401 },
  'a Member': { anyone: null, signedIn: null, admin: 403 },
  'another role': { anyone: null, signedIn: 403, admin: 403 },
  'an administrator': { anyone: null, signedIn: null, admin: null },
};

for (const [who, table] of Object.entries(refusals)) {
  test(`the server allows ${who} the calls of the access table and no others`, async () => {
    for (const { endpoint } of endpoints) {
      const reply = await app.fastify.inject({
        method: endpoint.method,
        url: urlOf(endpoint, randomUUID()),
        headers: await headersOf(who),
        ...(endpoint.body ? { payload: {} } : {}),
      });
      const refused = table[endpoint.access];
      const line = `${lineOf(endpoint)} for ${who}: ${reply.statusCode} ${reply.body}`;
      if (refused !== null) assert.equal(reply.statusCode, refused, line);
      else assert.ok(![401, 403].includes(reply.statusCode), line);
    }
  });
}

/** A new session for each call, because one of the calls signs out. */
async function headersOf(who: string): Promise<Record<string, string>> {
  const token = await tokenFor(who);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

async function tokenFor(who: string): Promise<string | null> {
  if (who === 'nobody') return null;
  const id = people[who as keyof typeof people];
  return id === undefined ? 'a.b.c' : tokenOf(app, id);
}

test('the server checks the current role in the database, not the role in the token', async () => {
  const everyone = endpoints.find(({ name }) => name === 'listMembers')?.endpoint;
  assert.ok(everyone);
  const { id, token } = await naledi(app);
  const status = async () => (await callApi(app, everyone, {}, { token })).status;
  assert.equal(await status(), 200);
  for (const role of ['Member', 'admin', 'Treasurer']) {
    await app.db.updateTable('users').set({ role }).where('id', '=', id).execute();
    assert.equal(await status(), 403, role);
  }
  await app.db.updateTable('users').set({ role: 'Admin' }).where('id', '=', id).execute();
  assert.equal(await status(), 200);
});

test('each call is tested by name', () => {
  const tests = readSources('{server,web,test}/**/*.{test,e2e}.{ts,tsx}').map(({ text }) =>
    withoutComments(text),
  );
  assertEmpty(
    endpoints
      .filter(({ name }) => !tests.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
      .map(({ name, file }) => `${name} of contract/${file} is not called in a test`),
  );
});
