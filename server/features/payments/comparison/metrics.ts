import { Gauge, type Registry } from '@prometheus-io/client';
import type { AppDeps } from '#server/app-deps.ts';
import { historyAccount } from './comparison-deps.ts';
import { countOpenDifferences, readComparisonState } from './queries.ts';

/** For `/metrics`, read from the database at each request. 0 without a live account. product-rules 7.17. */
export function addComparisonMetrics(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  registry: Registry,
): void {
  const isOn = historyAccount(config.payfast) !== null;
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        // Without the database there is no value, and the other metrics are still answered.
        this.set(isOn ? await read().catch(() => Number.NaN) : 0);
      },
    });
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
