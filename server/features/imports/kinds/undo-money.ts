import type { Context } from '#server/context.ts';
import type { AppliedRow } from './import-kind.ts';

/** Deletes invoices or donations that an import made, with their payments. Their numbers are not used again. */
export async function undoMoney(
  { db }: Context,
  table: 'invoices' | 'donations',
  rows: AppliedRow[],
): Promise<void> {
  const ids = rows.map(({ recordId }) => recordId);
  const pointer = table === 'invoices' ? 'invoice_id' : 'donation_id';
  await db.updateTable(table).set({ payment_id: null }).where('id', 'in', ids).execute();
  await db.deleteFrom('payments').where(pointer, 'in', ids).execute();
  await db.deleteFrom(table).where('id', 'in', ids).execute();
}
