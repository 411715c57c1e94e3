import { useState } from 'react';
import { positiveMoney } from '#contract/payments/payment-details.ts';
import { readAmount, tidyAmount } from '#web/ui/fields/read-amount.ts';

/** The balance, which can be overtyped with the amount that came. */
export function useAmount(balance: number | undefined) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const value = typed ?? (balance === undefined ? '' : tidyAmount(String(balance)));

  function change(text: string | null) {
    setTyped(text);
    setError(undefined);
  }

  /** With the balance that the administrator saw; `null` after showing what is wrong. */
  function read(): { amount?: number; balance?: number } | null {
    if (balance === undefined) return {};
    const checked = positiveMoney.safeParse(readAmount(value));
    setError(checked.success ? undefined : (checked.error.issues[0]?.message ?? ''));
    return checked.success ? { amount: checked.data, balance } : null;
  }

  return { value, rand: readAmount(value), error, change, reset: () => change(null), read };
}
