import { type Period, readBankDay, readCents, unquoted } from './bank-values.ts';
import type { Table } from './recognise-layout.ts';

/** One cell of text, such as a line about the bank. A date alone is a row that was cut off. */
export function isRemark(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length === 1 && !/^\d/.test(filled[0] ?? '');
}

/** Without a date: "Total" is the name of a company, too. */
export function isTotal(cells: string[], day: number): boolean {
  return /^total\b/i.test(cells[0] ?? '') && (day === 0 || (cells[day] ?? '') === '');
}

/** Whether a row above the headings that an administrator chose has a date and an amount. */
export function isMovement(cells: string[], { places, day }: Table, period: Period): boolean {
  const { amount, moneyIn, moneyOut } = places;
  const written = readBankDay(unquoted(cells[places.day] ?? ''), day, period);
  const hasAmount = [amount, moneyIn, moneyOut].some((place) => {
    const cents = place === null ? null : readCents(cells[place] ?? '');
    return cents !== null && 'value' in cents && (cents.value ?? 0) !== 0;
  });
  return hasAmount && 'value' in written && written.value !== null;
}
