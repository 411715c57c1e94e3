import {
  consentSources,
  consentTexts,
  type OwnConsents,
  type Purpose,
} from '#contract/privacy/consents.ts';
import { formatMoment } from '#contract/days.ts';
import { ownConsentsTexts } from '#contract/privacy/own-consents-texts.ts';

/** What a member last decided about the emails of one purpose, and whether they are sent. */
export function ownConsentSentence(consents: OwnConsents, purpose: Purpose): string {
  const last = consents.history.find((consent) => consent.purpose === purpose);
  if (last === undefined) return consents[purpose] ? '' : consentTexts.never;
  const when = formatMoment(last.givenUtc);
  const given = consentTexts.given(when, consentSources[last.source] ?? last.source);
  if (last.isWaiting) return `${given} ${ownConsentsTexts.waiting}`;
  if (last.withdrawnUtc !== null) {
    return `${given} ${consentTexts.withdrawn(formatMoment(last.withdrawnUtc))}`;
  }
  return consents.isUnsubscribed ? `${given} ${ownConsentsTexts.notSent}` : given;
}
