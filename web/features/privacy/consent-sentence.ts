import { formatInstant, formatMoment } from '#contract/days.ts';
import { consentSources, type OwnConsents, type Purpose } from '#contract/privacy/consents.ts';
import { officeConsentsTexts as texts } from '#contract/privacy/office-consents-texts.ts';

export function consentSentence(
  { history }: Pick<OwnConsents, 'history'>,
  purpose: Purpose,
): string {
  const of = history.filter((consent) => consent.purpose === purpose);
  const current = of.find(({ withdrawnUtc }) => withdrawnUtc === null);
  const consent = current ?? of[0];
  if (consent === undefined) return texts.never(purpose);
  const { isWaiting, givenUtc, withdrawnUtc, source } = consent;
  if (isWaiting) return texts.waiting(purpose);
  // The day and the way that were entered at the import.
  if (withdrawnUtc === null && !Object.hasOwn(consentSources, source))
    return texts.imported(purpose, formatInstant(givenUtc), source);
  return withdrawnUtc === null
    ? texts.given(purpose, formatMoment(givenUtc))
    : texts.withdrawn(purpose, formatMoment(withdrawnUtc));
}
