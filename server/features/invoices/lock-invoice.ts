import type { Db } from '#server/platform/db/pool.ts';

/**
 * Locks an invoice until the transaction ends. All transactions lock the member first, to avoid
 * deadlocks. Answers the member.
 */
export async function lockInvoice(db: Db, id: string): Promise<{ email: string } | undefined> {
  const member = await db
    .selectFrom('members')
    .select('email')
    .where('id', '=', (owner) =>
      owner.selectFrom('invoices').select('member_id').where('invoices.id', '=', id),
    )
    .forUpdate()
    .executeTakeFirst();
  await db.selectFrom('invoices').select('id').where('id', '=', id).forUpdate().execute();
  return member;
}
