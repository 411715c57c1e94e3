import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import { importColumns } from '#contract/imports/columns.ts';
import { dayOf } from '#contract/days.ts';
import { mostRelatives } from '#contract/limits.ts';
import { type Family, relativesOf } from './family.ts';
import { type ExistingMember, fullName, nameKey } from './find-matches.ts';
import { importedPeriod, laterPeriod } from './imported-period.ts';
import type { Check } from './check.ts';
import { type ChangedMember, personFields, type PersonValues } from './plan.ts';
import type { Planned, Unplanned } from './plan-new.ts';
import type { MemberRow, RelativeRow } from './read-member-row.ts';

const labels = new Map(importColumns.members.map(({ key, label }) => [key, label]));
const labelOf = (key: string) => labels.get(key) ?? key;

/**
 * Nothing changes unless the administrator has chosen it. The email, the type, the status and the number of a
 * member never change by an import, and no membership gets shorter. product-rules 20.3.
 */
export function planChange(
  family: Family,
  member: ExistingMember,
  check: Check,
): Planned<ChangedMember> | Unplanned {
  const { main } = family;
  const { existing } = check.job.mapping;
  const different = personFields.filter(
    (field) => main[field] !== '' && main[field] !== member[field],
  );
  const taken = different.filter(
    (field) =>
      // A town alone must not take the place of a whole address.
      (existing === 'replace' && !(field === 'postalAddress' && main.isTownOnly)) ||
      (existing !== 'keep' && member[field] === ''),
  );
  const period = existing === 'keep' ? null : periodOf(main, member, check, existing);
  const relatives = existing === 'keep' ? [] : missingRelatives(family, member, check);
  const missing = relatives.length > 0 && !member.isFamily;
  if (missing || relatives.length > freeSeats(member).length) {
    return { problems: [missing ? texts.familyOnly(main.type) : texts.tooManyRelatives] };
  }
  const kept = [
    ...different.filter((field) => !taken.includes(field)),
    ...(main.email === member.email ? [] : ['email']),
    ...(isOtherType(main, member, check) ? ['type'] : []),
    ...(main.paidUntil !== null && main.paidUntil !== member.paidUntil && period === null
      ? ['paidUntil']
      : []),
  ];
  const notes = [
    taken.length > 0 ? texts.changes(taken.map(labelOf)) : '',
    period === null ? '' : texts.newPeriod(period.endsOn),
    relatives.length > 0 ? texts.addsRelatives(relatives.map(fullName)) : '',
    kept.length > 0 ? texts.kept(kept.map(labelOf)) : '',
  ];
  const sentence = notes.filter((one) => one !== '').join(' ');
  if (taken.length + relatives.length === 0 && period === null) {
    return { fate: 'same', sentence, plan: null };
  }
  const seats = freeSeats(member);
  return {
    fate: 'change',
    sentence,
    plan: {
      kind: 'change',
      row: main,
      member,
      before: pick(taken, member),
      after: pick(taken, main),
      period,
      relatives: relatives.map((relative, index) => ({ seat: seats[index] ?? 0, relative })),
    },
  };
}

function pick(fields: (typeof personFields)[number][], from: MemberRow | ExistingMember) {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) satisfies PersonValues;
}

function periodOf(
  { paidUntil, memberSince }: MemberRow,
  member: ExistingMember,
  { at }: Check,
  existing: 'fill' | 'replace',
) {
  if (paidUntil === null) return null;
  const today = dayOf(at);
  if (member.paidUntil === null) return importedPeriod(paidUntil, today, memberSince);
  if (existing === 'fill' || paidUntil <= member.paidUntil) return null;
  return laterPeriod(paidUntil, today, member.paidUntil);
}

function missingRelatives(family: Family, member: ExistingMember, { matches }: Check) {
  const known = new Set(member.relatives.map(({ name }) => name));
  return relativesOf(family).filter((one: RelativeRow) => {
    const name = matches.folded.get(nameKey(one));
    return name === undefined || !known.has(name);
  });
}

function freeSeats({ relatives }: ExistingMember): number[] {
  const seats = Array.from({ length: mostRelatives }, (_, index) => index + 1);
  return seats.filter((seat) => !relatives.some((one) => one.seat === seat));
}

function isOtherType({ type }: MemberRow, { typeId }: ExistingMember, { choices }: Check): boolean {
  if (type === '') return false;
  const chosen = choices.typeOf(type);
  return chosen !== undefined && chosen.id !== typeId;
}
