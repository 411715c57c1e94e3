import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { nextPeriod, type Period } from '#server/features/members/periods/next-period.ts';
import { statusOn } from '#server/features/members/periods/status-on-day.ts';
import type { TypeChoice } from './choices.ts';
import type { Question } from '../import-kind.ts';
import { type Family, hasProblem, relativesOf } from './family.ts';
import { fullName, nameKey, numberOf } from './find-matches.ts';
import { importedPeriod } from './imported-period.ts';
import type { Check } from './check.ts';
import type { ConsentPlan, NewMember } from './plan.ts';
import type { MemberRow } from './read-member-row.ts';

export interface Planned<Plan> {
  fate: 'new' | 'change' | 'same';
  sentence: string;
  plan: Plan | null;
}

export interface Unplanned {
  problems: string[];
  unknown?: Question[];
}

/** Plans a new member as the rules of the product have it. product-rules 20.4. */
export function planNew(family: Family, check: Check): Planned<NewMember> | Unplanned {
  const { main } = family;
  const { choices } = check;
  const type = choices.typeOf(main.type);
  const status = choices.statusOf(main.status);
  const problems: string[] = [];
  const unknown: Question[] = [];
  if (isCouple(main.firstName)) problems.push(texts.couple(main.firstName));
  if (type === undefined) {
    const sentence = texts.unknownType(main.type);
    unknown.push({ column: 'type', spelling: main.type, sentence });
    problems.push(sentence);
  }
  if (status === undefined) {
    const sentence = texts.unknownStatus(main.status);
    unknown.push({ column: 'status', spelling: main.status, sentence });
    problems.push(sentence);
  }
  const relatives = relativesOf(family);
  if (relatives.length > 0 && type?.isFamily === false) problems.push(texts.familyOnly(type.name));
  if (type === undefined || status === undefined) return { problems, unknown };
  const name = status === 'automatic' ? '' : status.name;
  const membership = membershipOf(main, type, name, check);
  const isMissing = membership.period === null && !hasProblem(main, 'Paid until');
  if (isMissing && isPaying(name)) problems.push(texts.needsPaidUntil(name));
  if (problems.length > 0) return { problems };
  const { consents, note } = consentsOf(main);
  const notes = [note, membership.note, namesakeOf(main, check)];
  const { note: _, ...rest } = membership;
  return {
    fate: 'new',
    sentence: notes.filter((one) => one !== '').join(' '),
    plan: { kind: 'new', row: main, type, relatives, consents, ...rest },
  };
}

/** "Jan & Marie", "Jan en Marie". */
function isCouple(firstName: string): boolean {
  return /\S\s*[&+/]\s*\S|\s(?:and|en)\s/i.test(firstName);
}

/** Period and status. The status follows from the period, unless the file has one that does not. */
function membershipOf(row: MemberRow, type: TypeChoice, name: string, check: Check) {
  const { choices, at, job } = check;
  const today = dayOf(at);
  const isDeactivated = name === statusNames.deactivated;
  const free = row.paidUntil === null && !isDeactivated ? freePeriod(type, check) : null;
  const period =
    row.paidUntil === null ? free : importedPeriod(row.paidUntil, today, row.memberSince);
  const automatic = statusOn(today, period?.endsOn ?? null);
  const isSetByHand = name !== '' && !isDerived(name);
  const statusName = isSetByHand ? name : automatic;
  return {
    statusName,
    statusId: choices.statusNamed(statusName),
    isSetByHand,
    deactivatedReason: isDeactivated
      ? row.deactivatedReason || texts.deactivatedReason(job.fileName)
      : null,
    memberSince: row.memberSince ?? earlier(today, period?.startsOn),
    period,
    isFreePeriod: free !== null,
    note: isDerived(name) && name !== automatic ? texts.followsPaidUntil(automatic) : '',
  };
}

function freePeriod(type: TypeChoice, { at, choices }: Check): Period | null {
  return type.fee === 0 ? nextPeriod(null, dayOf(at), choices.yearEnd) : null;
}

/** Statuses that follow from the periods. */
function isDerived(name: string): boolean {
  return isPaying(name) || name === statusNames.pending;
}

function isPaying(name: string): boolean {
  return name === statusNames.active || name === statusNames.due || name === statusNames.expired;
}

function earlier(day: string, other: string | undefined): string {
  return other !== undefined && other < day ? other : day;
}

/** Without its day and its source, consent is not recorded. */
function consentsOf({ newsConsentOn, appealsConsentOn, consentSource: source }: MemberRow) {
  const given: [ConsentPlan['purpose'], string | null][] = [
    ['news', newsConsentOn],
    ['appeals', appealsConsentOn],
  ];
  const dated = given.flatMap(([purpose, on]) => (on === null ? [] : [{ purpose, on, source }]));
  const isSourced = source !== '' || dated.length === 0;
  return { consents: isSourced ? dated : [], note: isSourced ? '' : texts.noConsent };
}

function namesakeOf(row: MemberRow, { matches }: Check): string {
  const [other] = matches.byName.get(matches.folded.get(nameKey(row)) ?? '') ?? [];
  return other === undefined ? '' : texts.namesake(fullName(other), numberOf(other));
}
