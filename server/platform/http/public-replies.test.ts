import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allEndpoints, urlOf } from '#test/support/endpoints.ts';
import { registered, tokenOf } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { addFullHistoryMember } from '#test/support/full-history-member.ts';

const app = await openTestApp();

/** The one public reply with a person in it: the provider's form needs the name and address. product-rules 3.6. */
const signedForm = '/payments/payfast/:type/:id';
/** Answers the body of its caller to its caller. */
const echoes = ['/donations'];

test('no public endpoint reveals personal data to a caller with only an id or an address', async () => {
  const life = await addFullHistoryMember(app, 'Nokuthula');
  const stranger = await registered(app, { email: 'stranger@example.org' });
  const token = await tokenOf(app, stranger.userId);
  const donations = await app.db.selectFrom('donations').select('id').execute();
  const ids = [life.memberId, life.userId, life.invoiceId, ...donations.map(({ id }) => id)];
  const calls = (await allEndpoints())
    .map(({ endpoint }) => endpoint)
    .filter(({ access, path }) => access === 'anyone' && path !== signedForm);
  assert.ok(calls.length > 15);
  const tries = calls
    .filter(({ path }) => !echoes.includes(path))
    .flatMap((endpoint) => (endpoint.params ? ids : ['']).map((id) => ({ endpoint, id })))
    .flatMap((one) =>
      [{}, { authorization: `Bearer ${token}` }].map((headers) => ({ ...one, headers })),
    );
  let answered = 0;
  for (const { endpoint, id, headers } of tries) {
    const person = { email: life.email, userId: life.userId };
    const reply = await app.fastify.inject({
      method: endpoint.method,
      url: urlOf(endpoint, id),
      headers,
      query: person,
      ...(endpoint.body ? { payload: person } : {}),
    });
    if (reply.statusCode < 300) answered += 1;
    const told = reply.body + JSON.stringify(reply.headers);
    const call = `${endpoint.method} ${endpoint.path}`;
    assert.doesNotMatch(told, /nokuthula|083 765 4321|Acacia Road/i, call);
  }
  assert.ok(answered > 10, `${answered} calls answered`);
});
