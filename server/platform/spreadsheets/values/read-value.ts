/** A value, `null` for an empty cell, or a sentence that says what is wrong with the text. */
export type ReadValue<T> = { value: T | null } | { problem: string };

export const noValue = { value: null };

const longestQuote = 60;

/** The text as a sentence quotes it. */
export function quoted(text: string): string {
  return `"${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}"`;
}
