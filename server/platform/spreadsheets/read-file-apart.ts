import { badFileTexts } from '#contract/imports/file-texts.ts';
import { readApart, ReaderError, readOneApart } from '#server/platform/concurrency/read-apart.ts';
import { BadFileError } from './bad-file.ts';
import type { FileRow, FileSettings } from './file-settings.ts';
import type { ReadingTask } from './reader.ts';
import type { RecognisedFile } from './recognise-file.ts';

/** Who waits for the file. */
export interface ReadingFor {
  caller?: string | undefined;
  /** Aborted when the client has left. */
  signal?: AbortSignal | undefined;
}

const reader = new URL('reader.ts', import.meta.url);

/** Seconds while a request waits, and in a job. 20,000 rows of 20 columns take about three. */
export const secondsOfCall = 60;
const secondsOfJob = 240;

/** What the file looks like with these settings. Without settings it is recognised. */
export function previewApart(path: string, settings: FileSettings | null, who: ReadingFor) {
  const task: ReadingTask = { path, settings, rows: false };
  return withSentence(() =>
    readOneApart<RecognisedFile>(reader, task, { ...who, seconds: secondsOfCall }),
  );
}

/** All rows, in batches of at most some hundred thousand characters. */
export async function* rowsApart(path: string, settings: FileSettings): AsyncGenerator<FileRow[]> {
  const task: ReadingTask = { path, settings, rows: true };
  const batches = readApart<FileRow[]>(reader, task, { seconds: secondsOfJob });
  try {
    for (;;) {
      const next = await withSentence(() => batches.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await batches.return(undefined);
  }
}

/** A file that needs too much is a bad file with a sentence, like one that cannot be read. */
export async function withSentence<T>(reading: () => Promise<T>): Promise<T> {
  try {
    return await reading();
  } catch (error) {
    const sentence = error instanceof ReaderError ? sentenceOf(error) : null;
    throw sentence === null ? error : new BadFileError(sentence, { cause: error });
  }
}

/** Null for an error of ours, which the log has. */
function sentenceOf({ reason, className, message }: ReaderError): string | null {
  if (reason === 'time') return badFileTexts.tooSlow;
  if (reason === 'memory') return badFileTexts.tooHard;
  return className === BadFileError.name ? message : null;
}
