import { relativeTexts } from '#contract/members/relatives.ts';
import type { Context } from '#server/context.ts';

type Given = boolean | null | undefined;

/** What is kept of a parent's consent: the words that were shown, when, and where it was given. */
export function consentAt(isGiven: Given, at: Date, source: 'registration' | 'profile' | 'office') {
  return isGiven === true
    ? { consent_words: relativeTexts.consent, consent_at: at, consent_source: source }
    : { consent_words: null, consent_at: null, consent_source: null };
}

export function consentBy({ by, at }: Context, isGiven: Given) {
  return consentAt(isGiven, at, by?.role === 'Admin' ? 'office' : 'profile');
}

/** Given once, it keeps its day; taken back, nothing of it is left. */
export function changedConsent(ctx: Context, before: boolean, isGiven: Given) {
  return (isGiven ?? before) === before ? {} : consentBy(ctx, isGiven);
}
