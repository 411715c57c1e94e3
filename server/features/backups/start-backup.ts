import { randomUUID } from 'node:crypto';
import type { Backup } from '#contract/backups/endpoints.ts';
import type { Context } from '#server/context.ts';
import { Refused, sentences } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { findWaitingBackup } from './queries.ts';

/** Asks a worker for a backup. While one waits or runs, it answers that one. */
export async function startBackup(ctx: Context): Promise<Backup> {
  const requested_by = ctx.by?.userId;
  if (requested_by === undefined) throw new Refused('signedOut', sentences.signedOut);
  return inTransaction(ctx, async (inside) => {
    const { db, queue, at } = inside;
    // Locked, so that of two presses at once the second finds the first.
    const company = await db
      .selectFrom('company_info')
      .select(['id', 'name'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const waiting = await findWaitingBackup(db);
    if (waiting !== undefined) return waiting;
    await db
      .insertInto('backups')
      .values({ id: randomUUID(), requested_by, requested_at: at })
      .execute();
    await queue.enqueue(db, 'back-up', {});
    await tellAdministrators(inside, 'backupMade');
    await recordAudit(inside, {
      action: 'startBackup',
      subject: 'companyInfo',
      id: company.id,
      name: company.name || 'the organisation',
    });
    const started = await findWaitingBackup(db);
    if (started === undefined) throw new Error('The requested backup has no row.');
    return started;
  });
}
