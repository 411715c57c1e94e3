import { sql } from 'kysely';
import { keptYears, waitingDays } from '#contract/bank-statements/endpoints.ts';
import type { Context } from '#server/context.ts';

const day = 24 * 3_600_000;

/** Deletes statements that were not imported, because they name people, and old files of imported ones. product-rules 22.7. */
export async function forgetStatements({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  await sql`
    DELETE FROM bank_statement_files AS f USING bank_statements AS s
    WHERE s.id = f.statement_id AND s.imported_at <= ${at}::timestamptz - make_interval(years => ${keptYears})`.execute(
    db,
  );
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
