import type * as z from 'zod/mini';
import { email, personName } from '#contract/fields.ts';
import { lostDigits } from './read-number.ts';
import { noValue, quoted, type ReadValue } from './read-value.ts';

/** One line, with single spaces. */
const plain = (text: string) => text.trim().replaceAll(/[\s\u00A0]+/g, ' ');

const nameField = personName('A name is missing.');

export function readName(text: string): ReadValue<string> {
  const cell = plain(text);
  return cell === '' ? noValue : parsed(nameField, cell);
}

const emailField = email();

/** One address, also as "Thandi Nel <thandi@example.org>". */
export function readEmail(text: string): ReadValue<string> {
  const cell = plain(text).replace(/^mailto:/i, '');
  if (cell === '') return noValue;
  const address = /^[^<>]*<([^<>]+)>$/.exec(cell)?.[1] ?? cell;
  // "a@@b" is none.
  if (address.split('@').filter((part) => part.trim() !== '').length > 2) {
    return { problem: `${quoted(cell)} has more than one address. Keep one of them.` };
  }
  return parsed(emailField, address);
}

/** `shape.safeParse`, with the text in the sentence. */
function parsed(shape: z.ZodMiniType<string>, cell: string): ReadValue<string> {
  const { success, data, error } = shape.safeParse(cell);
  if (success) return { value: data };
  return { problem: `${quoted(cell)}: ${error.issues[0]?.message ?? ''}` };
}

const longestZipCode = 12;

/** Spreadsheets make 81 of 0081. Codes of other countries stay as they are. */
export function readZipCode(text: string): ReadValue<string> {
  const cell = plain(text);
  if (cell === '') return noValue;
  const digits = cell.replace(/\.0$/, '');
  if (/^\d{1,4}$/.test(digits)) return { value: digits.padStart(4, '0') };
  if (cell.length > longestZipCode) {
    return {
      problem: `${quoted(cell)} is too long for a zip code. It has at most ${longestZipCode} characters.`,
    };
  }
  return { value: cell };
}

const longestPhone = 40;

/**
 * A phone number as it is written, with what spreadsheets take off put back: the zero before nine digits, and
 * the plus before 27. "0027" becomes "+27".
 */
export function readPhone(text: string): ReadValue<string> {
  const cell = plain(text);
  if (cell === '') return noValue;
  const lost = lostDigits(cell);
  if (lost !== null) return { problem: lost };
  const digits = cell.replaceAll(/\D/g, '');
  if (digits.length < 6 || cell.length > longestPhone || /[^\d\s+()./\-;,a-z]/i.test(cell)) {
    return { problem: `${quoted(cell)} is not a phone number.` };
  }
  if (/[a-z]{5}/i.test(cell)) return { problem: `${quoted(cell)} is not a phone number.` };
  const bare = cell.replace(/\.0$/, '');
  if (/^[1-9]\d{8}$/.test(bare)) return { value: `0${bare}` };
  if (/^[1-9]\d [\d ]+$/.test(bare) && digits.length === 9) return { value: `0${bare}` };
  if (/^27[1-9]\d{8}$/.test(digits) && !bare.startsWith('+')) return { value: `+${bare}` };
  return { value: bare.replace(/^00(?=[1-9])/, '+') };
}

/** The same for "+27 82 123 4567", "0027821234567" and "082 123 4567". For finding a member, not for storing. */
export function phoneKey(phone: string): string {
  const digits = phone.replaceAll(/\(0\)|\D/g, '');
  return digits.replace(/^(00)?27(?=\d{9}$)/, '0');
}
