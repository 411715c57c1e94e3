/** A value, `null` for an empty cell, or a sentence that says what is wrong with the text. */
export type ReadValue<T> = { value: T | null } | { problem: string };

export const noValue = { value: null };
