import * as z from 'zod/mini';

/** Spaces of every width, which South Africans write between thousands. */
const spaces = /[\s\u00a0\u2009\u202f]/g;

/** `1250`, `1250.5`, `1250,50`. */
const plain = /^\d+([.,]\d{1,2})?$/;
/** `1 250,50`, `1 250.50`. */
const bySpaces = /^[1-9]\d{0,2}( \d{3})+([.,]\d{1,2})?$/;
/** `1,250`, `1,250.50`: nobody writes three decimals of a rand. */
const byCommas = /^[1-9]\d{0,2}(,\d{3})+(\.\d{1,2})?$/;
/** `1.250,50`. Without the comma a dot may be either, and `1.250` is refused. */
const byDots = /^[1-9]\d{0,2}(\.\d{3})+,\d{1,2}$/;

/** Parses an amount in rand; `NaN` if it is ambiguous or invalid. */
export function readAmount(typed: string): number {
  const text = typed.replaceAll(spaces, ' ').trim().replace(/^R ?/i, '');
  if (byCommas.test(text)) return Number(text.replaceAll(',', ''));
  if (byDots.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  if (plain.test(text) || bySpaces.test(text)) {
    return Number(text.replaceAll(' ', '').replace(',', '.'));
  }
  return Number.NaN;
}

/** For the schema of a form: parses the text and checks the amount. */
export function typedAmount<Amount extends z.ZodMiniType<number, number>>(amount: Amount) {
  return z.pipe(z.pipe(z.string(), z.transform(readAmount)), amount);
}

/** Formats what was parsed: `1 250,5` becomes `1250.50`; invalid text stays. */
export function tidyAmount(typed: string): string {
  const amount = readAmount(typed);
  if (Number.isNaN(amount)) return typed;
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}
