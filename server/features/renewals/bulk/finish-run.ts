import type { Selectable, Updateable } from 'kysely';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Context } from '#server/context.ts';
import { skippedOnWire, together } from './member-eligibility.ts';
import { renewSome } from './renew-some.ts';
import { isMeant } from './selection.ts';

/** So many members a transaction: nobody waits long for their record, or for an invoice number. */
const atATime = 250;

/** In seconds: nobody who is about to end takes the run up again. */
const restartTakes = 10;

type Run = Selectable<Tables['renewal_runs']>;

/**
 * Goes on with the run to its end, however many do so at once, and answers what came of it. When the
 * process is about to end it stops after a transaction and answers null.
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

/** What the worker does with a run that its beginner left; what it leaves itself is asked for anew. */
export async function continueRun(ctx: Context, runId: string, ending: AbortSignal): Promise<void> {
  const outcome = await finishRun(ctx, runId, ending);
  if (outcome === null) await ctx.queue.enqueue(ctx.db, 'finish-renewals', { runId }, restartTakes);
}

/** The next members, and in the same transaction how far that is: so the counts are exact. */
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
  const { created, skipped } = await renewSome(ctx, ids);
  return change(ctx, run, {
    reached: ids.at(-1) ?? null,
    done: run.done + ids.length,
    created: run.created + created,
    skipped: JSON.stringify(together(run.skipped, skipped)),
  });
}

/** By id, so that after anything the next ones are found again. */
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

/** One line in the audit log for all of it. */
async function endRun(ctx: Context, run: Run): Promise<Run> {
  const { created, filters, chosen } = run;
  const skipped = skippedOnWire(run.skipped);
  const by = { userId: run.started_by, role: 'Admin', sessionId: '', memberId: null };
  await recordAudit(
    { ...ctx, by },
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
