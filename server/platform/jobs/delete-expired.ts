import { sql } from 'kysely';
import { securityRecordDays } from '#contract/security-record/endpoints.ts';
import type { Context } from '#server/context.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Deletes expired records by the application's clock. Runs every hour. */
export async function deleteExpired(ctx: Pick<Context, 'db' | 'at'>): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    // After a long time without a worker there may be many.
    await allowLongStatements(inside.db);
    await deleteEach(inside);
  });
}

async function deleteEach({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  const before = (ms: number) => new Date(at.getTime() - ms);
  // A reply is stored for a day (product-rules 1.22).
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', before(day)).execute();
  // The longest window that a failed sign-in counts in is 15 minutes (product-rules 4.7).
  await db.deleteFrom('sign_in_failures').where('failed_at', '<=', before(hour)).execute();
  await db.deleteFrom('rate_counts').where('ends_at', '<=', at).execute();
  await db.deleteFrom('sessions').where('expires_at', '<=', before(day)).execute();
  await db.deleteFrom('password_links').where('expires_at', '<=', before(day)).execute();
  await db
    .deleteFrom('policy_violations')
    .where('last_at', '<=', before(30 * day))
    .execute();
  await sql`SELECT set_config('app.retention', 'on', true)`.execute(db);
  await db
    .deleteFrom('security_events')
    .where('at', '<=', before(securityRecordDays * day))
    .execute();
  // An uploaded attachment without a bulk email was removed or never saved.
  await db
    .deleteFrom('files')
    .where('kind', '=', 'attachment')
    .where('created_at', '<=', before(day))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('bulk_emails')
            .select('id')
            .whereRef('bulk_emails.attachment_id', '=', 'files.id'),
        ),
      ),
    )
    .execute();
  // A sent mail has already lost its token. A permanently failed one must lose it too.
  await db
    .updateTable('mails')
    .set({ secret: null })
    .where('failed_at', '<=', before(day))
    .where('secret', 'is not', null)
    .execute();
}

/** Badly signed notifications are stored for a week, up to a limit. product-rules 7.7. */
const mostUnsigned = 10_000;

export async function deleteUnsigned({ db, at }: Pick<Context, 'db' | 'at'>): Promise<void> {
  const weekAgo = new Date(at.getTime() - 7 * day);
  const tooMany = db
    .selectFrom('card_notifications')
    .select('id')
    .where('is_signed', '=', false)
    .orderBy('received_at', 'desc')
    .offset(mostUnsigned);
  await db
    .deleteFrom('card_notifications')
    .where('is_signed', '=', false)
    .where((row) => row.or([row('received_at', '<=', weekAgo), row('id', 'in', tooMany)]))
    .execute();
}
