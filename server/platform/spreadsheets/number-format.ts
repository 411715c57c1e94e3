/** Number formats of Excel that show a date and have no code in the file, whatever the language. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
}

/** As in Excel. */
const longestCode = 255;

/** What a cell's number format means for its value. `zeros`: leading zeros up to that number of digits. */
export type NumberFormat = { kind: 'plain' } | { kind: 'day' } | { kind: 'zeros'; digits: number };

export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { kind: isBuiltInDate(id) ? 'day' : 'plain' };
  if (code.length > longestCode) return { kind: 'plain' };
  // Only the part for positive numbers, without quoted text, colours, conditions and escaped characters.
  const bare = code
    .replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
    .split(';', 1)[0]
    ?.toLowerCase();
  if (bare === undefined || bare.includes('general')) return { kind: 'plain' };
  if (/^0{2,}$/.test(bare)) return { kind: 'zeros', digits: bare.length };
  // A format of hours alone is a time: "m" are minutes there.
  const isDay = /[yd]/.test(bare) || (bare.includes('m') && !/[hs]/.test(bare));
  return { kind: isDay ? 'day' : 'plain' };
}

/** The day of an Excel date, or `null` if the calendar has none. The time of day is left out. */
export function dayOfSerial(serial: number, is1904: boolean): string | null {
  const days = Math.floor(serial);
  if (days < (is1904 ? 0 : 1) || days > 2_958_465) return null;
  if (is1904) return isoDay(Date.UTC(1904, 0, 1 + days));
  // Excel has a 29 February 1900, as number 60.
  if (days === 60) return null;
  return isoDay(Date.UTC(1899, 11, (days < 60 ? 31 : 30) + days));
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
