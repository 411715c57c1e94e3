import type { RenewalRun } from '#contract/renewals/endpoints.ts';
import type { Context } from '#server/context.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { skippedOnWire } from './member-eligibility.ts';

const latest = 10;

/** The latest runs, so that every administrator can see their progress. */
export async function latestRuns({ db, by }: Context): Promise<RenewalRun[]> {
  const rows = await db
    .selectFrom('renewal_runs as r')
    .innerJoin('users as u', 'u.id', 'r.started_by')
    .select(['r.id', 'r.started_by', 'r.started_at', 'r.total', 'r.done', 'r.created'])
    .select(['r.skipped', 'r.finished_at'])
    .select(fullNameOf('u').as('startedBy'))
    .orderBy('r.started_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(latest)
    .execute();
  return rows.map(({ id, startedBy, total, done, created, ...run }) => ({
    id,
    startedBy,
    isOwn: run.started_by === by?.userId,
    startedUtc: run.started_at.toISOString(),
    total,
    done,
    created,
    skipped: skippedOnWire(run.skipped),
    finishedUtc: run.finished_at?.toISOString() ?? null,
  }));
}
