import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import { mostRelatives } from '#contract/limits.ts';
import { fullName } from './find-matches.ts';
import { isChild, type MemberRow, type RelativeRow } from './read-member-row.ts';

/** A member's row, with the rows of the relatives. */
export interface Family {
  main: MemberRow;
  others: MemberRow[];
}

export interface RowProblem {
  row: number;
  sentence: string;
}

/** Relatives in the columns of the member's row, then those in rows of their own. */
export function relativesOf({ main, others }: Family): RelativeRow[] {
  const own = others.map(({ firstName, lastName, email, dateOfBirth }) => ({
    firstName,
    lastName: lastName || main.lastName,
    // Otherwise it is the address of the family.
    email: email === main.email ? '' : email,
    dateOfBirth,
  }));
  return [...main.relatives, ...own];
}

/** The first mistake in the rows themselves, without looking at the database. */
export function familyProblem(family: Family, at: Date): RowProblem | null {
  const { main, others } = family;
  for (const { row, problems } of [main, ...others]) {
    if (problems.length > 0) return { row, sentence: problems.join(' ') };
  }
  const ofMain = (sentence: string) => ({ row: main.row, sentence });
  const isLedByChild = others.length > 0 && main.role === null && isChild(main.dateOfBirth, at);
  if (main.role === 'relative' || isLedByChild) return ofMain(texts.noMain);
  for (const [value, label] of [
    [main.firstName, 'First name'],
    [main.lastName, 'Last name'],
    [main.email, 'Email'],
  ] as const) {
    if (value === '') return ofMain(texts.required(label));
  }
  for (const other of others) {
    const problem = problemOfOther(main, other, at);
    if (problem !== null) return { row: other.row, sentence: problem };
  }
  const relatives = relativesOf(family);
  if (relatives.length > mostRelatives) return ofMain(texts.tooManyRelatives);
  for (const relative of relatives) {
    const { firstName, lastName, dateOfBirth } = relative;
    if (firstName === '' || lastName === '') return ofMain(texts.relativeName);
    if (dateOfBirth !== null && !isChild(dateOfBirth, at)) {
      return ofMain(texts.relativeTooOld(fullName(relative)));
    }
  }
  return null;
}

/** Another row with the same email or number is a child, or it is a mistake. */
function problemOfOther(main: MemberRow, other: MemberRow, at: Date): string | null {
  if (fullName(main).toLowerCase() === fullName(other).toLowerCase()) {
    return texts.samePerson(main.row);
  }
  if (other.role === 'relative' || isChild(other.dateOfBirth, at)) return null;
  if (other.role === null && other.dateOfBirth !== null) {
    return texts.relativeTooOld(fullName(other));
  }
  return texts.sameEmail(main.row);
}
