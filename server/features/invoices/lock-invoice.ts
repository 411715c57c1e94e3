import type { Db } from '#server/platform/db/pool.ts';

/**
 * Locks an invoice until the transaction ends. All transactions lock the member first, to avoid
 * deadlocks.
 */
export async function lockInvoice(db: Db, id: string): Promise<void> {
  await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', (owner) =>
      owner.selectFrom('invoices').select('member_id').where('invoices.id', '=', id),
    )
    .forUpdate()
    .execute();
  await db.selectFrom('invoices').select('id').where('id', '=', id).forUpdate().execute();
}
