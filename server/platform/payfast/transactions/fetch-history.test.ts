import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { csvOf, openHistoryServer, refused } from '#test/support/payfast/history-server.ts';
import { fetchHistory, type HistoryAccount, type HistoryPeriod } from './fetch-history.ts';
import { HistoryFailure } from './history-failure.ts';

const server = await openHistoryServer();
after(() => server.close());
const account: HistoryAccount = {
  apiUrl: server.url,
  merchantId: '10000100',
  passphrase: 'jt7NOE43FZPn',
};
const at = new Date('2027-03-10T00:07:00Z');
const fetchAll = (period: HistoryPeriod = { day: '2027-03-09' }, as = account) =>
  fetchHistory(as, period, { at, timeoutMs: 300 });

const one = {
  date: '2027-03-09 14:05:00',
  gross: 25_000,
  fee: -1035,
  providerId: '1089250',
  reference: '3f7c1f0e-0000-4000-8000-000000000001',
};

beforeEach(() => {
  server.rows = [one];
  server.answer = null;
  server.hasBatchColumn = false;
  server.requests = [];
});

test('the request for a day has the time of Johannesburg, and the rows are read in cents', async () => {
  const rows = await fetchAll();
  assert.deepEqual(rows, [
    {
      happenedAt: new Date('2027-03-09T12:05:00Z'),
      type: 'FUNDS_RECEIVED',
      grossCents: 25_000,
      feeCents: -1035,
      netCents: 23_965,
      balanceCents: 23_965,
      mPaymentId: one.reference,
      pfPaymentId: '1089250',
      isTest: false,
    },
  ]);
  assert.deepEqual(server.requests, [
    {
      path: '/transactions/history/daily',
      query: { date: '2027-03-09', limit: '1000', offset: '0' },
      timestamp: '2027-03-10T02:07:00+02:00',
    },
  ]);
});

test('a month has the rows of its first and its last second, and of no other', async () => {
  const dates = ['2027-01-31 23:59:59', '2027-02-01 00:00:00', '2027-02-28 23:59:59'];
  server.rows = [...dates, '2027-03-01 00:00:00'].map((date) => ({ ...one, date }));
  const rows = await fetchAll({ month: '2027-02' });
  assert.deepEqual(
    rows.map(({ happenedAt }) => happenedAt.toISOString()),
    ['2027-01-31T22:00:00.000Z', '2027-02-28T21:59:59.000Z'],
  );
});

test('a day of 1,001 rows is read in two parts, one of 1,000 rows has an empty second part', async () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...one, providerId: String(n) }));
  server.rows = rowsOf(1001);
  const rows = await fetchAll();
  assert.equal(new Set(rows.map(({ pfPaymentId }) => pfPaymentId)).size, 1001);
  server.rows = rowsOf(1000);
  assert.equal((await fetchAll()).length, 1000);
  assert.deepEqual(
    server.requests.map(({ query }) => query['offset']),
    ['0', '1000', '0', '1000'],
  );
});

test('a provider that ignores the limits does not make an endless list', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({ ...one, providerId: String(n) }));
  const same = csvOf(rows);
  server.answer = () => ({ body: same });
  await assert.rejects(fetchAll(), /PayFast repeats a part of it/);
  const longer = csvOf([...rows, one]);
  server.answer = () => ({ body: longer });
  await assert.rejects(fetchAll(), /longer than the limit/);
});

test('names with commas, quotes, accents and line breaks, and thousands with a comma, are read', async () => {
  server.hasBatchColumn = true;
  server.rows = [
    { ...one, gross: 2_257_402, party: `"Bo", O'Brien`, name: 'Zoë\nSmith, é' },
    { ...one, reference: '' },
  ];
  const rows = await fetchAll();
  assert.deepEqual(
    rows.map(({ grossCents, mPaymentId }) => [grossCents, mPaymentId]),
    [
      [2_257_402, one.reference],
      [25_000, ''],
    ],
  );
});

test('money that went out is negative, with a minus or by its sign', async () => {
  server.rows = [
    { ...one, type: 'FUNDS_RECEIVED_REVERSAL', gross: -25_000, fee: 0 },
    { ...one, type: 'PAYOUT', gross: 5000, fee: 0, sign: 'DEBIT' },
  ];
  const rows = await fetchAll();
  assert.deepEqual(
    rows.map(({ grossCents, netCents }) => [grossCents, netCents]),
    [
      [-25_000, -25_000],
      [-5000, -5000],
    ],
  );
});

test('a payment of the payer of the sandbox is marked', async () => {
  server.rows = [{ ...one, party: 'Test User 01' }];
  assert.deepEqual(
    (await fetchAll()).map(({ isTest }) => isTest),
    [true],
  );
});

