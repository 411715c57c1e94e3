import { importColumns } from '#contract/imports/columns.ts';
import type { ImportDetails } from '#contract/imports/endpoints.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import { lockOpenImport, withOneBusy } from './lock-import.ts';
import { readImport } from './queries.ts';

/** Lets a worker read the rows and say what an import would do. Changes no record. product-rules 20.3. */
export async function checkImport(ctx: Context, id: string): Promise<ImportDetails> {
  return withOneBusy(ctx, async (inside) => {
    const { db, queue } = inside;
    const stored = await lockOpenImport(inside, id);
    const { kind, mapping } = stored;
    const { columns } = mapping as unknown as ImportMapping;
    const missing = importColumns[kind].find(
      ({ key, isRequired }) => isRequired === true && !columns.includes(key),
    );
    // A file without a column for the type asks for one type for all.
    if (missing !== undefined && missing.key !== 'type') {
      throw badField('mapping', importTexts.missing(missing.label));
    }
    await db
      .updateTable('imports')
      .set({
        state: 'reading',
        problem: null,
        attempts: 0,
        unknown: '[]',
        total: 0,
        done: 0,
        reached: 0,
        counts: '{}',
        closed_rows: 0,
        closed_cents: 0,
      })
      .where('id', '=', id)
      .execute();
    await queue.enqueue(db, 'continue-import', { importId: id });
    return readImport(db, id);
  });
}
