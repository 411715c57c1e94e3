import { guessColumns, importColumns } from '#contract/imports/columns.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ImportDetails, updateImport as endpoint } from '#contract/imports/endpoints.ts';
import type { FileSettings, ImportMapping } from '#contract/imports/mapping.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { partsOf } from './file-parts.ts';
import { previewApart } from '#server/platform/spreadsheets/read-file-apart.ts';
import { assertOpen, findImport, lockOpenImport, type StoredImport } from './lock-import.ts';
import { readImport } from './queries.ts';
import { rememberedMapping, withBadFileError } from './upload-import.ts';

/** After a change, the rows must be checked again. product-rules 20.2. */
export async function updateImport(
  ctx: Context,
  id: string,
  { settings, mapping }: BodyOf<typeof endpoint>,
  signal?: AbortSignal,
): Promise<ImportDetails> {
  // Before the transaction: PostgreSQL would end it while a large file is read.
  const read = settings === undefined ? null : await readAgain(ctx, id, settings, signal);
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const stored = await lockOpenImport(inside, id);
    const columns = read?.columns ?? stored.columns;
    const chosen = isSame(columns, stored.columns) ? mapping : undefined;
    if (chosen !== undefined) assertMapping(stored, chosen, columns);
    await db
      .updateTable('imports')
      .set({
        state: 'uploaded',
        problem: null,
        unknown: '[]',
        total: 0,
        done: 0,
        reached: 0,
        counts: '{}',
        closed_rows: 0,
        closed_cents: 0,
        ...(read && {
          settings: JSON.stringify(settings),
          columns,
          sample: JSON.stringify(read.sample),
        }),
        mapping: JSON.stringify(chosen ?? (await mappingOf(inside, stored, columns))),
      })
      .where('id', '=', id)
      .execute();
    await db.deleteFrom('import_rows').where('import_id', '=', id).execute();
    return readImport(db, id);
  });
}

async function readAgain(
  ctx: Context,
  id: string,
  settings: FileSettings,
  signal: AbortSignal | undefined,
) {
  assertOpen(await findImport(ctx, id));
  return withBadFileError(() =>
    withPrivateFile(partsOf(ctx.db, id), ({ path }) =>
      previewApart(path, settings, { caller: ctx.by?.userId, signal }),
    ),
  );
}

function isSame(columns: string[], others: string[]): boolean {
  return JSON.stringify(columns) === JSON.stringify(others);
}

/** Other settings can find other columns. */
async function mappingOf({ db }: Context, stored: StoredImport, columns: string[]) {
  const current = stored.mapping as unknown as ImportMapping;
  if (isSame(columns, stored.columns)) return current;
  const remembered = await rememberedMapping(db, stored.kind, columns);
  return remembered ?? { ...current, columns: guessColumns(columns, stored.kind) };
}

function assertMapping({ kind }: StoredImport, mapping: ImportMapping, columns: string[]): void {
  const known = importColumns[kind];
  const keys = mapping.columns.filter((key) => key !== null);
  const isFitting =
    mapping.columns.length === columns.length &&
    keys.every((key) => known.some((column) => column.key === key));
  if (!isFitting) throw badField('mapping', importTexts.wrongColumns);
  const twice = known.find(({ key }) => keys.filter((one) => one === key).length > 1);
  if (twice !== undefined) throw badField('mapping', importTexts.twice(twice.label));
}
