import { accountKindNames, accountKinds } from '#contract/month-end/accounts.ts';
import type { MonthEndSettings } from '#contract/month-end/endpoints.ts';
import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readSettings } from './queries.ts';

export async function updateSettings(
  ctx: Context,
  settings: MonthEndSettings,
): Promise<MonthEndSettings> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await db.selectFrom('book_settings').select('year_end_month').forUpdate().executeTakeFirst();
    const before = await readSettings(db);
    await db
      .updateTable('book_settings')
      .set({
        year_end_month: settings.yearEndMonth,
        shows_deferred: settings.showsDeferred,
        tax_rate: settings.taxRate,
        accounts: JSON.stringify(settings.accounts),
      })
      .execute();
    const after = await readSettings(db);
    const { id, name } = await db
      .selectFrom('company_info')
      .select(['id', 'name'])
      .executeTakeFirstOrThrow();
    const change = { action: 'updateMonthEndSettings', subject: 'companyInfo', id, name } as const;
    await recordAudit(inside, { ...change, before: inWords(before), after: inWords(after) });
    return after;
  });
}

/** One field for each account, so that the entry shows only what changed. */
function inWords({ accounts, ...settings }: MonthEndSettings): object {
  const codes: Record<string, string> = {};
  for (const kind of accountKindNames) {
    codes[accountKinds[kind].label] = `${accounts[kind].code} ${accounts[kind].name}`;
  }
  return { ...settings, ...codes };
}
