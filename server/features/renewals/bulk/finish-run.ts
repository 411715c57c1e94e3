import type { Selectable, Updateable } from 'kysely';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { restartTakes } from '#server/platform/jobs/jobs.ts';
import type { Caller, Context } from '#server/context.ts';
import { skippedOnWire, together } from './member-eligibility.ts';
import { renewSome } from './renew-some.ts';
import { isMeant } from './selection.ts';

/** Members per transaction: small, so that locks on members and the counter are short. */
const atATime = 250;

type Run = Selectable<Tables['renewal_runs']>;

/**
 * Continues the run to its end and returns the result. Concurrent calls are safe. When the process is
 * shutting down, it stops after a transaction and returns null.
 */
export async function finishRun(ctx: Context, runId: string, ending?: AbortSignal) {
  for (;;) {
    if (ending?.aborted === true) return null;
    const run = await inTransaction(ctx, (inside) => goOn(inside, runId));
    if (run.finished_at !== null) {
      return { created: run.created, skipped: skippedOnWire(run.skipped) };
    }
  }
}

/** Finishes a run that its request left. If it is interrupted too, it queues the run again. */
export async function continueRun(ctx: Context, runId: string, ending: AbortSignal): Promise<void> {
  const outcome = await finishRun(ctx, runId, ending);
  if (outcome === null) await ctx.queue.enqueue(ctx.db, 'finish-renewals', { runId }, restartTakes);
}

/** Invoices the next members and stores the progress in the same transaction, so counts are exact. */
async function goOn(ctx: Context, runId: string): Promise<Run> {
  const run = await ctx.db
    .selectFrom('renewal_runs')
    .selectAll()
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (run.finished_at !== null) return run;
  const ids = await nextMembers(ctx, run);
  if (ids.length === 0) return endRun(ctx, run);
  const { created, skipped } = await renewSome({ ...ctx, by: starterOf(run) }, ids);
  return change(ctx, run, {
    reached: ids.at(-1) ?? null,
    done: run.done + ids.length,
    created: run.created + created,
    skipped: JSON.stringify(together(run.skipped, skipped)),
  });
}

/** Ordered by id, so that the run can continue after any interruption. */
async function nextMembers({ db }: Context, run: Run): Promise<string[]> {
  let next = db
    .selectFrom('members as m')
    .where(isMeant(run))
    .select('m.id')
    .orderBy('m.id')
    .limit(atATime);
  if (run.reached !== null) next = next.where('m.id', '>', run.reached);
  return (await next.execute()).map(({ id }) => id);
}

/** Writes one audit entry for the whole run. */
async function endRun(ctx: Context, run: Run): Promise<Run> {
  const { created, filters, chosen } = run;
  const skipped = skippedOnWire(run.skipped);
  await recordAudit(
    { ...ctx, by: starterOf(run) },
    {
      action: 'sendRenewals',
      subject: 'renewals',
      id: run.id,
      name: created === 1 ? '1 member' : `${created} members`,
      after: { ...(chosen === null ? { filters } : { selected: chosen.length }), created, skipped },
    },
  );
  return change(ctx, run, { finished_at: ctx.at });
}

/** Also when a worker finishes the run. */
function starterOf({ started_by }: Run): Caller {
  return { userId: started_by, role: 'Admin', sessionId: '', memberId: null };
}

function change(
  { db }: Context,
  { id }: Run,
  values: Updateable<Tables['renewal_runs']>,
): Promise<Run> {
  return db
    .updateTable('renewal_runs')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
