import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { searchEverything, type SearchResult } from '#contract/global-search/endpoints.ts';
import { lineStateNames } from '#contract/bank-statements/layouts.ts';
import { globalSearchTexts } from '#contract/global-search/texts.ts';
import { openTestApp } from '#test/support/app.ts';
import { archive } from '#test/support/assertions.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);

async function find(text: string, as = token): Promise<SearchResult[]> {
  const reply = await callApi(app, searchEverything, { body: { text } }, { token: as });
  assert.equal(reply.status, 200, reply.text);
  return reply.data.results;
}

const kindsOf = (results: SearchResult[]) => results.map(({ kind }) => kind);

const thandi = await registered(app, { postalAddress: '3 Kloof Street\nHowick', zipCode: '3290' });
await registered(app, { firstName: 'Änne', lastName: 'Oberholzer', email: 'anne@example.org' });

test('a member is found by name, number, email, phone, address, town and zip code', async () => {
  await app.db
    .updateTable('members')
    .set({ number: 77 })
    .where('id', '=', thandi.memberId)
    .execute();
  for (const text of ['thandi dlam', 'DLAMINI', 'th', '77', '00077', 'thandi@ex', '0821234567']) {
    assert.equal((await find(text))[0]?.id, thandi.memberId, text);
  }
  for (const text of ['kloof', 'howick', '3290 dlamini', 'dl ho']) {
    assert.equal((await find(text))[0]?.id, thandi.memberId, text);
  }
  const [first] = await find('howick');
  assert.deepEqual(
    { ...first, id: '' },
    {
      kind: 'member',
      id: '',
      title: 'Thandi Dlamini',
      line: '00077 · Howick, KwaZulu-Natal · thandi@example.org',
      status: 'Pending',
      payAt: { kind: 'member', id: thandi.memberId },
    },
  );
  assert.equal((await find('anne ober'))[0]?.title, 'Änne Oberholzer');
});

test('invoices and donations are found by reference, name and amount', async () => {
  const donation = await pledged(app);
  const [invoice] = (await find('inv 1')).filter(({ kind }) => kind === 'invoice');
  assert.equal(invoice?.id, thandi.invoiceId);
  assert.deepEqual(invoice?.payAt, { kind: 'member', id: thandi.memberId });
  assert.match(invoice?.title ?? '', /^INV-00001 Thandi Dlamini$/);
  for (const text of ['R450', 'r450.00', '450,00', 'R 450']) {
    assert.ok(kindsOf(await find(text)).includes('invoice'), text);
  }
  const [found] = (await find('don-00001')).filter(({ id }) => id === donation);
  assert.deepEqual([found?.status, found?.payAt], ['Pending', { kind: 'donation', id: donation }]);
  assert.deepEqual(kindsOf(await find('dlamini')), ['member', 'invoice', 'donation']);
});

test('what is too short or unlike everything finds nothing, and no text is an error', async () => {
  for (const text of [
    '',
    ' ',
    'd',
    '%',
    '%%',
    '__',
    "' OR 1=1",
    '\\',
    'nobodyatall',
    'R',
    '9999999999999',
  ]) {
    assert.deepEqual(await find(text), [], text);
  }
  const call = (text: string) => callApi(app, searchEverything, { body: { text } }, { token });
  assert.equal((await call('x'.repeat(201))).status, 400);
  assert.equal((await call('a\u0000b')).status, 400);
});

test('each role finds what it may see, and pays where it may', async () => {
  const secretary = (await naledi(app, 'Membership Secretary')).token;
  const communications = (await naledi(app, 'Communications')).token;
  const auditor = (await naledi(app, 'Auditor')).token;
  assert.ok(kindsOf(await find('dlamini', secretary)).includes('invoice'));
  assert.deepEqual(kindsOf(await find('dlamini', communications)), ['member']);
  for (const as of [communications, auditor]) {
    assert.ok((await find('dlamini', as)).every(({ payAt }) => payAt === null));
  }
});

test('the results are counted, of a common word up to a limit', async () => {
  const countOf = async (text: string) => {
    const { data } = await callApi(app, searchEverything, { body: { text } }, { token });
    return [data.results.length, data.totalCount, data.isMore, ...data.more];
  };
  assert.deepEqual(await countOf('nobodyatall'), [0, 0, false]);
  const enter = (from: number, to: number) =>
    sql`
      INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id, amount_cents, created_at)
      SELECT gen_random_uuid(), 5000 + n, 'Kagiso', 'Counted', n || '@example.org',
        (SELECT id FROM donation_types LIMIT 1), 100, now()
      FROM generate_series(${from}::int, ${to}::int) AS n`.execute(app.db);
  await enter(1, 4);
  assert.deepEqual(await countOf('counted'), [4, 4, false]);
  await enter(5, 63);
  assert.deepEqual(await countOf('counted'), [4, 63, false, 'donation']);
  await enter(64, 200);
  assert.deepEqual(await countOf('counted'), [4, 200, false, 'donation']);
  await enter(201, 230);
  assert.deepEqual(await countOf('counted'), [4, 200, true, 'donation']);
  const { found } = globalSearchTexts;
  assert.equal(found(1, 1, false), '1 result');
  assert.equal(found(4, 63, false), '4 of 63 results. Type more to see fewer.');
  assert.equal(found(4, 200, true), '4 of more than 200 results. Type more to see fewer.');
});

test('archived members come last, and without a payment', async () => {
  const gone = await registered(app, {
    firstName: 'Aaron',
    lastName: 'Howick',
    email: 'a@example.org',
  });
  await archive(app, gone.memberId);
  const members = (await find('howick')).filter(({ kind }) => kind === 'member');
  assert.deepEqual(
    members.map(({ title, status }) => [title, status]),
    [
      ['Thandi Dlamini', 'Pending'],
      ['Aaron Howick', 'Archived'],
    ],
  );
  assert.equal(members[1]?.payAt, null);
});

test('only the bank lines that match are found', async () => {
  const line = (place: number, text: string) => ({
    day: `2027-03-0${place}`,
    cents: 10_000 * place,
    kind: 'MAGTAPE CREDIT' as const,
    text,
  });
  const names = ['P RADEBE', 'SPAR HOEDSPRUIT', 'COETZEE', 'NEL'];
  const movements = names.map((name, place) => line(place + 1, name));
  await openStatements(app, token).imported(writeStatement('fnb-history', movements));
  const linesOf = async (text: string) =>
    (await find(text))
      .filter(({ kind }) => kind === 'bankLine')
      .map(({ title, status }) => [title, status]);
  // The words of the list of Bank Matching.
  const { open } = lineStateNames;
  assert.deepEqual(await linesOf('radebe'), [['MAGTAPE CREDIT P RADEBE', open]]);
  assert.deepEqual(await linesOf('R300'), [['MAGTAPE CREDIT COETZEE', open]]);
});
