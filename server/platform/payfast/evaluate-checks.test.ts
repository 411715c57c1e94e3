import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Circumstances } from './checks.ts';
import { encodeFields } from './fields.ts';
import { evaluateChecks, type Verdict } from './evaluate-checks.ts';
import { readNotification } from './notification.ts';
import { notificationSignature } from './signature.ts';

const settings = { merchantId: '10000100', passphrase: 'salt', sourceCheck: 'log' as const };
const strict = { ...settings, sourceCheck: 'refuse' as const };
const record = { kind: 'subscription' as const, askedCents: [45000, 25000], isDeleted: false };
const usual: Circumstances = {
  settings,
  kind: 'subscription',
  record,
  confirmation: 'VALID',
  isFromProvider: true,
};

const complete = {
  m_payment_id: '0b7c1f7e',
  pf_payment_id: '1089250',
  payment_status: 'COMPLETE',
  amount_gross: '450.00',
  merchant_id: '10000100',
};

function judged(changes: Partial<typeof complete>, circumstances: Partial<Circumstances>) {
  const values = { ...complete, ...changes };
  const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
  const signature = notificationSignature(encodeFields(fields), 'salt');
  const body = `${encodeFields(fields)}&signature=${signature}`;
  return evaluateChecks(readNotification(Buffer.from(body)), { ...usual, ...circumstances });
}

const unknown = { confirmation: 'unknown' } as const;
const invalid = { confirmation: 'INVALID' } as const;
const elsewhere = { isFromProvider: false };
const otherPassphrase = { settings: { ...settings, passphrase: 'pepper' } };

type Row = [string, Verdict, string, Partial<typeof complete>, Partial<Circumstances>];

/** What happened, the verdict, the checks that did not pass. */
const truth: Row[] = [
  ['all is right', 'settle', '', {}, {}],
  ['no confirmation yet', 'unconfirmed', 'confirmation', {}, unknown],
  ['denied by the provider', 'refused', 'confirmation', {}, invalid],
  ['a wrong signature', 'refused', 'signature', {}, otherPassphrase],
  [
    'a wrong signature, not confirmed',
    'refused',
    'signature confirmation',
    {},
    { ...otherPassphrase, ...unknown },
  ],
  ['another merchant', 'refused', 'merchant', { merchant_id: '10000101' }, {}],
  ['no merchant', 'refused', 'merchant', { merchant_id: '' }, {}],
  ['no record', 'refused', 'record amount', {}, { record: null }],
  ['a donation’s id', 'refused', 'record', {}, { record: { ...record, kind: 'donation' } }],
  ['a deleted record', 'settle', '', {}, { record: { ...record, isDeleted: true } }],
  ['an earlier balance', 'settle', '', { amount_gross: '250.00' }, {}],
  ['a cent less', 'settle', 'amount', { amount_gross: '449.99' }, {}],
  ['a cent more', 'settle', 'amount', { amount_gross: '450.01' }, {}],
  ['a cent less, denied', 'refused', 'amount confirmation', { amount_gross: '449.99' }, invalid],
  ['no money', 'refused', 'amount', { amount_gross: '0.00' }, {}],
  ['more than any record', 'refused', 'amount', { amount_gross: '10000000.00' }, {}],
  ['no readable amount', 'refused', 'amount', { amount_gross: '4.5e2' }, {}],
  [
    'an amount that was never asked, not confirmed',
    'unconfirmed',
    'amount confirmation',
    { amount_gross: '5.00' },
    unknown,
  ],
  ['no number of the provider', 'refused', 'status', { pf_payment_id: '' }, {}],
  [
    'cancelled',
    'cancelled',
    'amount status',
    { payment_status: 'CANCELLED', amount_gross: '0.00' },
    {},
  ],
  ['cancelled, in old words', 'cancelled', 'status', { payment_status: 'CANCEL' }, {}],
  ['failed', 'failed', 'status', { payment_status: 'FAILED' }, {}],
  ['pending', 'pending', 'status', { payment_status: 'PENDING' }, {}],
  [
    'failed, not confirmed',
    'unconfirmed',
    'status confirmation',
    { payment_status: 'FAILED' },
    unknown,
  ],
  ['failed, denied', 'refused', 'status confirmation', { payment_status: 'FAILED' }, invalid],
  [
    'failed, of nobody',
    'refused',
    'record amount status',
    { payment_status: 'FAILED' },
    { record: null },
  ],
  ['an unknown status', 'refused', 'status', { payment_status: 'REFUNDED' }, {}],
  ['a status in small letters', 'refused', 'status', { payment_status: 'complete' }, {}],
  ['a status that every object has', 'refused', 'status', { payment_status: 'constructor' }, {}],
  ['no status', 'refused', 'status', { payment_status: '' }, {}],
  ['another source, noted', 'settle', 'source', {}, elsewhere],
  ['another source, refused', 'refused', 'source', {}, { ...elsewhere, settings: strict }],
  [
    'another source, refused before asking',
    'refused',
    'confirmation source',
    {},
    { ...elsewhere, ...unknown, settings: strict },
  ],
  ['the right source, checked', 'settle', '', {}, { settings: strict }],
];

for (const [what, verdict, notPassed, changes, circumstances] of truth) {
  test(`${what}: ${verdict}`, () => {
    const judgement = judged(changes, circumstances);
    assert.equal(judgement.verdict, verdict);
    const others = judgement.checks.filter(({ outcome }) => outcome !== 'passed');
    assert.equal(others.map(({ name }) => name).join(' '), notPassed);
  });
}

test('the checks are in the order of the rules, each with a text', () => {
  const { checks } = judged({}, {});
  assert.equal(
    checks.map(({ name }) => name).join(' '),
    'signature merchant record amount status confirmation source',
  );
  assert.ok(checks.every(({ words }) => /^[A-Z].*\.$/.test(words)));
  const amount = judged({ amount_gross: '5.00' }, {}).checks[3];
  assert.equal(
    amount?.words,
    'It states R5.00, which was never asked for this record. If it is confirmed, all of it becomes a credit.',
  );
  const status = judged({ payment_status: 'PENDING' }, {}).checks[4];
  assert.deepEqual(
    [status?.outcome, status?.words],
    ['unknown', 'The provider is waiting for the money.'],
  );
});

test('a payment is settled only if all checks but that of the amount pass', () => {
  const amounts = ['450.00', '5.00'];
  const statuses = ['COMPLETE', 'CANCELLED', 'FAILED', 'PENDING', 'X'];
  const confirmations = ['VALID', 'INVALID', 'unknown'] as const;
  for (const amount_gross of amounts) {
    for (const payment_status of statuses) {
      for (const confirmation of confirmations) {
        const { checks, verdict } = judged({ amount_gross, payment_status }, { confirmation });
        const others = checks.filter(({ name }) => name !== 'amount');
        const isRight = others.every(({ outcome }) => outcome === 'passed');
        assert.equal(verdict === 'settle', isRight);
      }
    }
  }
});
