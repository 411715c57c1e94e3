import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiSignature } from './api-signature.ts';

const published = {
  'merchant-id': '1',
  version: 'v1',
  timestamp: '2021-03-11T13:34:01+02:00',
};
const own = {
  'merchant-id': '10000100',
  version: 'v1',
  timestamp: '2026-03-08T02:00:00+02:00',
};

const vectors: { fields: Record<string, string>; passphrase: string; signature: string }[] = [
  {
    fields: published,
    passphrase: 'passphrase',
    signature: '12711773d9990e88ba1844a07b4a39f8',
  },
  {
    fields: { ...published, cycles: '5' },
    passphrase: 'passphrase',
    signature: '310d2121102b7b9b6c611fdaab094207',
  },
  {
    fields: { ...published, cycles: '2', frequency: '5', amount: '100', run_date: '2021-03-11' },
    passphrase: 'passphrase',
    signature: 'c0542f2e5749f1dc393956c077742b18',
  },
  {
    fields: { ...own, date: '2026-03-07', limit: '1000', offset: '0' },
    passphrase: "Reënboog's (8)*~ & co",
    signature: 'c7711862147e1a1b77a9969ba82bb701',
  },
  {
    fields: { ...own, from: '2026-03-05', to: '2026-03-08' },
    passphrase: 'plain-pass.1_2',
    signature: '8b0a20911e7c5c42096fb8b5a44cc12d',
  },
  {
    fields: {
      ...own,
      amount: '1000',
      notify_buyer: '1',
      notify_merchant: '0',
      reason: 'Paid twice',
    },
    passphrase: 'plain-pass.1_2',
    signature: '4ed810abcf49b8159c00d59bb8d531ab',
  },
];

test('calls are signed as other clients of the provider sign them', () => {
  for (const { fields, passphrase, signature } of vectors) {
    assert.equal(apiSignature(fields, passphrase), signature);
  }
});

test('blank fields are not signed, and the order of the fields does not matter', () => {
  const reversed = Object.fromEntries(Object.entries(own).toReversed());
  assert.equal(
    apiSignature({ ...reversed, date: '' }, 'plain-pass.1_2'),
    apiSignature(own, 'plain-pass.1_2'),
  );
});
