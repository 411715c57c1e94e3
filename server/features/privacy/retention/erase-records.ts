import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { eraseMemberOf } from '../erase/erase-person.ts';
import { erasePayments, eraseRows, erasing } from '../erase/erase-rows.ts';
import { eraseSubject } from '../erase/erase-subject.ts';
import { findProblemOfMoney } from '../erase/find-problem.ts';
import { findMemberSubject, nobody } from '../find-subject.ts';
import { among, type KeptSince } from '../tables/describe.ts';
import type { TableOfPeople } from '../tables/tables-of-people.ts';

/** Erases these locked records, which are too old, and answers how many. */
export type EraseRecords = (ctx: Context, ids: string[]) => Promise<number>;

/** A person with a credit or an open invoice of someone else stays until an administrator has dealt with it. */
export const eraseMembers: EraseRecords = async (ctx, ids) => {
  let count = 0;
  for (const id of ids) {
    const subject = await findMemberSubject(ctx.db, id);
    if ((await findProblemOfMoney(ctx.db, subject)) !== null) continue;
    await eraseMemberOf(ctx, id, subject);
    count += 1;
  }
  return count;
};

/** What names the donation goes. Other donations of the address stay. */
export const eraseUnpaidDonations: EraseRecords = async (ctx, ids) => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments WHERE donation_id = ANY (${ids}::uuid[])`.execute(ctx.db);
  const paymentIds = rows.map(({ id }) => id);
  await eraseSubject(ctx, { ...nobody, donationIds: ids, paymentIds });
  // With an undone payment, Erase keeps the name for the accounts. Their period has ended too.
  if (paymentIds.length > 0) await eraseAccountDonations(ctx, ids);
  return ids.length;
};

export const eraseAccountInvoices: EraseRecords = async ({ db }, ids) => {
  const count = await erasing(db, () => eraseRows(db, 'invoices', isAmong(ids)));
  await erasePayments(db, sql`invoice_id = ANY (${ids}::uuid[])`);
  await eraseRows(db, 'write_offs', sql`invoice_id = ANY (${ids}::uuid[])`);
  return count;
};

export const eraseAccountDonations: EraseRecords = async ({ db }, ids) => {
  await erasePayments(db, sql`donation_id = ANY (${ids}::uuid[])`);
  return eraseRows(db, 'donations', isAmong(ids));
};

export const eraseAccountMoney: EraseRecords = async ({ db }, ids) => {
  await erasePayments(db, isAmong(ids));
  return ids.length;
};

export const eraseRecipients: EraseRecords = ({ db }, ids) =>
  eraseRows(db, 'bulk_recipients', isAmong(ids));

/** As their description says. */
export const eraseOldRows =
  (table: TableOfPeople, idType: string, { isDeleted }: KeptSince): EraseRecords =>
  async ({ db }, ids) => {
    const old = sql`id = ANY (${ids}::${sql.raw(idType)}[])`;
    if (isDeleted !== true) return erasing(db, () => eraseRows(db, table, old));
    const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ${old}`.execute(db);
    return Number(numAffectedRows ?? 0);
  };

const isAmong = (ids: string[]) => sql`id = ${among(ids)}`;
