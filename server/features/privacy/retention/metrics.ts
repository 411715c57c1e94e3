import type { Registry } from '@prometheus-io/client';
import type { AppDeps } from '#server/app-deps.ts';
import { gaugesIn } from '#server/platform/http/observability/gauges.ts';
import { isRetentionOverdue } from './queries.ts';

/** For `/metrics`, read from the database at each request. product-rules 19.9. */
export function addRetentionMetrics(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  registry: Registry,
): void {
  gaugesIn(registry)(
    'retention_overdue',
    '1 if records older than their periods were not erased for two days',
    async () => Number(await isRetentionOverdue(db, clock.now())),
  );
}
