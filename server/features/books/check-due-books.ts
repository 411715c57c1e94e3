import { sql } from 'kysely';
import { type BookResult, bookResults, bookTexts, failuresOf } from '#contract/books/endpoints.ts';
import type { Day } from '#contract/days.ts';
import { addMonths, monthOf, monthsBetween } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { nightOf } from '#server/features/payments/comparison/days-to-compare.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { checkAndStore } from './check-books.ts';
import { mailExceptions } from './exceptions/exceptions-email.ts';
import { storeMonthDigests } from './month-digests.ts';

/** The job: once in the night, and once after a restore. An update leaves closed months without a list. product-rules 23.3. */
export async function checkDueBooks(ctx: Context): Promise<void> {
  const { db, at } = ctx;
  await storeMonthDigests(ctx);
  const night = nightOf(at);
  if (night !== null && !(await isChecked(db, night))) {
    await checkAndStore(ctx, {
      night,
      afterwards: async (inside, results) => {
        const before = await findNightBefore(inside.db, night);
        await mailNewFailures(inside, before, results);
        await mailEndedMonths(inside, night, before);
        await forgetOld(inside);
      },
    });
  } else if (await isRestored(db)) await checkAndStore(ctx, { night: null });
}

/** In the first night of a month, of the months that ended since the night before. */
async function mailEndedMonths(ctx: Context, night: Day, before: NightBefore): Promise<void> {
  if (before?.night == null) return;
  const ended = monthsBetween(monthOf(before.night), addMonths(monthOf(night), -1));
  for (const month of ended.slice(-12)) await mailExceptions(ctx, month);
}

/** Results stay for a year. */
async function forgetOld({ db, at }: Context): Promise<void> {
  const yearAgo = new Date(at.getTime() - 366 * 86_400_000);
  await db.deleteFrom('reconciliations').where('checked_at', '<', yearAgo).execute();
}

async function isChecked(db: Db, night: Day): Promise<boolean> {
  const row = await db
    .selectFrom('reconciliations')
    .select('id')
    .where('night', '=', night)
    .executeTakeFirst();
  return row !== undefined;
}

/** A backup was restored since the latest check. */
async function isRestored(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM restores WHERE restored_at > coalesce(
      (SELECT max(checked_at) FROM reconciliations), '-infinity') LIMIT 1`.execute(db);
  return rows.length > 0;
}

type NightBefore = Awaited<ReturnType<typeof findNightBefore>>;

function findNightBefore(db: Db, night: Day) {
  return db
    .selectFrom('reconciliations')
    .select(['night', 'results'])
    .where('night', '<', night)
    .orderBy('night', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** One mail to every administrator about what the night before did not have. */
async function mailNewFailures(
  ctx: Context,
  before: NightBefore,
  results: BookResult[],
): Promise<void> {
  const known = new Map(
    bookResults.parse(before?.results ?? []).map((result) => [result.name, result]),
  );
  const fresh = failuresOf(results).filter((result) => isNew(result, known.get(result.name)));
  if (fresh.length === 0) return;
  await mailAdministrators(ctx, 'books-failed', {
    failures: fresh.map(({ finding, rows, count, advice }) => ({
      finding,
      rows: count > rows.length ? [...rows, bookTexts.more(count - rows.length)] : rows,
      advice,
    })),
  });
}

function isNew({ rows, count }: BookResult, before: BookResult | undefined): boolean {
  if (before === undefined || count > before.count) return true;
  return rows.some((row) => !before.rows.includes(row)) && count <= rows.length;
}
