import type { Db } from '#server/platform/db/pool.ts';

/**
 * Locks an invoice until the transaction ends. All transactions lock the member first, to avoid
 * deadlocks. Answers the member.
 */
export async function lockInvoice(db: Db, id: string): Promise<{ email: string } | undefined> {
  const member = await db
    .selectFrom('members')
    .select(['id', 'email'])
    .where('id', '=', (owner) =>
      owner.selectFrom('invoices').select('member_id').where('invoices.id', '=', id),
    )
    .forUpdate()
    .executeTakeFirst();
  const invoice = await db
    .selectFrom('invoices')
    .select('id')
    .where('id', '=', id)
    // A merge for which this waited has moved the invoice to another member.
    .where('member_id', 'is not distinct from', member?.id ?? null)
    .forUpdate()
    .executeTakeFirst();
  return invoice === undefined ? lockMoved(db, id, member) : member;
}

/** There may be no such invoice. */
async function lockMoved(db: Db, id: string, member: { email: string } | undefined) {
  const invoice = await db
    .selectFrom('invoices')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return invoice === undefined ? member : lockInvoice(db, id);
}
