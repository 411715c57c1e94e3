export interface Sought {
  text: string;
  /** A number of one to six digits, which a record can have. */
  number: number | null;
  cents: number | null;
}

/** `null`: too short to be searched. */
export function soughtIn(typed: string): Sought | null {
  const trimmed = typed.trim();
  const [, currency = '', rand, decimals] =
    /^(R?)\s*(\d[\d ]*)(?:[.,](\d\d))?$/i.exec(trimmed) ?? [];
  const digits = rand?.replaceAll(' ', '');
  const amount = `${digits}.${decimals ?? '00'}`;
  const isAmount = digits !== undefined && (currency !== '' || decimals !== undefined);
  // "R1 234" is in the records as R1234.00.
  const text = isAmount ? currency + amount : trimmed;
  const isNumber = /^\d{1,6}$/.test(trimmed);
  if (text.length < 2 && !isNumber) return null;
  return {
    text,
    number: isNumber ? Number(trimmed) : null,
    cents: digits === undefined || digits.length > 7 ? null : Math.round(Number(amount) * 100),
  };
}
