import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import {
  type PeriodSource,
  statusSentences as texts,
  untilSentence,
} from '#contract/members/status-sentences.ts';
import { statusDates, statusOn } from './status-on-day.ts';

/** Everything that decides a member's status. */
export interface StatusFacts {
  today: Day;
  /** The stored status, which the badge shows. */
  status: string;
  signupDate: Day;
  /** The last period, or `null` before the first. */
  last: { endsOn: Day; source: PeriodSource } | null;
  /** While the status is set by hand. */
  byHand: {
    /** The administrator's name. */
    by: string;
    on: Day;
    /** The end of the period in which it was set: the status is automatic after it. */
    lastsUntil: Day | null;
  } | null;
  deactivatedReason: string | null;
  archivedOn: Day | null;
  isErased?: boolean;
  /** An archived member has registered again on that day, and the address is not proved. */
  waitingSince?: Day | null;
  /** The last time that the member came back from the archive with a mailed link. */
  returnedOn?: Day | null;
  /** The member type has no fee. */
  isFree: boolean;
  /** The number of the open membership invoice. */
  openInvoice: string | null;
  /** Rand that are left of it, if a part is paid. */
  restToPay?: number | null;
}

export interface Explanation {
  /** "Expired since 1 Feb 2026: paid until 1 Jan 2026, no renewal paid." */
  why: string;
  /** What changes the status, and when. */
  next: string;
}

/** Why the member has this status and what comes next, as `statusOn` derives it. product-rules 5.26. */
export function explainStatus(facts: StatusFacts): Explanation {
  if (facts.archivedOn !== null) return archived(facts, facts.archivedOn);
  if (facts.status === statusNames.deactivated) return deactivated(facts);
  const { why, next } = facts.byHand === null ? automatic(facts) : byHand(facts, facts.byHand);
  const { openInvoice, restToPay = null } = facts;
  if (openInvoice === null) return { why, next };
  const toPay =
    restToPay === null ? texts.openInvoice(openInvoice) : texts.partPaid(openInvoice, restToPay);
  return { why, next: `${next} ${toPay}` };
}

function automatic(facts: StatusFacts): Explanation {
  const { today, status, last, isFree } = facts;
  const derived = statusOn(today, last?.endsOn ?? null);
  if (status !== derived) return { why: texts.other(status), next: texts.nextUpdate(derived) };
  if (last === null) {
    return isFree
      ? { why: texts.pendingWithoutFee(facts.signupDate), next: texts.pendingFree }
      : { why: texts.pending(facts.signupDate), next: texts.pendingNext };
  }
  const { dueFrom, expiredFrom } = statusDates(last.endsOn);
  const until = untilSentence(last.source, last.endsOn);
  if (status === statusNames.active) {
    return { why: texts.active(until), next: texts.activeNext(dueFrom) };
  }
  const without = isFree ? texts.notRenewed : texts.notPaid;
  if (status === statusNames.due) {
    return { why: texts.due(dueFrom, until, without), next: texts.dueNext(expiredFrom) };
  }
  const next = isFree ? texts.expiredFree : texts.expiredNext;
  return { why: texts.expired(expiredFrom, until, without), next };
}

function byHand({ status, last }: StatusFacts, hand: NonNullable<StatusFacts['byHand']>) {
  const until = last === null ? '' : `: ${untilSentence(last.source, last.endsOn)}`;
  return {
    why: `${texts.byHand(status, byWhom(hand.by), hand.on)}${until}.`,
    next:
      hand.lastsUntil === null ? texts.byHandNext : texts.byHandUntil(addDays(hand.lastsUntil, 1)),
  };
}

function deactivated({ byHand: hand, deactivatedReason, returnedOn }: StatusFacts): Explanation {
  const by = byWhom(hand?.by ?? '');
  const cameBack = returnedOn ? `${texts.cameBack(returnedOn)} ` : '';
  return {
    why: texts.deactivated(by, hand?.on ?? null, withoutFullStop(deactivatedReason)),
    next: `${cameBack}${texts.deactivatedNext}`,
  };
}

function archived(facts: StatusFacts, on: Day): Explanation {
  const { status, last, deactivatedReason, waitingSince } = facts;
  const isDeactivated = status === statusNames.deactivated;
  const until = last === null ? null : untilSentence(last.source, last.endsOn);
  const detail = isDeactivated ? withoutFullStop(deactivatedReason) : until;
  const why = texts.archived(on, status, detail === null ? '' : `: ${detail}`);
  if (facts.isErased === true) return { why, next: texts.erasedNext };
  const next = isDeactivated ? texts.archivedDeactivated : texts.archivedNext;
  return {
    why,
    next: `${waitingSince ? `${texts.waiting(waitingSince)} ` : ''}${next}`,
  };
}

function byWhom(name: string): string {
  return name === '' ? '' : ` by ${name}`;
}

/** The reason ends the sentence. Several lines become one. */
function withoutFullStop(reason: string | null): string | null {
  const line = reason
    ?.replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  return line || null;
}
