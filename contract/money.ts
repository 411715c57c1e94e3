/** `R1234.50` from rand. Use only this format; `Intl` writes amounts differently. */
export function formatRand(rand: number): string {
  return `R${rand.toFixed(2)}`;
}

export function centsOf(rand: number): number {
  return Math.round(rand * 100);
}
