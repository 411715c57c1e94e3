import type { PaymentRecord } from './find-record.ts';

const key = 'earlierOutcome';

/** Before the user goes to the provider: an outcome that the record has now is not that of this attempt. */
export function rememberOutcome(record: PaymentRecord | null): void {
  const { id = null, state = null } = record ?? {};
  if (state === 'failed' || state === 'cancelled') sessionStorage.setItem(key, `${id} ${state}`);
  else sessionStorage.removeItem(key);
}

/** Without an outcome that an earlier attempt had: the result of this one may still come. */
export function withoutEarlierOutcome(record: PaymentRecord | null): PaymentRecord | null {
  if (record === null || sessionStorage.getItem(key) !== `${record.id} ${record.state}`) {
    return record;
  }
  return { ...record, state: 'unpaid' };
}
