import type { Registry } from '@prometheus-io/client';
import { sql } from 'kysely';
import type { AppDeps } from '#server/app-deps.ts';
import { gaugesIn } from '#server/platform/http/observability/gauges.ts';
import { lastCertificateEnd } from './checks/public-address.ts';
import { lastFailures } from './watch-system.ts';

const hourMs = 3_600_000;

/** For `/metrics`: what the last system check of this process has found, and who was refused at the door. */
export function addSystemMetrics(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  registry: Registry,
): void {
  const gauge = gaugesIn(registry);
  gauge(
    'system_check_failures',
    'Checks that failed the last time, without that of the backups; NaN before the first check',
    async () => lastFailures(),
  );
  gauge(
    'certificate_expires_seconds',
    'How long the certificate of PUBLIC_URL is still valid; NaN while it is not known',
    async () => {
      const end = lastCertificateEnd();
      return end && (end.getTime() - clock.now().getTime()) / 1000;
    },
  );
  gauge('sign_ins_failed', 'Sign-ins that failed or were blocked in the last hour', async () => {
    const since = new Date(clock.now().getTime() - hourMs);
    const { rows } = await sql<{ count: string }>`
      SELECT coalesce(sum(count), 0) AS count FROM security_events
      WHERE kind IN ('signInFailed', 'signInBlocked') AND at >= ${since}`.execute(db);
    return Number(rows[0]?.count);
  });
}
