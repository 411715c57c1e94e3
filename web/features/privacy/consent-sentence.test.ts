import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentSentence } from './consent-sentence.ts';

const given = {
  purpose: 'news' as const,
  words: 'Imported from members.csv',
  givenUtc: '2026-02-27T22:00:00.000Z',
  withdrawnUtc: null,
  isWaiting: false,
};
const sentence = (source: string, others: object = {}) =>
  consentSentence({ history: [{ ...given, source, ...others }] }, 'news');

test('an imported consent has the day and the way that were entered, and no time', () => {
  assert.equal(sentence('paper form'), 'News: agreed on or before 28 Feb 2026, paper form.');
});

test('a ticked box has its time', () => {
  assert.equal(sentence('registration'), 'News: agreed on 28 Feb 2026, 00:00.');
  assert.match(sentence('registration', { isWaiting: true }), /^News: ticked, and counts once/);
  assert.equal(consentSentence({ history: [] }, 'news'), 'News: not agreed to.');
});
