import type { Check } from './check.ts';
import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import type { Context } from '#server/context.ts';
import { raiseCounter } from '#server/platform/db/take-number.ts';
import { failureOf } from '../failure-of.ts';
import type {
  CheckedGroup,
  FileRow,
  ImportJob,
  ImportKind,
  Question,
  RowGroup,
} from '../import-kind.ts';
import { applyMembers } from './apply-members.ts';
import { readChoices } from './choices.ts';
import {
  type Family,
  birthDateLabel,
  familyProblems,
  isAbout,
  isRelative,
  lacksMain,
  relativesOf,
  type RowProblem,
  withoutCopies,
} from './family.ts';
import { findMatches } from './find-matches.ts';
import { matchMember } from './match-member.ts';
import { findMemberObstacles } from './member-obstacles.ts';
import type { MemberPlan } from './plan.ts';
import { planChange } from './plan-change.ts';
import { planNew } from './plan-new.ts';
import { isChild, readMemberRow } from './read-member-row.ts';
import { undoMembers } from './undo-members.ts';

/** Members with their families. product-rules 20. */
export const memberKind: ImportKind<MemberPlan> = {
  linksOf(job, row, at) {
    const { number, email, role, dateOfBirth } = readMemberRow(job, row, at);
    const keys = [
      ...(number === null ? [] : [`number ${number}`]),
      ...(email === '' ? [] : [`email ${email}`]),
    ];
    return { keys, isPart: role === null ? isChild(dateOfBirth, at) : role === 'relative' };
  },
  check: checkMembers,
  begin: raiseMemberNumbers,
  apply: applyMembers,
  findObstacles: findMemberObstacles,
  undo: undoMembers,
};

/** New members without a number get numbers behind all that are in the file. product-rules 20.4. */
async function raiseMemberNumbers(
  { db, at }: Context,
  job: ImportJob,
  rows: AsyncIterable<FileRow[]>,
): Promise<void> {
  let largest = 0;
  for await (const some of rows) {
    for (const row of some) largest = Math.max(largest, readMemberRow(job, row, at).number ?? 0);
  }
  await raiseCounter(db, 'member', largest);
}

async function checkMembers(
  { db, at }: Context,
  job: ImportJob,
  groups: RowGroup[],
  locks: boolean,
): Promise<CheckedGroup<MemberPlan>[]> {
  if (groups.length === 0) return [];
  const families = groups.map(({ main, others }) => ({
    main: readMemberRow(job, main, at),
    others: others.map((row) => readMemberRow(job, row, at)),
  }));
  const rows = families.map(({ main }) => main);
  const relatives = families.flatMap(relativesOf);
  const matches = await findMatches(db, rows, { relatives, locks });
  const choices = await readChoices(db, job);
  return families.map((family) => checkFamily(family, { job, at, matches, choices }));
}

/** Says all that is wrong at once, also what only the database knows. */
function checkFamily(given: Family, check: Check): CheckedGroup<MemberPlan> {
  const { family: whole, copies } = withoutCopies(given);
  const match = matchMember(whole.main, check.matches, check.at);
  const { family, note } = match === null ? withoutBirthDate(whole) : { family: whole, note: '' };
  const { main, others } = family;
  const ofMain = (sentence: string) => ({ row: main.row, sentence });
  const problems = familyProblems(family, check.at);
  const known = typeof match === 'string' ? null : match;
  // An adult who shares the email is no relative.
  const relatives = others.filter((one) => isRelative(one, check.at));
  const planned = { main, others: lacksMain(family, check.at) ? [] : relatives };
  const outcome = known === null ? planNew(planned, check) : planChange(planned, known, check);
  if (typeof match === 'string') problems.push(ofMain(match));
  else if ('problems' in outcome) problems.push(...outcome.problems.map(ofMain));
  const unknown = [
    ...[main, ...others].flatMap(({ questions }) => questions),
    ...('problems' in outcome ? (outcome.unknown ?? []) : []),
  ];
  const ofCopies = copies.map(({ row, of }) => ({
    row,
    fate: 'problem' as const,
    sentence: texts.copyOf(of),
  }));
  if (problems.length > 0 || 'problems' in outcome) {
    const failed = failedFamily(family, problems, unknown);
    return { ...failed, others: [...failed.others, ...ofCopies] };
  }
  const { fate, sentence, plan } = outcome;
  return {
    row: main.row,
    fate,
    sentence: [sentence, note].filter((one) => one !== '').join(' '),
    recordId: known?.id ?? null,
    // Of the date that was left out, which an answer can bring back.
    unknown: whole.main.questions,
    plan,
    others: [
      ...others.map(({ row }) => ({
        row,
        fate: fate === 'same' ? ('same' as const) : ('relative' as const),
        sentence: texts.relativeOf(main.row),
      })),
      ...ofCopies,
    ],
  };
}

/** It only tells children, so a new member without relatives needs none. */
function withoutBirthDate(family: Family): { family: Family; note: string } {
  const { main, others } = family;
  const isIt = (sentence: string) => isAbout(sentence, birthDateLabel);
  const problem = main.problems.find(isIt);
  if (problem === undefined || others.length > 0 || main.role === 'relative') {
    return { family, note: '' };
  }
  const problems = main.problems.filter((sentence) => !isIt(sentence));
  const questions = main.questions.filter(({ sentence }) => !isIt(sentence));
  return {
    family: { main: { ...main, dateOfBirth: null, problems, questions }, others },
    note: texts.withoutBirthDate(problem),
  };
}

/** A family is imported as a whole or not at all, so that its rows can be corrected together. */
function failedFamily(
  { main, others }: Family,
  problems: RowProblem[],
  unknown: Question[],
): CheckedGroup<MemberPlan> {
  const { fate, problems: all } = failureOf(problems, unknown);
  const wrong = all[0]?.row ?? main.row;
  const ofFamily = fate === 'waiting' ? texts.ofWaitingFamily(wrong) : texts.ofFamily(wrong);
  const outcome = (row: number) => {
    const own = all.filter((one) => one.row === row).map(({ sentence }) => sentence);
    const sentence = own.length > 0 ? [...new Set(own)].join('\n') : ofFamily;
    return { row, fate, sentence } as const;
  };
  return {
    ...outcome(main.row),
    others: others.map(({ row }) => outcome(row)),
    recordId: null,
    unknown,
    plan: null,
  };
}
