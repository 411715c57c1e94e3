import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentWords, type OwnConsents } from '#contract/privacy/consents.ts';
import { ownConsentSentence } from './own-consent-sentence.ts';

const appeals = {
  purpose: 'appeals' as const,
  words: consentWords.appeals,
  source: 'profile',
  givenUtc: '2027-03-10T08:05:00.000Z',
  withdrawnUtc: null,
  isWaiting: false,
};
const consents: OwnConsents = {
  news: false,
  appeals: true,
  history: [appeals],
  isUnsubscribed: false,
  isProved: true,
};
const agreed = 'Agreed on 10 Mar 2027, 10:05, on My Profile.';

test('a consent that holds is not said to be sent once the address has unsubscribed', () => {
  assert.equal(ownConsentSentence(consents, 'appeals'), agreed);
  const unsubscribed = { ...consents, isUnsubscribed: true };
  assert.equal(
    ownConsentSentence(unsubscribed, 'appeals'),
    `${agreed} We do not send it, because your address has unsubscribed.`,
  );
  assert.equal(ownConsentSentence(unsubscribed, 'news'), 'You have not agreed to this.');
});

test('a consent that waits, or was withdrawn, says so', () => {
  const waiting = { ...consents, history: [{ ...appeals, isWaiting: true }] };
  assert.match(ownConsentSentence(waiting, 'appeals'), /It waits until you confirm it/);
  const withdrawnUtc = '2027-03-11T08:05:00.000Z';
  const withdrawn = { ...consents, appeals: false, history: [{ ...appeals, withdrawnUtc }] };
  const sentence = `${agreed} Withdrawn on 11 Mar 2027, 10:05.`;
  assert.equal(ownConsentSentence({ ...withdrawn, isUnsubscribed: true }, 'appeals'), sentence);
});
