import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import test, { after } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { EndpointShape } from '#contract/endpoint.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
// Kept by nobody else, so that no run signs itself out.
const endpoints = (await allEndpoints())
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => !endpoint.path.endsWith('/logout'));

/** Only the replies to administrators, and to the person, may contain it. */
const secretWord = 'Zyxwvutsrq';

/** New ones from time to time: a call can archive a member, which ends the session. */
async function makePeople() {
  const person = () => ({ email: `${randomUUID()}@example.org` });
  const member = await registered(app, person());
  const secrets = {
    lastName: secretWord,
    postalAddress: secretWord,
    email: `${randomUUID()}@${secretWord.toLowerCase()}.org`,
  };
  // No request has an id of this member.
  const stranger = await registered(app, secrets);
  return {
    member,
    tokens: {
      admin: (await naledi(app)).token,
      member: await tokenOf(app, member.userId),
      stranger: await tokenOf(app, stranger.userId),
      nobody: '',
      'a bad token': 'not a token',
    },
  };
}

let people = await makePeople();
type Actor = keyof typeof people.tokens;
const actors = fc.constantFrom<Actor[]>(
  ...Array<Actor>(6).fill('admin'),
  ...(['member', 'member', 'stranger', 'nobody', 'a bad token'] as const),
);

/** Placeholders for the ids of the member, who changes from time to time. */
const own = { memberId: 'MEMBER-ID', invoiceId: 'INVOICE-ID', userId: 'USER-ID', email: 'EMAIL' };

function withOwn(text: string): string {
  return Object.entries(own).reduce(
    (filled, [name, word]) => filled.replaceAll(word, people.member[name as keyof typeof own]),
    text,
  );
}

const allowed = new Set([200, 201, 204, 304, 400, 401, 403, 404, 409, 412, 413, 415, 429, 503]);
const isFull = process.env['TEST_FULL'] !== undefined;
const requests = isFull ? 100_000 : 1000;
const requestsPerPeople = 2500;
/** A reply that takes longer hangs, also on a busy machine. */
const longestMs = 20_000;
const seen = new Map<number, number>();

