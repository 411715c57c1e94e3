import { guessColumns, importColumns } from '#contract/imports/columns.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  FileSettings,
  ImportDetails,
  ImportMapping,
  updateImport as endpoint,
} from '#contract/imports/endpoints.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { partsOf, withTemporaryFile } from './file-parts.ts';
import { previewFile } from './files/recognise-file.ts';
import { lockOpenImport, type StoredImport } from './lock-import.ts';
import { readImport } from './queries.ts';
import { rememberedMapping, withBadFileError } from './upload-import.ts';

/** After a change, the rows must be checked again. product-rules 20.2. */
export async function updateImport(
  ctx: Context,
  id: string,
  { settings, mapping }: BodyOf<typeof endpoint>,
): Promise<ImportDetails> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const stored = await lockOpenImport(inside, id);
    const read = settings === undefined ? null : await readAgain(inside, stored, settings);
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

async function readAgain({ db }: Context, { id }: StoredImport, settings: FileSettings) {
  return withBadFileError(() =>
    withTemporaryFile(partsOf(db, id), (path) => previewFile(path, settings)),
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
