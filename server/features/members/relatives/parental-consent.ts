import { isByStaff } from '#server/platform/access/permissions.ts';
import { relativeTexts } from '#contract/members/relatives.ts';
import type { Context } from '#server/context.ts';

type Given = boolean | null | undefined;

/** The stored parental consent: the text that was shown, the time and the source. */
export function consentAt(isGiven: Given, at: Date, source: 'registration' | 'profile' | 'office') {
  return isGiven === true
    ? { consent_words: relativeTexts.consent, consent_at: at, consent_source: source }
    : { consent_words: null, consent_at: null, consent_source: null };
}

export function consentBy(ctx: Context, isGiven: Given) {
  return consentAt(isGiven, ctx.at, isByStaff(ctx) ? 'office' : 'profile');
}

/** A repeated consent keeps its time. A withdrawal deletes the consent. */
export function changedConsent(ctx: Context, before: boolean, isGiven: Given) {
  return (isGiven ?? before) === before ? {} : consentBy(ctx, isGiven);
}
