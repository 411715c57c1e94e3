import { type RawBuilder, sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import { forgetSealed } from '#server/features/seals/forget-sealed.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { erasePaymentTexts } from '../erase/erase-payment-texts.ts';
import { eraseMemberOf } from '../erase/erase-person.ts';
import { eraseSubject } from '../erase/erase-subject.ts';
import { findProblemOfMoney } from '../erase/find-problem.ts';
import { findMemberSubject, nobody } from '../erase/find-subject.ts';

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
  const count = await erasing(
    db,
    sql`UPDATE invoices SET
      payer_email = ${erased.email}, payer_first_name = ${erased.firstName},
      payer_last_name = ${erased.lastName}, payer_address = '',
      line = CASE WHEN member_type_id IS NULL THEN ${erased.text} ELSE line END,
      void_reason = CASE WHEN void_reason IS NULL THEN NULL ELSE ${erased.text} END
    WHERE id = ANY (${ids}::uuid[])`,
  );
  await erasePaymentTexts(db, sql`invoice_id = ANY (${ids}::uuid[])`);
  return count;
};

export const eraseAccountDonations: EraseRecords = async ({ db }, ids) => {
  await erasePaymentTexts(db, sql`donation_id = ANY (${ids}::uuid[])`);
  return changed(
    db,
    sql`UPDATE donations SET email = ${erased.email}, first_name = ${erased.firstName},
      last_name = ${erased.lastName}, needs_answer_since = NULL WHERE id = ANY (${ids}::uuid[])`,
  );
};

export const eraseAccountMoney: EraseRecords = async ({ db }, ids) => {
  await erasePaymentTexts(db, sql`id = ANY (${ids}::uuid[])`);
  return ids.length;
};

export const eraseMails: EraseRecords = ({ db }, ids) =>
  changed(
    db,
    sql`UPDATE mails SET about = about - 'reason', subject = NULL, secret = NULL,
      server_answer = NULL, to_email = ${erased.email}, to_name = ''
    WHERE id = ANY (${ids}::uuid[])`,
  );

export const eraseRecipients: EraseRecords = ({ db }, ids) =>
  changed(
    db,
    sql`UPDATE bulk_recipients SET email = id || '@erased.invalid', name = '',
      replacements = '{}', answer = NULL WHERE id = ANY (${ids}::uuid[])`,
  );

export const eraseNotifications: EraseRecords = ({ db }, ids) =>
  changed(
    db,
    sql`UPDATE card_notifications SET body = '', checks = '[]' WHERE id = ANY (${ids}::uuid[])`,
  );

export const eraseAuditDetails: EraseRecords = async ({ db }, ids) => {
  const count = await erasing(
    db,
    sql`UPDATE audit_entries SET subject_name = ${erased.text}, before = '{}', after = '{}',
      by_name = CASE WHEN by_user_id IS NULL THEN ${erased.text} ELSE by_name END
    WHERE id = ANY (${ids}::bigint[])`,
  );
  const entries = ids.map((id) => ({ id }));
  await forgetSealed(db, 'audit_entry_id', entries);
  return count;
};

export const deleteConsents: EraseRecords = ({ db }, ids) =>
  changed(db, sql`DELETE FROM consents WHERE id = ANY (${ids}::uuid[])`);

async function changed(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** With the setting that the triggers of invoices and the audit log let through. Decision 57. */
async function erasing(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  await sql`SELECT set_config('privacy.erasing', 'on', true)`.execute(db);
  const count = await changed(db, statement);
  await sql`SELECT set_config('privacy.erasing', 'off', true)`.execute(db);
  return count;
}
