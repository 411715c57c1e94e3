import { waitingDays } from '#contract/bank-statements/endpoints.ts';
import type { Context } from '#server/context.ts';

const day = 24 * 3_600_000;

/** Deletes files that were not imported, because they name people. product-rules 22.7. */
export async function forgetStatements({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  await db
    .deleteFrom('bank_statements')
    .where('state', '=', 'uploaded')
    .where('created_at', '<=', new Date(at.getTime() - waitingDays * day))
    .execute();
}

/** Queues the imports whose job was lost, for example when a backup was restored. */
export async function continueLostStatements({
  db,
  queue,
}: Pick<Context, 'db' | 'queue'>): Promise<void> {
  const busy = await db
    .selectFrom('bank_statements')
    .select('id')
    .where('state', '=', 'importing')
    .execute();
  const jobs = busy.map(({ id }) => ({ statementId: id }));
  await queue.enqueueMissing(db, 'import-statement', jobs);
}
