import type { Registry } from '@prometheus-io/client';
import type { AppDeps } from '#server/app-deps.ts';
import { gaugesIn } from '#server/platform/http/observability/gauges.ts';
import { historyAccount } from './comparison-deps.ts';
import { countOpenDifferences, readComparisonState } from './queries.ts';

/** For `/metrics`, read from the database at each request. 0 without a live account. product-rules 7.17. */
export function addComparisonMetrics(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  registry: Registry,
): void {
  const add = gaugesIn(registry);
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    add(name, help, async () => (historyAccount(config.payfast) === null ? 0 : read()));
  const state = () => readComparisonState(db, clock.now());
  gauge(
    'payment_comparison_age_seconds',
    "Age of the last comparison with the card provider's list; of the first attempt while there is none",
    async () => (await state()).ageMs / 1000,
  );
  gauge('payment_comparison_last_failed', '1 if the last comparison failed', async () =>
    (await state()).failure === null ? 0 : 1,
  );
  gauge('payment_differences', 'Open differences from the list of the card provider', () =>
    countOpenDifferences(db),
  );
}
