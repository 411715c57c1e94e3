/** `R1234.50` from rand. Use only this format; `Intl` writes amounts differently. */
export function formatRand(rand: number): string {
  return `R${rand.toFixed(2)}`;
}

/** For columns of large sums: `R12 345.00` from R10 000 on, with a space that does not break. */
export function formatLargeRand(rand: number): string {
  const [whole = '', decimals = ''] = formatRand(rand).split('.');
  const grouped = whole.length > 5 ? whole.replaceAll(/(\d)(?=(\d{3})+$)/g, '$1\u00A0') : whole;
  return `${grouped}.${decimals}`;
}

export function centsOf(rand: number): number {
  return Math.round(rand * 100);
}

/** From cents, in rand. One of them is null, and both of nothing. */
export function inAndOut(cents: number): { moneyIn: number | null; moneyOut: number | null } {
  return {
    moneyIn: cents > 0 ? cents / 100 : null,
    moneyOut: cents < 0 ? -cents / 100 : null,
  };
}
