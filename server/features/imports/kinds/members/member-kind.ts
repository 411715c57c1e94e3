import type { Check } from './check.ts';
import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import type { Context } from '#server/context.ts';
import { raiseCounter } from '#server/platform/db/take-number.ts';
import type { CheckedGroup, FileRow, ImportJob, ImportKind, RowGroup } from '../import-kind.ts';
import { applyMembers } from './apply-members.ts';
import { readChoices } from './choices.ts';
import { familyProblem, relativesOf, type Family } from './family.ts';
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

function checkFamily(family: Family, check: Check): CheckedGroup<MemberPlan> {
  const problem = familyProblem(family, check.at);
  if (problem !== null) return failed(family, problem);
  const match = matchMember(family.main, check.matches, check.at);
  if (typeof match === 'string') return failed(family, { row: family.main.row, sentence: match });
  const outcome = match === null ? planNew(family, check) : planChange(family, match, check);
  if ('problem' in outcome) {
    const { problem: sentence, unknown } = outcome;
    return { ...failed(family, { row: family.main.row, sentence }), unknown: unknown ?? [] };
  }
  const { fate, sentence, plan } = outcome;
  return {
    row: family.main.row,
    fate,
    sentence,
    recordId: match?.id ?? null,
    unknown: [],
    plan,
    others: family.others.map(({ row }) => ({
      row,
      fate: fate === 'same' ? 'same' : 'relative',
      sentence: texts.relativeOf(family.main.row),
    })),
  };
}

/** A family is imported as a whole or not at all, so that its rows can be corrected together. */
function failed(
  { main, others }: Family,
  { row: wrong, sentence }: { row: number; sentence: string },
): CheckedGroup<MemberPlan> {
  const outcome = (row: number) =>
    ({
      row,
      fate: 'problem',
      sentence: row === wrong ? sentence : texts.ofFamily(wrong, sentence),
    }) as const;
  return {
    ...outcome(main.row),
    others: others.map(({ row }) => outcome(row)),
    recordId: null,
    unknown: [],
    plan: null,
  };
}
