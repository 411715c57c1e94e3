import type { BodyOf } from '#contract/endpoint.ts';
import {
  type MailLimits,
  updateMailLimits as endpoint,
} from '#contract/communication/mail-limits.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { Context } from '#server/context.ts';

/** The rate limits for bulk emails. */
export function readMailLimits(db: Db): Promise<MailLimits> {
  return db
    .selectFrom('company_info')
    .select(['mails_per_minute as perMinute', 'mails_per_day as perDay'])
    .executeTakeFirstOrThrow();
}

/** An omitted field keeps its value, `null` removes the limit. product-rules 1.17, 9.9. */
export async function updateMailLimits(
  ctx: Context,
  form: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<MailLimits> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const { id } = await db
      .selectFrom('company_info')
      .select('id')
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = await readMailLimits(db);
    assertNotStale(ifMatch, endpoint, before);
    const after = {
      perMinute: form.perMinute === undefined ? before.perMinute : form.perMinute,
      perDay: form.perDay === undefined ? before.perDay : form.perDay,
    };
    await db
      .updateTable('company_info')
      .set({ mails_per_minute: after.perMinute, mails_per_day: after.perDay })
      .execute();
    const action = 'updateMailLimits';
    const name = 'bulk emails';
    await recordAudit(inside, { action, subject: 'companyInfo', id, name, before, after });
    return after;
  });
}
