import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { type ImportKind, importKinds } from '#contract/imports/columns.ts';
import {
  type Fate,
  fates,
  type ImportCounts,
  type ImportDetails,
  type ImportRow,
  importRowsShown,
  type ImportState,
  type ImportSummary,
  type searchImportRows,
} from '#contract/imports/endpoints.ts';
import type { FileSettings, ImportMapping } from '#contract/imports/mapping.ts';
import { permissionOfImport } from '#contract/imports/permissions.ts';
import { importTexts } from '#contract/imports/texts.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { may } from '#server/platform/access/permissions.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import type { Db } from '#server/platform/db/pool.ts';

const mostListed = 100;

function importRows(db: Db) {
  return db
    .selectFrom('imports as i')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .select(['i.id', 'i.kind', 'i.file_name', 'i.state', 'i.counts', 'i.created_at'])
    .select(['i.imported_at', 'i.undone_at', fullNameOf('u').as('createdBy')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof importRows>['executeTakeFirstOrThrow']>>;

const noCounts: ImportCounts = { new: 0, change: 0, same: 0, relative: 0, waiting: 0, problem: 0 };

function summaryOf(row: Row): ImportSummary {
  return {
    id: row.id,
    kind: row.kind as ImportKind,
    fileName: row.file_name,
    state: row.state as ImportState,
    createdBy: row.createdBy,
    createdUtc: row.created_at.toISOString(),
    importedUtc: row.imported_at?.toISOString() ?? null,
    undoneUtc: row.undone_at?.toISOString() ?? null,
    counts: { ...noCounts, ...row.counts },
  };
}

/** Of the kinds that the caller may import, the latest first. */
export async function latestImports(ctx: Context): Promise<ImportSummary[]> {
  const kinds = importKinds.filter((kind) => may(ctx, permissionOfImport[kind]));
  const rows = await importRows(ctx.db)
    .where('i.kind', 'in', kinds)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map(summaryOf);
}

export async function readImport(db: Db, id: string): Promise<ImportDetails> {
  const row = await importRows(db)
    .select(['i.settings', 'i.mapping', 'i.sheets', 'i.columns', 'i.sample', 'i.unknown'])
    .select(['i.problem', 'i.total', 'i.done', 'i.forgotten_at'])
    .select(['i.closed_rows', 'i.closed_cents', 'i.closed_months'])
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound(importTexts.notFound);
  const { settings, mapping, sheets, columns, sample, unknown, problem, total, done } = row;
  const isImported = row.kind === 'members' && row.state === 'imported';
  return {
    ...summaryOf(row),
    settings: settings as unknown as FileSettings,
    mapping: mapping as unknown as ImportMapping,
    sheets,
    columns,
    sample: sample ?? [],
    unknown,
    closed: { rows: row.closed_rows, amount: row.closed_cents / 100, choice: row.closed_months },
    problem,
    total,
    done,
    isForgotten: row.forgotten_at !== null,
    subjects: (row.counts['problem'] ?? 0) > 0 ? await problemSubjects(db, id) : [],
    decorations: await findDecorations(db, id),
    notInvited: isImported ? await countNotInvited(db, id) : 0,
  };
}

const mostSubjects = 12;
const mostRowsNamed = 12;

/** What the problems are about: what their sentences begin with. A row can have several. */
async function problemSubjects(db: Db, id: string): Promise<ImportDetails['subjects']> {
  const { rows } = await sql<ImportDetails['subjects'][number]>`
    SELECT subject, count(*)::integer AS count,
      (array_agg(row_number ORDER BY row_number))[1:${sql.lit(mostRowsNamed)}] AS rows
    FROM (
      SELECT DISTINCT row_number,
        coalesce(substring(line FROM '^(?:Row [0-9]+, )?([^:.]{1,80})[:.]'), 'Other') AS subject
      FROM import_rows, unnest(string_to_array(sentence, E'\\n')) AS s (line)
      WHERE import_id = ${id} AND fate = 'problem') AS p
    GROUP BY subject ORDER BY count DESC, subject LIMIT ${sql.lit(mostSubjects)}`.execute(db);
  return rows;
}

async function findDecorations(db: Db, id: string): Promise<ImportDetails['decorations']> {
  const { rows } = await sql<ImportDetails['decorations']>`
    SELECT count(*)::integer AS count,
      coalesce((array_agg(row_number ORDER BY row_number))[1:${sql.lit(mostRowsNamed)}], '{}') AS rows
    FROM import_rows
    WHERE import_id = ${id} AND fate = 'same' AND sentence = ${importTexts.decoration}`.execute(db);
  return rows[0] ?? { count: 0, rows: [] };
}

/** Members `m` that the import made, who have no password and got no invitation. */
export function notInvited(db: Db, importId: string) {
  return db
    .selectFrom('import_rows as r')
    .innerJoin('members as m', 'm.id', 'r.record_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('member_statuses as s', 's.id', 'm.member_status_id')
    .where('r.import_id', '=', importId)
    .where('r.fate', '=', 'new')
    .where('m.archived_at', 'is', null)
    .where('u.role', '=', 'Member')
    .where('u.removed_at', 'is', null)
    .where('u.password_hash', 'is', null)
    .where('u.invited_at', 'is', null)
    .where('u.is_address_old', '=', false)
    .where('s.name', '<>', statusNames.deactivated);
}

async function countNotInvited(db: Db, importId: string): Promise<number> {
  const { count } = await notInvited(db, importId)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Checked rows in the order of the file. */
export async function searchRows(
  db: Db,
  id: string,
  { fate, page }: BodyOf<typeof searchImportRows>,
): Promise<{ results: ImportRow[]; totalCount: number }> {
  const { counts } = await readImport(db, id);
  let rows = db
    .selectFrom('import_rows')
    .select(['row_number', 'fate', 'sentence', 'cells', 'record_id'])
    .where('import_id', '=', id)
    .where('fate', 'is not', null)
    .orderBy('row_number')
    .limit(importRowsShown)
    .offset(((page ?? 1) - 1) * importRowsShown);
  if (fate) rows = rows.where('fate', '=', fate);
  const results = (await rows.execute()).map((row) => ({
    row: row.row_number,
    fate: row.fate as Fate,
    sentence: row.sentence,
    cells: row.cells ?? [],
    recordId: row.record_id,
  }));
  const shown: readonly Fate[] = fate ? [fate] : fates;
  return { results, totalCount: shown.reduce((sum, each) => sum + counts[each], 0) };
}
