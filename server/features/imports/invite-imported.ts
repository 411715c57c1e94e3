import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lockIdleImport } from './lock-import.ts';
import { notInvited } from './queries.ts';

const atATime = 500;

/** Mails the next imported members an invitation, in the order of the file. Returns how many. product-rules 20.6. */
export async function inviteImported(ctx: Context, id: string, most: number): Promise<number> {
  return inTransaction(ctx, async (inside) => {
    const { file_name } = await lockIdleImport(inside, id);
    let invited = 0;
    while (invited < most) {
      const count = await inviteSome(inside, id, Math.min(atATime, most - invited));
      if (count === 0) break;
      invited += count;
    }
    if (invited > 0) {
      const name = file_name;
      const after = { invited };
      await recordAudit(inside, { action: 'inviteImported', subject: 'import', id, name, after });
    }
    return invited;
  });
}

async function inviteSome(ctx: Context, id: string, most: number): Promise<number> {
  const { db, at } = ctx;
  const people = await notInvited(db, id)
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name'])
    .orderBy('r.row_number')
    .limit(most)
    .forUpdate('u')
    .execute();
  if (people.length === 0) return 0;
  const ids = people.map((one) => one.id);
  await db.updateTable('users').set({ invited_at: at }).where('id', 'in', ids).execute();
  await queueMails(
    ctx,
    people.map((one) => ({
      kind: 'invitation',
      toEmail: one.email,
      toName: `${one.first_name} ${one.last_name}`,
      about: { userId: one.id, isReturn: false },
    })),
  );
  return people.length;
}
