import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import { type ExistingMember, fullName, type Matches, nameKey, numberOf } from './find-matches.ts';
import { phoneKey } from '#server/platform/spreadsheets/values/read-text.ts';
import { isChild, type MemberRow } from './read-member-row.ts';

/**
 * The member of a row: by the number, then by the email, then by the name with the phone. Never by the name
 * alone. A sentence if the row contradicts what is stored, null if the member is new. product-rules 20.3.
 */
export function matchMember(
  row: MemberRow,
  matches: Matches,
  at: Date,
): ExistingMember | string | null {
  const name = matches.folded.get(nameKey(row));
  const byNumber = row.number === null ? undefined : matches.byNumber.get(row.number);
  const byEmail = matches.byEmail.get(row.email);
  if (byNumber !== undefined) {
    if (byEmail !== undefined && byEmail.id !== byNumber.id) {
      return texts.twoMembers(numberOf(byNumber), fullName(byEmail));
    }
    if (byEmail === undefined && !isSameLastName(byNumber, name)) {
      return texts.numberOfOther(numberOf(byNumber), fullName(byNumber));
    }
  }
  const match = byNumber ?? byEmail ?? byPhone(row, matches.byName.get(name ?? '') ?? []);
  if (match === undefined) return matches.usersOnly.has(row.email) ? texts.emailOfUser : null;
  if (match.isArchived) return texts.isArchived(numberOf(match));
  if (row.number !== null && match.number !== null && match.number !== row.number) {
    return texts.numberInUse(fullName(match), numberOf(match));
  }
  return problemOfNames(row, match, { name, isNumbered: byNumber !== undefined, at }) ?? match;
}

/** A child's row with the email of a parent would otherwise change the parent. */
function problemOfNames(
  row: MemberRow,
  match: ExistingMember,
  { name, isNumbered, at }: { name: string | undefined; isNumbered: boolean; at: Date },
): string | null {
  const isChildRow = row.role === null && isChild(row.dateOfBirth, at);
  if (isChildRow && match.name !== name) return texts.childOf(fullName(match), numberOf(match));
  if (isNumbered || !hasOtherNames(match, name)) return null;
  return texts.emailOfOther(fullName(match), numberOf(match));
}

function hasOtherNames({ name }: ExistingMember, other: string | undefined): boolean {
  const [firstName, lastName] = name.split('\t');
  const [otherFirst, otherLast] = (other ?? '').split('\t');
  return firstName !== otherFirst && lastName !== otherLast;
}

function isSameLastName(member: ExistingMember, name: string | undefined): boolean {
  return member.name.split('\t')[1] === name?.split('\t')[1];
}

function byPhone({ phone }: MemberRow, namesakes: ExistingMember[]): ExistingMember | undefined {
  if (phone === '') return undefined;
  const same = namesakes.filter((member) => phoneKey(member.phone) === phoneKey(phone));
  return same.length === 1 ? same[0] : undefined;
}
