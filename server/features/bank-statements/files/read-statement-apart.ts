import type { BankMapping } from '#contract/bank-statements/endpoints.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import type { FileSettings } from '#server/platform/spreadsheets/file-settings.ts';
import {
  type ReadingFor,
  secondsOfCall,
  withSentence,
} from '#server/platform/spreadsheets/read-file-apart.ts';
import type { RecognisedFile } from '#server/platform/spreadsheets/recognise-file.ts';
import { readOneApart } from '#server/platform/concurrency/read-apart.ts';
import type { StatementTask } from './reader.ts';
import type { ReadResult } from './statement.ts';

const reader = new URL('reader.ts', import.meta.url);

/** The statement at this path, as `readStatement` answers it. */
export async function readStatementApart(
  path: string,
  mapping: BankMapping | null,
  who: ReadingFor,
): Promise<ReadResult> {
  try {
    return await readTask({ path, reads: 'statement', mapping }, who);
  } catch (error) {
    if (error instanceof BadFileError) return { outcome: 'bad', sentence: error.message };
    throw error;
  }
}

/** The columns of the file, for an administrator to say what they are. */
export function previewColumnsApart(
  path: string,
  settings: FileSettings | null,
  who: ReadingFor,
): Promise<RecognisedFile> {
  return readTask({ path, reads: 'columns', settings }, who);
}

function readTask<T>(task: StatementTask, who: ReadingFor): Promise<T> {
  return withSentence(() => readOneApart<T>(reader, task, { ...who, seconds: secondsOfCall }));
}
