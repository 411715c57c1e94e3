import { readFile } from 'node:fs/promises';
import type { BankMapping } from '#contract/bank-statements/endpoints.ts';
import type { FileSettings } from '#contract/imports/mapping.ts';
import { previewColumns, readStatement } from './read-statement.ts';

export type StatementTask =
  | { path: string; reads: 'statement'; mapping: BankMapping | null }
  | { path: string; reads: 'columns'; settings: FileSettings | null };

/** Runs in a reader process (`read-apart.ts`). */
export async function* read(task: StatementTask): AsyncGenerator {
  const file = await readFile(task.path);
  yield task.reads === 'statement'
    ? await readStatement(file, task.mapping)
    : await previewColumns(file, task.settings);
}
