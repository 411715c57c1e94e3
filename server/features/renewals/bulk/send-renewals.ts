import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  type RenewalsSelection,
  renewalTexts,
  type sendRenewals as endpoint,
} from '#contract/renewals/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { Refused } from '#server/errors.ts';
import type { Caller, Context } from '#server/context.ts';
import { finishRun } from './finish-run.ts';
import type { Skipped } from './member-eligibility.ts';
import { isMeant, selectionOf, type Selection } from './selection.ts';

/** Seconds until a worker checks whether the run was left unfinished. */
const lookAfter = 30;

/** The Retry-After value for the browser, in seconds. */
const restartTakes = 5;

/**
 * Issues and mails the renewal invoices of the selected members, some hundreds per transaction. A
 * repeated request creates no duplicates. A worker or a new request finishes an interrupted run.
 * product-rules 6.18, 6.19.
 */
export async function sendRenewals(
  ctx: Context,
  by: Caller,
  body: RenewalsSelection,
  ending?: AbortSignal,
): Promise<ReplyOf<typeof endpoint>> {
  const runId = await startRun(ctx, by, selectionOf(body));
  const outcome = await finishRun(ctx, runId, ending);
  // The queue has a job for the run, so a worker finishes it after the next start.
  if (outcome === null)
    throw new Refused('unavailable', renewalTexts.interrupted, [], restartTakes);
  return outcome;
}

async function startRun(ctx: Context, by: Caller, selection: Selection): Promise<string> {
  return inTransaction(ctx, async ({ db, at, queue }) => {
    const { count } = await db
      .selectFrom('members as m')
      .where(isMeant(selection))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    const { chosen, filters } = selection;
    const unknown = chosen === null ? 0 : chosen.length - count;
    const skipped: Skipped = unknown === 0 ? {} : { 'Unknown member': unknown };
    const id = randomUUID();
    await db
      .insertInto('renewal_runs')
      .values({
        id,
        started_by: by.userId,
        started_at: at,
        filters: JSON.stringify(filters),
        chosen,
        total: count + unknown,
        done: unknown,
        skipped: JSON.stringify(skipped),
      })
      .execute();
    await queue.enqueue(db, 'finish-renewals', { runId: id }, lookAfter);
    return id;
  });
}
