import { largestAmount } from '#contract/limits.ts';
import { checkLetter } from '#contract/payment-references/payment-reference.ts';
import { noValue, quoted, type ReadValue } from './read-value.ts';

/** Excel shows a long number so when the column is narrow, and a CSV file gets it as it is shown. */
export function lostDigits(text: string): string | null {
  if (!/^\d([.,]\d+)?E\+?\d+$/i.test(text)) return null;
  return `${quoted(text)} has lost digits. Format the column as a number without decimals in the spreadsheet, save the file and choose it again.`;
}

/** Spaces between thousands, also those that do not break, and apostrophes. */
export const gaps = /[\s\u00A0\u2009\u202F'’]/g;

/** Rand with at most two decimals: "R 1 234,50", "1,234.50", "350". */
export function readAmount(text: string): ReadValue<number> {
  const cell = text.trim();
  if (cell === '') return noValue;
  const bare = cell.replaceAll(gaps, '').replace(/^(ZAR|R)|(ZAR)$/i, '');
  if (/^[-−(]|-$/.test(bare))
    return { problem: `${quoted(cell)} is negative. Only money that came in can be imported.` };
  const number = Number(withPoint(bare));
  if (bare === '' || Number.isNaN(number) || /[^\d.,]/.test(bare)) {
    return { problem: `${quoted(cell)} is not an amount. Write it as 1234.50.` };
  }
  const cents = Math.round(number * 100);
  // A sum in a spreadsheet can be 350.00000000000006.
  if (Math.abs(number * 100 - cents) > 1e-6) {
    return { problem: `${quoted(cell)} has more than two decimals. Write it as 1234.50.` };
  }
  if (cents / 100 > largestAmount) {
    return { problem: `${quoted(cell)} is more than R${largestAmount}.` };
  }
  return { value: cents / 100 };
}

/** Groups of three digits are thousands. Another comma or point is the decimal one. */
export function withPoint(bare: string): string {
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$|^\d{1,3}(\.\d{3}){2,}$/.test(bare)) {
    return bare.replaceAll('.', '').replace(',', '.');
  }
  return bare.replace(/,(?=\d{1,2}$)/, '.');
}

const longestMembershipNumber = 7;

/** The number of a member, as a number: "00042" is 42. */
export function readMembershipNumber(text: string): ReadValue<number> {
  const cell = text.trim();
  if (cell === '') return noValue;
  const lost = lostDigits(cell);
  if (lost !== null) return { problem: lost };
  const digits = cell
    .replace(/^#/, '')
    .replaceAll(/\s/g, '')
    .replace(/\.0+$/, '')
    .replace(/^0+/, '');
  if (!/^\d+$/.test(digits)) {
    return {
      problem: `${quoted(cell)} is not a membership number. It has digits only, such as 00042.`,
    };
  }
  if (digits.length > longestMembershipNumber) {
    return {
      problem: `${quoted(cell)} is too long for a membership number. It has at most ${longestMembershipNumber} digits.`,
    };
  }
  return { value: Number(digits) };
}

/** The number of an invoice: "INV-00042" is 42, and so is its payment reference. */
export function readInvoiceNumber(text: string): ReadValue<number> {
  const cell = text.trim();
  if (cell === '') return noValue;
  const [, digits = '', letter = ''] =
    /^(?:INV[-\s]?)?0*([1-9]\d{0,6})$/i.exec(cell) ??
    /^INV[-\s]?0*([1-9]\d{0,6})[-\s]?([A-Z])$/i.exec(cell) ??
    [];
  const isWrong = letter !== '' && letter.toUpperCase() !== checkLetter('INV', Number(digits));
  if (digits === '' || isWrong)
    return { problem: `${quoted(cell)} is not an invoice number. Write it as INV-00042.` };
  return { value: Number(digits) };
}
