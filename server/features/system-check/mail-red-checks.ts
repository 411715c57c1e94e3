import { sql } from 'kysely';
import type { CheckResult } from '#contract/system-check/endpoints.ts';
import type { Context } from '#server/context.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/** Less than the time between two checks: one that fails once is not mailed. */
const redForMs = 10 * 60_000;
const greenForMs = 60 * 60_000;

/**
 * Mails all administrators once when a check fails twice in a row, and once when no process has seen it fail for an
 * hour. One that fails every other time is one mail. product-rules 2.48.
 */
export async function mailRedChecks(ctx: Context, results: readonly CheckResult[]): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    // Each process takes the rows in the same order.
    const red = results
      .filter(({ state }) => state === 'failed')
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name } of red) {
      await db
        .insertInto('red_checks')
        .values({ name, first_red_at: at, last_red_at: at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_red_at: at }))
        .execute();
    }
    const names = red.map(({ name }) => name);
    const { rows: unmailed } = await sql<{ name: string }>`
      UPDATE red_checks SET mailed_at = ${at}
      WHERE name = ANY (${names}) AND mailed_at IS NULL
        AND first_red_at <= ${new Date(at.getTime() - redForMs)}
      RETURNING name`.execute(db);
    const toMail = red.filter(({ name }) => unmailed.some((row) => row.name === name));
    if (toMail.length > 0) {
      const checks = toMail.map(({ name, finding, advice }) => ({
        name,
        finding: `${finding} ${advice}`.trim(),
      }));
      await mailAdministrators(inside, 'system-check', { isRed: true, checks });
    }
    const over = await db
      .deleteFrom('red_checks')
      .where('last_red_at', '<', new Date(at.getTime() - greenForMs))
      .returning(['name', 'mailed_at'])
      .execute();
    const green = over.filter(({ mailed_at }) => mailed_at !== null);
    if (green.length > 0) {
      const checks = green.map(({ name }) => ({ name, finding: 'All right again.' }));
      await mailAdministrators(inside, 'system-check', { isRed: false, checks });
    }
  });
}
