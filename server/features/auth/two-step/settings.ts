import {
  twoStepGraceDays,
  type TwoStepSettings,
  updateTwoStepSettings as endpoint,
} from '#contract/auth/two-step.ts';
import { dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { assertProved } from '#server/platform/access/assert-proved.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';

const dayMs = 24 * 3_600_000;

export async function readTwoStepSettings(db: Db): Promise<TwoStepSettings> {
  const { requiredFrom } = await db
    .selectFrom('company_info')
    .select('two_step_required_from as requiredFrom')
    .executeTakeFirstOrThrow();
  return { isRequired: requiredFrom !== null, requiredFrom };
}

/** Compulsory after a time of grace, which starts when it is switched on. product-rules 4.22. */
export async function updateTwoStepSettings(
  ctx: Context,
  { isRequired }: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<TwoStepSettings> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const { id, name } = await db
      .selectFrom('company_info')
      .select(['id', 'name'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = await readTwoStepSettings(db);
    assertNotStale(ifMatch, endpoint, before);
    if (isRequired === undefined || isRequired === before.isRequired) return before;
    const requiredFrom = isRequired
      ? dayOf(new Date(at.getTime() + twoStepGraceDays * dayMs))
      : null;
    if (!isRequired) {
      assertProved(inside);
      await tellAdministrators(inside, 'twoStepOptional');
    }
    await db.updateTable('company_info').set({ two_step_required_from: requiredFrom }).execute();
    await recordAudit(inside, {
      action: 'updateTwoStepSettings',
      subject: 'companyInfo',
      id,
      name: name || 'the organisation',
      before: { isTwoStepRequired: before.isRequired, twoStepRequiredFrom: before.requiredFrom },
      after: { isTwoStepRequired: isRequired, twoStepRequiredFrom: requiredFrom },
    });
    return { isRequired, requiredFrom };
  });
}
