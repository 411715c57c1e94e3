import { sql } from 'kysely';
import type { Member } from '#contract/members/endpoints.ts';
import { erasureRequestTexts } from '#contract/privacy/erasure.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deletePicture } from '#server/platform/files/stored-files.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { voidOpenInvoices } from '#server/features/invoices/open-invoices.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { auditSubject } from './audit-subject.ts';
import { lockMemberFor, memberFor } from './member-access.ts';
import { readMember } from './queries.ts';

/** Archives a member with any payment or period, and deletes other members. product-rules 5.21. */
export async function deleteMember(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const before = await lockMemberFor(inside, id);
    if (before.archivedUtc !== null) return;
    const isArchived = await hasHistory(inside.db, id);
    if (!isArchived) await assertNoOpenRequest(inside.db, id);
    const reason = isArchived ? 'The member was archived' : 'The member was deleted';
    await voidOpenInvoices(inside, id, reason);
    await (isArchived ? archive : remove)(inside, before);
    const action = isArchived ? 'archiveMember' : 'deleteMember';
    const after = isArchived ? await readMember(inside.db, id) : undefined;
    await recordAudit(inside, { action, ...auditSubject(before), before, after });
  });
}

/** An archived member keeps the request, which is answered by erasing or declining. product-rules 19.5. */
async function assertNoOpenRequest(db: Db, id: string): Promise<void> {
  const open = await db
    .selectFrom('erasure_requests')
    .select('id')
    .where('member_id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  if (open !== undefined) throw conflict(erasureRequestTexts.answerFirst);
}

/** What `deleteMember` would do to this member now. */
export async function previewDeletion(
  ctx: Context,
  id: string,
): Promise<{ outcome: 'archived' | 'deleted' }> {
  const { archivedUtc } = await memberFor(ctx, id);
  const isArchived = archivedUtc !== null || (await hasHistory(ctx.db, id));
  return { outcome: isArchived ? 'archived' : 'deleted' };
}

/** A member who has paid, or had a period, is archived instead of deleted. */
export async function hasHistory(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM membership_periods WHERE member_id = ${id})
      OR EXISTS (SELECT FROM members WHERE merged_into = ${id}) OR EXISTS (
      SELECT FROM payments JOIN invoices ON invoices.id = payments.invoice_id
      WHERE invoices.member_id = ${id}
    ) AS has`.execute(db);
  return rows[0]?.has ?? false;
}

async function archive({ db, at }: Context, { id, userID }: Member): Promise<void> {
  await db.updateTable('members').set({ archived_at: at }).where('id', '=', id).execute();
  await endAllSessions(db, at, userID);
}

/** Issued invoices stay as void documents with their number and payer. product-rules 5.21. */
async function remove({ db }: Context, { id, userID }: Member): Promise<void> {
  await db.deleteFrom('member_relatives').where('main_member_id', '=', id).execute();
  await db
    .updateTable('invoices')
    .set({ member_id: null, member_type_id: null })
    .where('member_id', '=', id)
    .execute();
  await db.deleteFrom('members').where('id', '=', id).execute();
  await db
    .deleteFrom('mails')
    .where('next_attempt_at', 'is not', null)
    .where('leased_until', 'is', null)
    .where('kind', '=', 'invitation')
    .where(isAbout(userID))
    .execute();
  await removeSignIn(db, userID);
}

/** Deletes the user and the picture. An administrator who was also a member can still sign in. */
async function removeSignIn(db: Db, id: string): Promise<void> {
  const { role, profile_picture } = await db
    .selectFrom('users')
    .select(['role', 'profile_picture'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (role !== 'Member') return;
  await deletePicture(db, profile_picture);
  await db.updateTable('files').set({ uploaded_by: null }).where('uploaded_by', '=', id).execute();
  // Without the user, Erase could not find them any more.
  await sql`SELECT set_config('app.retention', 'on', true)`.execute(db);
  await db.deleteFrom('security_events').where('user_id', '=', id).execute();
  await sql`SELECT set_config('app.retention', 'off', true)`.execute(db);
  await db.deleteFrom('users').where('id', '=', id).execute();
}
