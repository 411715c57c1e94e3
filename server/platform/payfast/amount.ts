/** `450.00` from cents, as the provider wants it: a point, two decimals, nothing between thousands. */
export function writeAmount(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Cents, or `null` for what is no plain decimal: `4.5e2`, `-1.00`, `1,000.00`, `1.005`. */
export function readAmount(text: string): number | null {
  const [, rand, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return rand === undefined ? null : Number(rand) * 100 + Number(decimals.padEnd(2, '0'));
}
