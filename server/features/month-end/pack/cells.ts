import type { Day } from '#contract/days.ts';
import type { SheetCell } from '#server/platform/spreadsheets/write-sheet.ts';

export type Row = readonly SheetCell[];

export const heading = (value: string): SheetCell => ({ kind: 'heading', value });
export const rand = (cents: number): SheetCell => ({ kind: 'money', value: cents / 100 || 0 });
export const dayCell = (value: Day): SheetCell => ({ kind: 'day', value });
