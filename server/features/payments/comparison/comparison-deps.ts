import type { AppDeps } from '#server/app-deps.ts';
import type { HistoryAccount } from '#server/platform/payfast/transactions/fetch-history.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';

export interface ComparisonDeps extends Pick<AppDeps, 'db' | 'queue' | 'clock' | 'log' | 'ending'> {
  config: Pick<AppDeps['config'], 'payfast'>;
  /** For each request to the provider. */
  timeoutMs?: number;
}

/** `null`: the provider is not asked for its transactions. product-rules 7.14. */
export function historyAccount(payfast: PayfastSettings): HistoryAccount | null {
  const { apiUrl, merchantId, passphrase } = payfast;
  return apiUrl === null ? null : { apiUrl, merchantId, passphrase };
}
