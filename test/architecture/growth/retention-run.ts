import { sql } from 'kysely';
import { retentionKinds } from '#contract/privacy/retention.ts';
import type { TestApp } from '#test/support/app.ts';

/** Periods that reach back behind all but a few records of the large database, which begins in 2019. */
export async function makeFewTooOld({ db }: TestApp): Promise<void> {
  const saved_at = new Date('2025-01-01T00:00:00Z');
  await db
    .insertInto('retention_periods')
    .values(retentionKinds.map((kind) => ({ kind, months: 120, saved_at })))
    .onConflict((same) => same.column('kind').doUpdateSet({ months: 120, saved_at }))
    .execute();
  const old = sql`'2014-06-01'::timestamptz`;
  const some = (table: string) => sql`SELECT id FROM ${sql.table(table)} LIMIT 20`;
  for (const [table, column] of [
    ['donations', 'created_at'],
    ['mails', 'created_at'],
    ['card_notifications', 'received_at'],
  ] as const) {
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${old}
      WHERE id IN (${some(table)})`.execute(db);
  }
  await sql`UPDATE donations SET created_at = ${old}
    WHERE id IN (SELECT id FROM donations WHERE payment_id IS NULL LIMIT 20)`.execute(db);
  await sql`UPDATE consents SET given_at = ${old}, withdrawn_at = ${old}
    WHERE id IN (${some('consents')})`.execute(db);
}