const nasty = fc.oneof(
  fc.constantFrom<unknown>('', '\u0000', '\ud800', '\udfff\ud800', null, true, 0, -1, 1e21, 5e-324),
  fc.constantFrom<unknown>(2 ** 31, 2 ** 53, 99999999999, 1.005, '__proto__', 'constructor', '%'),
  fc.constantFrom<unknown>([], {}, [[]], [null], { length: -1 }, { toString: null }, 'NaN'),
  fc.constantFrom<unknown>('2027-02-30', '9999-12-31', '0000-00-00', '٣', 'İ', '\u202e', "'; --"),
  fc.constantFrom<unknown>(own.memberId, own.invoiceId, own.email, 'EFT', 'x'.repeat(300)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const edge = 'multipart/form-data; boundary=edge';
const beginnings = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBP', '<svg>', ''];

/** Forms with files that begin like pictures, in parts that may be broken anywhere. */
const forms = fc
  .array(
    fc.oneof(
      fc
        .record({
          name: fc.constantFrom('file', 'userId', '__proto__', '', 'x'.repeat(300)),
          filename: fc.constantFrom('; filename="me.jpg"', '; filename=""', '', '; filename*=x'),
          type: fc.constantFrom('', 'Content-Type: application/json\r\n', 'Content-Type: ;\r\n'),
          begins: fc.constantFrom(...beginnings),
          rest: fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constant(own.userId)),
        })
        .map(
          ({ name, filename, type, begins, rest }) =>
            `--edge\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n${type}\r\n${begins}${rest}\r\n`,
        ),
      fc.constantFrom(
        '--edge\r\n\r\nx\r\n',
        '--edge',
        '\r\n',
        '--edge\r\nContent-Disposition\r\n\r\n',
      ),
    ),
    { maxLength: 4 },
  )
  .chain((parts) => fc.constantFrom(`${parts.join('')}--edge--\r\n`, parts.join('')));

/** Bodies that look right up to one field, and bodies that don't at all. */
function bodyFor(endpoint: EndpointShape): fc.Arbitrary<string> {
  if (endpoint.upload) return forms;
  const fields = fieldsOf(endpoint);
  const object = fc
    .dictionary(fc.constantFrom(...fields, '__proto__', 'extra'), nasty, { maxKeys: 8 })
    .map((body) => JSON.stringify(body));
  const raw = fc.constantFrom('', '{', 'null', '[]', '""', '1e999', '{"page":1e999}', '\ufeff{}');
  const deep = fc.constantFrom(
    '['.repeat(90_000),
    `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
  );
  const prototype = fc.constant('{"__proto__":{"page":-1},"constructor":{"prototype":{}}}');
  return fc.oneof(
    { weight: 12, arbitrary: object },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: deep },
    { weight: 1, arbitrary: prototype },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  );
}

function fieldsOf(endpoint: EndpointShape): string[] {
  const { shape } = (endpoint.body?._zod.def ?? {}) as { shape?: Record<string, unknown> };
  return ['page', 'sortBy', ...Object.keys(shape ?? {})];
}

const segment = fc.oneof(
  fc.constantFrom(own.memberId, own.invoiceId, '%00', '%', '%zz', '%ed%a0%80', '..%2f..'),
  fc.constantFrom('__proto__', 'x'.repeat(101), '%F0%9F%A6%8F', '*', 'search', ';', '0'),
  fc.uuid(),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
);
const query = fc.oneof(
  fc.constantFrom('', '?', '?page=0', '?page=1&page=2', '?email=%', '?email=%00', '?page[]=1'),
  fc.constantFrom('?__proto__=1', '?email=%ed%a0%80@x.org', `?email=${'a'.repeat(5000)}`, '?&&=&'),
  fc.constantFrom('?page=999999&pageSize=100', '?email=thandi%40example.org', '?page=1e3'),
);
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      ...Array<string>(20).fill('application/json'),
      'text/plain',
      ';',
      'a/b;=',
      '',
      'x'.repeat(500),
    ),
    'idempotency-key': fc.constantFrom('k', '', 'ü', 'x'.repeat(300), '\u0001', 'a b'),
    'if-match': fc.constantFrom('*', '""', ',,', 'W/', 'x'.repeat(4000)),
    'if-none-match': fc.constantFrom('*', '"', 'W/""'),
    'accept-encoding': fc.constantFrom('*;q=0', 'identity;q=0', 'br', 'zzz', 'gzip;q=abc'),
    accept: fc.constantFrom('text/html', '', ';;;'),
    'accept-version': fc.constantFrom('9', '*'),
    range: fc.constantFrom('bytes=0-1', 'bytes=-'),
    'x-forwarded-for': fc.constantFrom('\u0001', '1.2.3.4, , x', 'y'.repeat(3000)),
    'x-http-method-override': fc.constant('DELETE'),
    cookie: fc.constantFrom('a=b', '=;='),
    'content-encoding': fc.constantFrom(
      ...Array<string>(9).fill('identity'),
      'gzip',
      'br',
      'zz',
      '',
    ),
  },
  { requiredKeys: [] },
);

// One that reads forms is worth three of the others.
const uploads = endpoints.filter(({ upload }) => upload !== undefined);
const calls = fc.constantFrom(...endpoints, ...uploads, ...uploads).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    body: bodyFor(endpoint),
    segment,
    query,
    headers,
    actor: actors,
  }),
);

/** What no reply may contain: a stack trace, a path of ours, SQL or the texts of the database. */
const insides =
  /\n\s+at |\.ts:\d|node_modules|\/server\/|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) .*\b(FROM|VALUES|SET|WHERE)\b|violates \w+ constraint|syntax error at|pg_|kysely/;

async function send(call: Call) {
  const { method } = call.endpoint;
  const token = people.tokens[call.actor];
  const reply = await app.fastify.inject({
    method,
    url: withOwn(`${urlOf(call.endpoint, call.segment)}${call.query}`),
    headers: {
      'content-type': 'application/json',
      ...call.headers,
      ...(call.endpoint.upload && call.body.length % 9 > 0 ? { 'content-type': edge } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(method === 'GET' ? {} : { payload: withOwn(call.body) }),
  });
  const { statusCode: status, headers } = reply;
  return { status, headers, body: unpack(reply.rawPayload, headers['content-encoding']) };
}

function unpack(bytes: Buffer, encoding: unknown): string {
  if (bytes.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

type Call = typeof calls extends fc.Arbitrary<infer T> ? T : never;

async function inTime<T>(reply: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no reply')), longestMs);
  return Promise.race([reply, late.promise]).finally(() => clearTimeout(timer));
}

let sent = 0;

test('no input to any endpoint results in a 500, an undocumented status, a hanging request or a leak', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (call) => {
      sent += 1;
      if (sent % requestsPerPeople === 0) people = await makePeople();
      const reply = await inTime(send(call));
      assert.ok(allowed.has(reply.status), `${reply.status} ${reply.body}`);
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
      if (!['admin', 'stranger'].includes(call.actor)) {
        const sentences = `${reply.body}${JSON.stringify(reply.headers)}`.toLowerCase();
        assert.ok(!sentences.includes(secretWord.toLowerCase()), reply.body);
      }
      if (reply.status < 400) return;
      assert.doesNotMatch(reply.body, insides);
      const { success, message, errors } = JSON.parse(reply.body);
      assert.equal(success, false);
      assert.match(message, /^\w.+[.?]$/s);
      if (errors) assert.equal(errors[0].message, message);
    }),
    { numRuns: requests },
  );
  assert.ok(sent >= requests);
  for (const status of [200, 400, 401, 403, 404])
    assert.ok(seen.has(status), `${status} was never seen`);
});

test('unstorable and extreme strings in any text field get a documented status', async () => {
  for (const text of [
    '\u0000',
    '\ud800',
    'x'.repeat(90_000),
    '\u0001',
    '\u202e',
    '😀'.repeat(100),
  ]) {
    for (const endpoint of endpoints.filter(({ body }) => body !== undefined)) {
      const body = Object.fromEntries(fieldsOf(endpoint).map((field) => [field, text]));
      const reply = await app.fastify.inject({
        method: endpoint.method,
        url: urlOf(endpoint, people.member.memberId),
        headers: { authorization: `Bearer ${people.tokens.admin}` },
        payload: body,
      });
      assert.ok(allowed.has(reply.statusCode), `${endpoint.path} ${reply.statusCode}`);
    }
  }
});

const port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port);
after(() => app.fastify.server.closeAllConnections());

/** The bytes as they go over the line, and the whole answer. */
function say(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      // A server that keeps the connection has answered when its JSON is whole.
      if (/\r\n\r\n.*\}$/s.test(answer)) socket.end();
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

test('invalid HTTP is a 400 in the usual shape', async () => {
  const lines = [
    'nonsense\r\n\r\n',
    'GET /api/membertypes HTTP/9.9\r\n\r\n',
    `GET /api/membertypes HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(40_000)}\r\n\r\n`,
    `GET /api/membertypes HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n`,
    'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
    'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
  ];
  for (const line of lines) {
    const answer = await say(line);
    assert.match(answer, /^HTTP\/1\.1 400 /, line.slice(0, 60));
    assert.match(answer, /\{"success":false,"message":"The request could not be understood\."\}$/);
  }
});

test('requests with an unknown Expect, no Host or an unknown Upgrade are served as usual', async () => {
  const extras = [
    'Host: x\r\nExpect: the-unexpected\r\n',
    '',
    'Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n',
    'Host: \r\nAccept-Encoding: identity;q=0, *;q=0\r\n',
  ];
  for (const extra of extras) {
    const answer = await say(`GET /api/membertypes HTTP/1.1\r\n${extra}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 200 /, extra);
  }
});

test('an unsupported method is a normal 404', async () => {
  const answer = await say('PROPFIND /api/members HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 404 .*"success":false/s);
});
