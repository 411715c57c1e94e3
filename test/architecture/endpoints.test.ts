import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { EndpointShape } from '#contract/endpoint.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertEmpty } from './assert-none.ts';
import {
  anyoneCalls,
  importCalls,
  memberCalls,
  permissionCalls,
  proofTable,
  roleTable,
  staffCalls,
} from './access-table.ts';
import { readSources, withoutComments } from './sources.ts';

const app = await openTestApp();
/** The id and the roles of everybody; `Owner` is no role. */
const people: Record<string, { id: string; roles: string[] }> = {
  Member: { id: (await registered(app)).userId, roles: [] },
};
for (const role of [...Object.keys(roleTable), 'Owner']) {
  people[role] = { id: (await naledi(app, role)).id, roles: [role] };
}

const endpoints = await allEndpoints();
const lineOf = ({ method, path }: EndpointShape) => `${method} ${path}`;
const endpointOf = (line: string) =>
  endpoints.find(({ endpoint }) => lineOf(endpoint) === line)?.endpoint;
const document = (await app.fastify.inject('/api/openapi.json')).json();

interface Operation {
  summary?: string;
  description?: string;
  operationId: string;
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

// The rules that a public linter recommends.
test('the document has a server and a licence, and each operation an id of its own', () => {
  assert.deepEqual(document.servers, [{ url: '/' }]);
  assert.deepEqual(document.info.license, { name: 'MIT', identifier: 'MIT' });
  const ids = [...operations.values()].map(({ operationId }) => operationId);
  assert.ok(ids.every((id) => /^[a-z]\w+$/.test(id)));
  assert.equal(new Set(ids).size, ids.length);
});

test('the document says which permission an operation needs', () => {
  for (const { endpoint } of endpoints) {
    const { description = '' } = operations.get(lineOf(endpoint)) ?? {};
    for (const name of permissionsFor(lineOf(endpoint))) {
      assert.ok(description.includes(`\`${name}\``), lineOf(endpoint));
    }
  }
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

test('each call is in the access table once, and declares what it says', () => {
  const needs = [...staffCalls, ...importCalls, ...Object.values(permissionCalls).flat()];
  const lines = [...new Set([...anyoneCalls, ...memberCalls, ...needs])];
  assert.deepEqual(lines.toSorted(), [...operations.keys()].toSorted());
  assert.deepEqual(needs.toSorted(), [...new Set(needs)].toSorted());
  for (const { endpoint } of endpoints) {
    const line = lineOf(endpoint);
    const own = memberCalls.includes(line) ? 'signedIn' : undefined;
    const open = anyoneCalls.includes(line) ? 'anyone' : own;
    assert.equal(endpoint.access, staffCalls.includes(line) ? 'staff' : open, line);
    const declared = [endpoint.permission ?? []].flat();
    assert.deepEqual(declared, permissionsFor(line), line);
  }
});

function permissionsFor(line: string): string[] {
  if (importCalls.includes(line)) return ['members.write', 'money.write', 'mail.write'];
  return Object.keys(permissionCalls).filter((name) => permissionCalls[name]?.includes(line));
}

/** What a caller with these roles gets instead of a reply: a status, or null. */
function refusalOf(line: string, who: string): number | null {
  if (anyoneCalls.includes(line)) return null;
  const person = people[who];
  if (person === undefined) return 401;
  if (who === 'Member') return memberCalls.includes(line) ? null : 403;
  const granted = person.roles.flatMap((role) => roleTable[role] ?? []);
  const needed = permissionsFor(line);
  const isStaff = granted.length > 0;
  const isGranted = needed.length === 0 || needed.some((name) => granted.includes(name));
  return isStaff && isGranted ? null : 403;
}

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

for (const who of ['nobody', 'a garbled token', ...Object.keys(people)]) {
  test(`the server allows the calls of the access table and no others: ${who}`, async () => {
    for (const { endpoint } of endpoints) {
      const reply = await app.fastify.inject({
        method: endpoint.method,
        url: urlOf(endpoint, randomUUID()),
        headers: await headersOf(who),
        ...(endpoint.body ? { payload: {} } : {}),
      });
      const refused = refusalOf(lineOf(endpoint), who);
      const line = `${lineOf(endpoint)} for ${who}: ${reply.statusCode} ${reply.body}`;
      if (refused === null) assert.ok(![401, 403].includes(reply.statusCode), line);
      else assert.equal(reply.statusCode, refused, line);
      if (refused === 403) assert.equal(reply.json().message, 'Your role does not allow this.');
    }
  });
}

test('two roles together allow what either of them does, and no more', async () => {
  const names = Object.keys(roleTable);
  const oneOfEach = Object.values(permissionCalls).map(([line = '']) => endpointOf(line));
  for (const first of names) {
    for (const second of names.slice(names.indexOf(first) + 1)) {
      const who = `${first},${second}`;
      const { id, token } = await naledi(app, who);
      people[who] = { id, roles: [first, second] };
      for (const endpoint of oneOfEach) {
        assert.ok(endpoint);
        const { status } = await callApi(app, endpoint, {}, { token });
        const refused = refusalOf(lineOf(endpoint), who);
        assert.equal(status === 403, refused === 403, `${lineOf(endpoint)} for ${who}: ${status}`);
      }
    }
  }
});

test('a refusal does not tell whether the record exists', async () => {
  const { token } = await naledi(app, 'Communications');
  const { invoiceId } = await registered(app, { email: 'exists@example.org' });
  const read = async (id: string) =>
    (await callApi(app, voidInvoice, { params: { id }, body: { reason: 'x' } }, { token })).text;
  assert.equal(await read(invoiceId), await read(randomUUID()));
});

/** A new session for each call, because one of the calls signs out. */
async function headersOf(who: string): Promise<Record<string, string>> {
  const token = await tokenFor(who);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

async function tokenFor(who: string): Promise<string | null> {
  if (who === 'nobody') return null;
  const id = people[who]?.id;
  return id === undefined ? 'a.b.c' : tokenOf(app, id);
}

test('the server checks the current role in the database, not the role in the token', async () => {
  const everyone = endpoints.find(({ name }) => name === 'listMembers')?.endpoint;
  assert.ok(everyone);
  const { id, token } = await naledi(app);
  const status = async () => (await callApi(app, everyone, {}, { token })).status;
  assert.equal(await status(), 200);
  for (const role of ['Member', 'admin', 'Owner']) {
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
