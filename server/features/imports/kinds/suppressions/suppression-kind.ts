import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Obstacle } from '#contract/imports/endpoints.ts';
import { importRecordTexts as texts, suppressionKindOf } from '#contract/imports/record-texts.ts';
import { startOf } from '#contract/days.ts';
import type { UnsubscribedEmail } from '#contract/communication/endpoints.ts';
import type { Context } from '#server/context.ts';
import { joinSuppressions } from '#server/features/communication/address-hash.ts';
import { readEmail } from '#server/platform/spreadsheets/values/read-text.ts';
import type {
  AppliedGroup,
  AppliedRow,
  CheckedGroup,
  FileRow,
  ImportJob,
  ImportKind,
  Question,
  RowGroup,
} from '../import-kind.ts';
import { rowReader } from '../read-row.ts';
import { type AddPlan, addMissing, allFailed } from '../same-records.ts';

interface SuppressionRow {
  row: number;
  email: string;
  kind: UnsubscribedEmail['kind'];
  reason: string;
  since: Date;
  problems: string[];
  questions: Question[];
}

type Plan = AddPlan<SuppressionRow>;

const longestReason = 500;

/** Addresses that get no bulk emails. One that is on the list stays as it is. */
export const suppressionKind: ImportKind<Plan> = {
  linksOf(job, row) {
    const email = rowReader('suppressions', job, row).read('email', readEmail);
    return { keys: email === null ? [] : [email], isPart: false };
  },
  check: checkSuppressions,
  apply: addSuppressions,
  findObstacles: findChanged,
  undo: async ({ db }, _job, rows) => {
    const ids = rows.map(({ recordId }) => recordId);
    await db.deleteFrom('suppressions').where('id', 'in', ids).execute();
  },
};

function readRow({ at }: Context, job: ImportJob, row: FileRow): SuppressionRow {
  const reader = rowReader('suppressions', job, row);
  const text = reader.text('kind');
  const kind = text === '' ? 'unsubscribed' : suppressionKindOf(text);
  if (kind === null) reader.fail('kind', texts.unknownKind(text));
  const day = reader.pastDay('day', at);
  return {
    row: row.row,
    email: reader.readRequired('email', readEmail) ?? '',
    kind: kind ?? 'unsubscribed',
    reason: reader.bounded('reason', longestReason),
    since: day === null ? at : startOf(day),
    problems: reader.problems,
    questions: reader.questions,
  };
}

async function checkSuppressions(
  ctx: Context,
  job: ImportJob,
  groups: RowGroup[],
): Promise<CheckedGroup<Plan>[]> {
  const all = groups.map(({ main, others }) =>
    [main, ...others].map((row) => readRow(ctx, job, row)),
  );
  const emails = all.flatMap((rows) => rows.map(({ email }) => email));
  // An erased address is on the list as its hash.
  const { rows: stored } = await sql<{ email: string; id: string }>`
    SELECT a.email, coalesce(s.id, e.id) AS id FROM unnest(${emails}::text[]) AS a (email)
    ${joinSuppressions(sql.ref('a.email'))} WHERE coalesce(s.id, e.id) IS NOT NULL`.execute(ctx.db);
  const ids = new Map(stored.map(({ email, id }) => [email, id]));
  return all.map((rows) => {
    const problems = rows.flatMap((row) => row.problems);
    if (problems.length > 0) return allFailed(rows, problems);
    // An address is on the list once.
    const recordId = ids.get(rows[0]?.email ?? '') ?? null;
    return addMissing(rows, { count: recordId === null ? rows.length - 1 : rows.length, recordId });
  });
}

async function addSuppressions(
  { db }: Context,
  _job: ImportJob,
  groups: { plan: Plan }[],
): Promise<AppliedGroup[]> {
  const rows = groups.flatMap(({ plan }) => plan.rows.map((row) => ({ ...row, id: randomUUID() })));
  if (rows.length === 0) return [];
  const stored = await db
    .insertInto('suppressions')
    .values(
      rows.map(({ id, email, kind, reason, since }) => ({ id, email, kind, reason, at: since })),
    )
    // The address may have unsubscribed a moment ago.
    .onConflict((taken) => taken.column('email').doNothing())
    .returning('id')
    .execute();
  const added = new Set(stored.map(({ id }) => id));
  return rows
    .filter(({ id }) => added.has(id))
    .map(({ row, id, kind, reason, since }) => ({
      row,
      recordId: id,
      undo: { kind, reason, since: since.toISOString() },
    }));
}

/** An address that has unsubscribed since stays on the list. One that was taken off the list prevents nothing. */
async function findChanged(
  { db }: Context,
  _job: ImportJob,
  rows: AppliedRow[],
  locks: boolean,
): Promise<Obstacle[]> {
  const query = db
    .selectFrom('suppressions')
    .select(['id', 'email', 'kind', 'reason', 'at'])
    .where(
      'id',
      'in',
      rows.map(({ recordId }) => recordId),
    );
  const stored = await (locks ? query.forUpdate() : query).execute();
  const byId = new Map(stored.map((one) => [one.id, one]));
  return rows.flatMap(({ row, recordId, undo }) => {
    const now = byId.get(recordId);
    if (now === undefined) return [];
    const isErased = now.email.startsWith('erased:');
    const isSame =
      now.kind === undo.kind && now.reason === undo.reason && now.at.toISOString() === undo.since;
    if (isSame && !isErased) return [];
    const sentence = isErased
      ? texts.obstacle.erased
      : `${now.email} ${texts.obstacle.unsubscribed}.`;
    return [{ row, sentence, recordId: null }];
  });
}
