/** `R1234.50` from rand. The one way to write an amount; `Intl` writes another. */
export function formatRand(rand: number): string {
  return `R${rand.toFixed(2)}`;
}
