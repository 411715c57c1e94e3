import type { BodyOf } from '#contract/endpoint.ts';
import {
  kindsOfRecord,
  type Retention,
  type RetentionKind,
  retentionKinds,
  type RetentionPeriods,
  retentionTexts,
  updateRetention as endpoint,
} from '#contract/privacy/retention.ts';
import { assertProved } from '#server/platform/access/assert-proved.ts';
import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';

/** The saved periods, or the usual ones while none are saved. */
export async function readRetention(db: Db): Promise<Retention> {
  const rows = await db.selectFrom('retention_periods').selectAll().execute();
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const monthsOf = (kind: RetentionKind) => {
    const row = byKind.get(kind);
    return row === undefined ? kindsOfRecord[kind].usualMonths : row.months;
  };
  const periods = Object.fromEntries(retentionKinds.map((kind) => [kind, monthsOf(kind)]));
  const saved = rows.map(({ saved_at }) => saved_at.toISOString()).toSorted();
  return { ...(periods as RetentionPeriods), savedUtc: saved.at(-1) ?? null };
}

/** The periods of the form. An omitted field keeps its value, `null` is for ever. product-rules 1.17. */
export function withChanges(
  before: RetentionPeriods,
  form: BodyOf<typeof endpoint>,
): RetentionPeriods {
  const periods = retentionKinds.map((kind) => {
    const months = form[kind];
    return [kind, months === undefined ? before[kind] : months];
  });
  return Object.fromEntries(periods) as RetentionPeriods;
}

const keptForEver = Object.fromEntries(
  retentionKinds.map((kind) => [kind, null]),
) as RetentionPeriods;

/** Every change is mailed. Shorter periods erase more, so they need a proof. product-rules 4.33, 4.34. */
async function noteChange(
  ctx: Context,
  before: RetentionPeriods,
  after: RetentionPeriods,
): Promise<void> {
  const changed = retentionKinds.filter((kind) => after[kind] !== before[kind]);
  if (changed.length === 0) return;
  const isShorter = changed.some((kind) => (after[kind] ?? Infinity) < (before[kind] ?? Infinity));
  if (isShorter) assertProved(ctx);
  const inWords = (periods: RetentionPeriods) =>
    changed
      .map((kind) => `${kindsOfRecord[kind].title}: ${retentionTexts.period(periods[kind])}`)
      .join(', ');
  await tellAdministrators(ctx, isShorter ? 'retention' : 'retentionLonger', {
    before: inWords(before),
    after: inWords(after),
  });
}

export async function updateRetention(
  ctx: Context,
  form: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<Retention> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const { id, name } = await db
      .selectFrom('company_info')
      .select(['id', 'name'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { savedUtc, ...before } = await readRetention(db);
    assertNotStale(ifMatch, endpoint, before);
    const after = withChanges(before, form);
    // Until they are saved for the first time, everything is kept for ever.
    await noteChange(inside, savedUtc === null ? keptForEver : before, after);
    await db
      .insertInto('retention_periods')
      .values(retentionKinds.map((kind) => ({ kind, months: after[kind], saved_at: at })))
      .onConflict((saved) =>
        saved.column('kind').doUpdateSet((row) => ({
          months: row.ref('excluded.months'),
          saved_at: row.ref('excluded.saved_at'),
        })),
      )
      .execute();
    await recordAudit(inside, {
      action: 'updateRetention',
      subject: 'companyInfo',
      id,
      name: name || 'the organisation',
      // The first time all of them are new.
      before: savedUtc === null ? {} : before,
      after,
    });
    return readRetention(db);
  });
}
