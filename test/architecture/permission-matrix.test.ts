import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { SignJWT } from 'jose';
import type { EndpointShape } from '#contract/endpoint.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { listMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { mokoenaChildren, naledi, registered, tokenOf, typeId } from '#test/support/people.ts';

const app = await openTestApp();
const endpoints = (await allEndpoints()).map(({ endpoint }) => endpoint);
const admin = await naledi(app);
const lineOf = ({ method, path }: EndpointShape) => `${method} ${path}`;

/** A member whose last name nobody else has, with relatives. */
async function family(lastName: string) {
  const email = `${randomUUID()}@example.org`;
  const memberTypeId = await typeId(app, familyTypeName);
  const relatives = mokoenaChildren.slice(0, 2).map((child) => ({ ...child, lastName }));
  const member = await registered(app, { memberTypeId, email, lastName, relatives });
  const rows = await app.db
    .selectFrom('member_relatives')
    .select('id')
    .where('main_member_id', '=', member.memberId)
    .execute();
  return {
    ...member,
    relativeIds: rows.map(({ id }) => id),
    token: await tokenOf(app, member.userId),
  };
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` });

function request(endpoint: EndpointShape, id: string, token: string | null, body: object = {}) {
  return app.fastify.inject({
    method: endpoint.method,
    url: urlOf({ ...endpoint, path: endpoint.path.replace(':type', 'subscription') }, id),
    headers: token === null ? {} : authorized(token),
    ...(endpoint.method === 'GET' ? {} : { payload: body }),
  });
}

/** A correctly signed token with these parts changed. */
async function signed(
  token: string,
  { claims = {}, algorithm = 'HS256', secret = app.secret } = {},
): Promise<string> {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return new SignJWT({ ...payload, ...claims }).setProtectedHeader({ alg: algorithm }).sign(secret);
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Of an administrator, except where a Member is named. No server may accept one of them. */
const badTokens: Record<string, () => Promise<string>> = {
  garbled: async () => `${(await naledi(app)).token}x`,
  'cut short': async () => (await naledi(app)).token.split('.').slice(0, 2).join('.'),
  'of another secret': async () =>
    signed((await naledi(app)).token, { secret: new TextEncoder().encode('x'.repeat(40)) }),
  'of another algorithm': async () => signed((await naledi(app)).token, { algorithm: 'HS512' }),
  'without a signature': async () =>
    `${encoded({ alg: 'none' })}.${(await naledi(app)).token.split('.')[1]}.`,
  'with changed claims': async () => {
    const member = await tokenOf(app, (await family('Changed')).userId);
    const [head, payload = '', signature] = member.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return `${head}.${encoded({ ...claims, role: 'Admin', sub: admin.id })}.${signature}`;
  },
  expired: async () => {
    const { id } = await naledi(app);
    const { clock } = app;
    const now = clock.now();
    clock.set(new Date(now.getTime() - 9 * 3_600_000).toISOString());
    const token = await tokenOf(app, id);
    clock.set(now.toISOString());
    return token;
  },
  'of a session that does not exist': async () =>
    signed((await naledi(app)).token, { claims: { jti: randomUUID() } }),
  'of a session that has ended': async () => {
    const { id, token } = await naledi(app);
    await endAllSessions(app.db, app.clock.now(), id);
    return token;
  },
  'of a deleted administrator': async () => {
    const { id, token } = await naledi(app);
    await app.db
      .updateTable('users')
      .set({ removed_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    return token;
  },
  'of a deactivated Member': async () => {
    const { memberId, token } = await family('Deactivated');
    const statuses = await callApi(app, listMemberStatuses, {}, admin);
    const { id = '' } = statuses.data.find(({ name }) => name === 'Deactivated') ?? {};
    const body = { memberStatusID: id, deactivatedReason: 'Asked for it' };
    const reply = await callApi(app, updateMember, { params: { id: memberId }, body }, admin);
    assert.equal(reply.status, 200, reply.message);
    return token;
  },
};

for (const [kind, make] of Object.entries(badTokens)) {
  test(`a token ${kind} opens no call, and public calls ignore it`, async () => {
    const token = await make();
    for (const endpoint of endpoints) {
      const { statusCode, body } = await request(endpoint, randomUUID(), token);
      const line = `${lineOf(endpoint)}: ${statusCode} ${body}`;
      if (endpoint.access === 'anyone') assert.ok(![401, 403].includes(statusCode), line);
      else assert.equal(statusCode, 401, line);
    }
  });
}

test('a Member’s token that claims the role of an administrator has the role in the database', async () => {
  const { token } = await family('Claims');
  const claiming = await signed(token, { claims: { role: ['Admin', 'Treasurer'], MemberId: '' } });
  for (const endpoint of endpoints.filter(
    ({ access }) => access !== 'anyone' && access !== 'signedIn',
  )) {
    const { statusCode } = await request(endpoint, randomUUID(), claiming);
    assert.equal(statusCode, 403, lineOf(endpoint));
  }
});

const thandi = await family('Zyxwvutsrq');
const sipho = await family('Nkosi');
type Family = typeof thandi;

/** The id of a Member's own record in the path of a call, and a body that would succeed. */
const ownRecords: Record<string, (own: Family) => { id: string; body?: object }> = {
  'GET /members/:id': ({ memberId: id }) => ({ id }),
  'PUT /members/:id': ({ memberId: id }) => ({ id, body: { phone: '082 000 0000' } }),
  'GET /members/:id/data': ({ memberId: id }) => ({ id }),
  'GET /members/:id/erasure-request': ({ memberId: id }) => ({ id }),
  'POST /members/:id/erasure-request': ({ memberId: id }) => ({ id }),
  'GET /members/:id/consents': ({ memberId: id }) => ({ id }),
  'PUT /members/:id/consents': ({ memberId: id }) => ({ id, body: { news: true } }),
  'PUT /members/relatives/:id': ({ relativeIds: [id = ''] }) => ({
    id,
    body: { firstName: 'Lerato' },
  }),
  'DELETE /members/relatives/:id': ({ relativeIds: [, id = ''] }) => ({ id }),
  'GET /invoices/:id/pdf': ({ invoiceId: id }) => ({ id }),
  'GET /invoices/:id/bank-details': ({ invoiceId: id }) => ({ id }),
  'GET /invoices/:id/proof-token': ({ invoiceId: id }) => ({ id }),
};

/** Records that belong to nobody, and one's sessions, which `sessions.test.ts` covers. */
const elsewhere = ['GET /memberstatuses/:id', 'DELETE /user/sessions/:id'];

const signedIn = endpoints.filter(({ access }) => access === 'signedIn');

test('every call of Members about one record is in the table of own records', () => {
  const lines = signedIn.filter(({ path }) => path.includes(':')).map(lineOf);
  assert.deepEqual(lines.toSorted(), [...Object.keys(ownRecords), ...elsewhere].toSorted());
});

test('a Member reaches the own record, and another’s is as unknown as one that does not exist', async () => {
  for (const endpoint of signedIn.filter((each) => lineOf(each) in ownRecords)) {
    const line = lineOf(endpoint);
    const { id, body } = ownRecords[line]?.(thandi) ?? { id: '' };
    const others = await request(endpoint, id, sipho.token, body);
    const unknown = await request(endpoint, randomUUID(), sipho.token, body);
    assert.equal(others.statusCode, 404, `${line}: ${others.body}`);
    assert.equal(others.body, unknown.body, line);
    const own = await request(endpoint, id, thandi.token, body);
    assert.ok(own.statusCode < 300, `${line}: ${own.statusCode} ${own.body}`);
  }
});

test('a Member sees of another’s record what anyone sees', async () => {
  const body = { firstName: 'Thandi', lastName: 'Zyxwvutsrq', email: thandi.email, amount: 50 };
  const types = await app.db.selectFrom('donation_types').select(['id', 'name']).execute();
  const donationTypeId = types.find(({ name }) => name === 'EFT')?.id ?? '';
  const { data: donation } = await callApi(app, donate, { body: { ...body, donationTypeId } });
  const open = endpoints.filter(
    ({ access, method, path }) => access === 'anyone' && method === 'GET' && path.includes(':id'),
  );
  assert.ok(open.length > 3);
  for (const endpoint of open) {
    for (const id of [thandi.invoiceId, donation.id, thandi.memberId]) {
      const anonymous = await request(endpoint, id, null);
      const others = await request(endpoint, id, sipho.token);
      assert.deepEqual(
        [others.statusCode, others.body],
        [anonymous.statusCode, anonymous.body],
        lineOf(endpoint),
      );
    }
  }
});

test('no call with another’s ids, in the address or the body, tells a Member about that person or changes anything', async () => {
  const member = async () =>
    app.db
      .selectFrom('members')
      .selectAll()
      .where('id', '=', thandi.memberId)
      .executeTakeFirstOrThrow();
  const before = await member();
  const { memberId, userId, invoiceId } = thandi;
  const ids = { memberId, mainMemberId: memberId, userId, invoiceId, memberIds: [memberId] };
  const fields = {
    firstName: 'Taken',
    lastName: 'Over',
    email: sipho.email,
    phone: '082 111 1111',
  };
  const payment = { paymentType: 'EFT', memberTypeId: await typeId(app, 'Individual') };
  // The form of a card payment carries the payer's name: the provider needs it (product-rules 3.9).
  const others = endpoints.filter(
    (endpoint) => !/logout$|\/payfast\/:type/.test(endpoint.path) && endpoint.upload === undefined,
  );
  for (const endpoint of others) {
    for (const id of [memberId, invoiceId, userId, thandi.relativeIds[0] ?? '']) {
      const reply = await request(endpoint, id, sipho.token, { ...fields, ...payment, ...ids });
      assert.doesNotMatch(reply.body, /Zyxwvutsrq/i, lineOf(endpoint));
      assert.ok(reply.statusCode < 500, lineOf(endpoint));
    }
  }
  assert.deepEqual(await member(), before);
});
