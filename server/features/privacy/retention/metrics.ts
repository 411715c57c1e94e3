import { Gauge, type Registry } from '@prometheus-io/client';
import type { AppDeps } from '#server/app-deps.ts';
import { isRetentionOverdue } from './queries.ts';

/** For `/metrics`, read from the database at each request. product-rules 19.9. */
export function addRetentionMetrics(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  registry: Registry,
): void {
  const gauge = new Gauge({
    name: 'retention_overdue',
    help: '1 if records older than their periods were not erased for two days',
    registers: [],
    async collect() {
      // Without the database there is no value, and the other metrics are still answered.
      const isOverdue = await isRetentionOverdue(db, clock.now()).catch(() => null);
      this.set(isOverdue === null ? Number.NaN : Number(isOverdue));
    },
  });
  registry.registerMetric(gauge);
}
