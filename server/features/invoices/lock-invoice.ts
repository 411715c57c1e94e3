import type { Db } from '#server/platform/db/pool.ts';

/**
 * Locks an invoice until the transaction ends. Its member is locked first, here as elsewhere, so
 * that no two wait in a circle.
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
