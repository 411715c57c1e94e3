import { importMemberTexts as texts, type Shared } from '#contract/imports/member-texts.ts';
import { mostRelatives } from '#contract/limits.ts';
import { fullName } from './find-matches.ts';
import { isChild, type MemberRow, type RelativeRow } from './read-member-row.ts';

/** A member's row, with the rows of the relatives. */
export interface Family {
  main: MemberRow;
  others: MemberRow[];
}

/** As problems of the column begin. */
export const birthDateLabel = 'Date of birth';

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

/** All mistakes in the rows themselves, without looking at the database. */
export function familyProblems(family: Family, at: Date): RowProblem[] {
  const { main, others } = family;
  const ofCells = [main, ...others].flatMap(({ row, problems }) =>
    problems.map((sentence) => ({ row, sentence })),
  );
  const ofMain = (sentence: string) => ({ row: main.row, sentence });
  if (lacksMain(family, at)) return [...ofCells, ofMain(texts.noMain)];
  const missing = (
    [
      [main.firstName, 'First name'],
      [main.lastName, 'Last name'],
      [main.email, 'Email'],
    ] as const
  )
    .filter(([value, label]) => value === '' && !hasProblem(main, label))
    .map(([, label]) => ofMain(texts.required(label)));
  return [
    ...ofCells,
    ...missing,
    ...others.flatMap((other) => problemsOfOther(main, other, at)),
    ...relativesProblems(family, at).map(ofMain),
  ];
}

/** Only relatives. */
export function lacksMain({ main, others }: Family, at: Date): boolean {
  const isLedByChild = others.length > 0 && main.role === null && isChild(main.dateOfBirth, at);
  return main.role === 'relative' || isLedByChild;
}

/** Whether the problem or question is one of the column. */
export function isAbout(sentence: string, label: string): boolean {
  return sentence.startsWith(`${label}:`);
}

/** Whether the cell of the column cannot be read. */
export function hasProblem({ problems }: MemberRow, label: string): boolean {
  return problems.some((sentence) => isAbout(sentence, label));
}

function relativesProblems(family: Family, at: Date): string[] {
  const relatives = relativesOf({
    ...family,
    others: family.others.filter((other) => isRelative(other, at)),
  });
  // A name that cannot be read is said already.
  const isNameRead = ![family.main, ...family.others].some(({ problems }) =>
    problems.some((sentence) => /^[^:]*(first|last) name:/i.test(sentence)),
  );
  return [
    ...(relatives.length > mostRelatives ? [texts.tooManyRelatives] : []),
    ...relatives.flatMap((relative) => {
      const { firstName, lastName, dateOfBirth } = relative;
      if (firstName === '' || lastName === '') return isNameRead ? texts.relativeName : [];
      const isTooOld = dateOfBirth !== null && !isChild(dateOfBirth, at);
      return isTooOld ? texts.relativeTooOld(fullName(relative)) : [];
    }),
  ];
}

export function isRelative({ role, dateOfBirth }: MemberRow, at: Date): boolean {
  return role === 'relative' || isChild(dateOfBirth, at);
}

/** Another row with the same email or number is a child. A couple, or a person who is there twice, is asked about. */
function problemsOfOther(main: MemberRow, other: MemberRow, at: Date): RowProblem[] {
  const ofBoth = (sentence: string) => [main, other].map(({ row }) => ({ row, sentence }));
  if (fullName(main).toLowerCase() === fullName(other).toLowerCase()) {
    return ofBoth(texts.samePerson(fullName(main), main.row, other.row, sharedBy(main, other)));
  }
  // Whether it is a child is not known before the day can be read.
  const isUnclear = [main, other].some(
    (row) => row.dateOfBirth === null && hasProblem(row, birthDateLabel),
  );
  if (isRelative(other, at) || isUnclear) return [];
  const person = (row: MemberRow) => ({ row: row.row, name: fullName(row).trim() });
  const mayBeChild = [main, other].some((row) => row.dateOfBirth === null);
  return ofBoth(texts.shared(person(main), person(other), sharedBy(main, other), mayBeChild));
}

function sharedBy(main: MemberRow, other: MemberRow): Shared[] {
  return [
    ...(main.email !== '' && main.email === other.email ? (['email'] as const) : []),
    ...(main.number !== null && main.number === other.number
      ? (['membership number'] as const)
      : []),
  ];
}

export interface Copy {
  row: number;
  /** The row that it repeats. */
  of: number;
}

/** The family without the rows that say exactly what an earlier one says. */
export function withoutCopies({ main, others }: Family): { family: Family; copies: Copy[] } {
  const first = new Map<string, number>();
  const copies: Copy[] = [];
  const kept = [main, ...others].filter(({ row, ...values }) => {
    const key = JSON.stringify(values);
    const of = first.get(key);
    if (of === undefined) first.set(key, row);
    else copies.push({ row, of });
    return of === undefined;
  });
  return { family: { main, others: kept.slice(1) }, copies };
}
