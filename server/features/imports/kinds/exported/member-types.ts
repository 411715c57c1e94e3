import { randomUUID } from 'node:crypto';
import { importColumns } from '#contract/imports/columns.ts';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import { dayOf, startOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { memberTypeOf } from '#server/features/member-types/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { AppliedGroup, CheckedGroup, FileRow, ImportJob, ImportKind } from '../import-kind.ts';
import { exportReader } from './read-exported.ts';

interface TypeValues {
  name: string;
  description: string;
  feeCents: number;
  isFamily: boolean;
  retiredOn: string | null;
}

interface Plan {
  id: string;
  before: TypeValues | null;
  after: TypeValues;
}

/** Types are found by their names. One that is here, such as those of a new installation, takes the fee of the file. */
export const exportedTypes: ImportKind<Plan> = {
  linksOf: () => ({ keys: [], isPart: false }),
  async check({ db }, job, groups) {
    const stored = await storedTypes(db);
    return groups.map(({ main }) => checkType(job, main, stored));
  },
  async apply(ctx, _job, groups) {
    const applied: AppliedGroup[] = [];
    for (const { row, plan } of groups) {
      await save(ctx, plan.id, plan.after, plan.before === null);
      applied.push({
        row,
        recordId: plan.id,
        undo: { before: plan.before, after: plan.after },
      });
    }
    return applied;
  },
  async findObstacles({ db }, _job, rows) {
    const stored = new Map((await storedTypes(db)).map(({ id, ...values }) => [id, values]));
    return rows
      .filter(({ recordId, undo }) => {
        const now = stored.get(recordId);
        return now !== undefined && differences(now, undo.after as TypeValues).length > 0;
      })
      .map(({ row, recordId }) => ({ row, recordId, sentence: texts.changed }));
  },
  async undo(ctx, _job, rows) {
    for (const { recordId, undo } of rows) {
      const before = undo.before as TypeValues | null;
      if (before === null) {
        await ctx.db.deleteFrom('member_types').where('id', '=', recordId).execute();
      } else await save(ctx, recordId, before, false);
    }
  },
};

function checkType(
  job: ImportJob,
  row: FileRow,
  stored: (TypeValues & { id: string })[],
): CheckedGroup<Plan> {
  const reader = exportReader('exportedTypes', job, row);
  const after: TypeValues = {
    name: reader.required('name'),
    description: reader.text('description'),
    feeCents: reader.cents('fee'),
    isFamily: reader.isYes('isFamily'),
    retiredOn: reader.day('retiredOn'),
  };
  const same = stored.find(({ name }) => name.toLowerCase() === after.name.toLowerCase());
  const changes = same === undefined ? [] : differences(same, after);
  const isWrong = reader.problems.length > 0;
  const changed = changes.length > 0 ? 'change' : 'same';
  const fate = same === undefined ? 'new' : changed;
  const plan = { id: same?.id ?? randomUUID(), before: same ? valuesOf(same) : null, after };
  return {
    row: row.row,
    fate: isWrong ? 'problem' : fate,
    sentence: [...reader.problems, ...(changes.length > 0 ? [texts.changes(changes)] : [])].join(
      ' ',
    ),
    others: [],
    recordId: same?.id ?? null,
    unknown: [],
    plan: isWrong || fate === 'same' ? null : plan,
  };
}

const fields = [
  ['name', 'name'],
  ['description', 'description'],
  ['feeCents', 'fee'],
  ['isFamily', 'isFamily'],
  ['retiredOn', 'retiredOn'],
] as const;

/** The labels of what differs. */
function differences(one: TypeValues, other: TypeValues): string[] {
  return fields
    .filter(([field]) => one[field] !== other[field])
    .map(
      ([, key]) => importColumns.exportedTypes.find((column) => column.key === key)?.label ?? key,
    );
}

function valuesOf({ name, description, feeCents, isFamily, retiredOn }: TypeValues): TypeValues {
  return { name, description, feeCents, isFamily, retiredOn };
}

async function storedTypes(db: Db): Promise<(TypeValues & { id: string })[]> {
  const rows = await db.selectFrom('member_types').selectAll().execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    feeCents: row.fee_cents,
    isFamily: row.is_family,
    retiredOn: row.retired_at === null ? null : dayOf(row.retired_at),
  }));
}

async function save(ctx: Context, id: string, values: TypeValues, isNew: boolean): Promise<void> {
  const { db, at } = ctx;
  const find = () => db.selectFrom('member_types').selectAll().where('id', '=', id);
  const before = await find().executeTakeFirst();
  const { name, description, feeCents, isFamily, retiredOn } = values;
  const columns = {
    name,
    description,
    fee_cents: feeCents,
    is_family: isFamily,
    retired_at: retiredOn === null ? null : startOf(retiredOn),
  };
  await (
    isNew
      ? db.insertInto('member_types').values({ id, ...columns, created_at: at })
      : db.updateTable('member_types').set(columns).where('id', '=', id)
  ).execute();
  await recordAudit(ctx, {
    action: isNew ? 'createMemberType' : 'updateMemberType',
    subject: 'memberType',
    id,
    name,
    before: before && memberTypeOf(before),
    after: memberTypeOf(await find().executeTakeFirstOrThrow()),
  });
}
