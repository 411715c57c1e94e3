import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/** Counts once: a second time changes nothing. */
export async function startEmpty(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const company = await inside.db
      .updateTable('company_info')
      .set({ started_empty_at: inside.at })
      .where('started_empty_at', 'is', null)
      .returning(['id', 'name'])
      .executeTakeFirst();
    if (company === undefined) return;
    const name = company.name || 'the organisation';
    await recordAudit(inside, {
      action: 'startEmpty',
      subject: 'companyInfo',
      id: company.id,
      name,
    });
  });
}