const wrapped: Record<string, (csv: string) => string> = {
  'a JSON string': (csv) => JSON.stringify(csv),
  'an object with the list': (response) => JSON.stringify({ response }),
  'an object around the object': (response) => JSON.stringify({ code: 200, data: { response } }),
  'a list with quotes around every name': (csv) =>
    csv.replace(/^.*/, (header) =>
      header
        .split(',')
        .map((cell) => `"${cell.replaceAll('"', '')}"`)
        .join(','),
    ),
  'a list after a byte order mark': (csv) => `\uFEFF${csv}`,
};
for (const [name, wrap] of Object.entries(wrapped)) {
  test(`${name} is read`, async () => {
    server.answer = (csv) => ({ body: wrap(csv) });
    const rows = await fetchAll();
    assert.deepEqual(
      rows.map(({ pfPaymentId }) => pfPaymentId),
      ['1089250'],
    );
  });
}

test('only the header, or nothing at all, is a day without transactions', async () => {
  server.rows = [];
  assert.deepEqual(await fetchAll(), []);
  for (const body of ['', ' \n', '""', '{"response":""}']) {
    server.answer = () => ({ body });
    assert.deepEqual(await fetchAll(), []);
  }
});

const header = csvOf([]);
const rowWith = (change: (csv: string) => string) => () => ({ body: change(csvOf([one])) });
const failures: Record<string, [NonNullable<typeof server.answer>, RegExp, boolean]> = {
  'a wrong signature': [() => refused(401, 'Merchant authorisation failed'), /401: .*PASSP/, false],
  'an address that is not allowed': [
    () => refused(401, 'Origin could not be verified'),
    /whitelist/,
    false,
  ],
  'a missing header': [() => refused(400, 'Required variables missing'), /400: Required/, false],
  'no permission': [() => refused(404, 'Not found'), /allow your account/, false],
  'too many requests': [() => refused(429, 'Signature rate limit reached'), /429: Sign/, true],
  'a fault of the provider': [() => ({ status: 500, body: 'oops' }), /\(500\)/, true],
  'a redirect': [() => ({ status: 302, body: '' }), /\(302\)/, false],
  silence: [() => 'silence', /did not answer within/, true],
  'a web page': [() => ({ body: '<!doctype html><p>Sign in</p>' }), /web page/, false],
  'a false response': [() => ({ body: refused(200, 'x').body }), /no list in it/, false],
  'JSON without a list': [() => ({ body: '[]' }), /no list in it/, false],
  'the word false': [() => ({ body: 'false' }), /no list in it/, false],
  'JSON that is cut off': [() => ({ body: '{"response":"Date,' }), /cut off/, false],
  'an open quote': [rowWith((csv) => `${csv}\r\n"2027`), /cut off/, false],
  'a last row that is cut off': [rowWith((csv) => csv.slice(0, -12)), /cut off/, false],
  'words instead of a list': [() => ({ body: 'Maintenance' }), /not a list/, false],
  'a list without amounts': [
    () => ({ body: header.replace('Gross', 'Total') }),
    /not a list/,
    false,
  ],
  'an amount that is no number': [rowWith((csv) => csv.replace('250.00', 'R250')), /amount/, false],
  'an empty amount': [rowWith((csv) => csv.replace('250.00', '')), /amount/, false],
  'a date that is no date': [rowWith((csv) => csv.replace('-09 ', '-99 ')), /a date/, false],
  'a reply of more than 5 MB': [() => ({ body: 'x'.repeat(6e6) }), /larger than 5 MB/, false],
};
for (const [name, [answer, message, isTemporary]] of Object.entries(failures)) {
  test(`${name} is a failure, never an empty list`, async () => {
    server.answer = answer;
    await assert.rejects(fetchAll(), (error) => {
      assert.ok(error instanceof HistoryFailure);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /jt7NOE43FZPn|[0-9a-f]{32}/);
      assert.equal(error.isTemporary, isTemporary);
      return true;
    });
  });
}

test('a second part that fails makes the whole day fail', async () => {
  server.rows = Array.from({ length: 1001 }, (_, n) => ({ ...one, providerId: String(n) }));
  server.answer = (csv, nth) => (nth === 2 ? refused(500, 'failure') : { body: csv });
  await assert.rejects(fetchAll(), HistoryFailure);
});

test('another passphrase is refused by the provider', async () => {
  await assert.rejects(fetchAll(undefined, { ...account, passphrase: 'wrong' }), /401/);
});

test('a provider that is not there is a temporary failure', async () => {
  const gone = await openHistoryServer();
  await gone.close();
  const failure = fetchAll(undefined, { ...account, apiUrl: gone.url });
  await assert.rejects(
    failure,
    /could not be reached \(nothing answers at this address and port\)/,
  );
});
