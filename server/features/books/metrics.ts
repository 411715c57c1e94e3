import type { Registry } from '@prometheus-io/client';
import { failuresOf } from '#contract/books/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { gaugesIn } from '#server/platform/http/observability/gauges.ts';
import { readBookState } from './queries.ts';

/** For `/metrics`, read from the database at each request. product-rules 23.4. */
export function addBookMetrics(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  registry: Registry,
): void {
  const gauge = gaugesIn(registry);
  const readState = () => readBookState(db, clock.now());
  gauge(
    'books_check_age_seconds',
    'Age of the last check of the books; while there is none, of the installation',
    async () => (await readState()).ageMs / 1000,
  );
  gauge(
    'books_failures',
    'Checks of the books that failed the last time',
    async () => failuresOf((await readState()).last?.results ?? []).length,
  );
}
