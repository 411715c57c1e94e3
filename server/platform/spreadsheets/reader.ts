import type { FileRow, FileSettings } from './file-settings.ts';
import { readRows, sizeOf } from './read-rows.ts';
import { previewFile, recogniseFile } from './recognise-file.ts';

/** Without settings, the file is recognised. */
export interface ReadingTask {
  path: string;
  settings: FileSettings | null;
  /** All rows, in batches, instead of a preview. */
  rows: boolean;
}

/** Characters, and rows, of a batch. */
const largestBatch = 500_000;
const mostInBatch = 500;

/** Runs in a reader process (`read-apart.ts`). */
export async function* read({ path, settings, rows }: ReadingTask): AsyncGenerator {
  if (settings !== null && rows) yield* batchesOf(path, settings);
  else yield settings === null ? await recogniseFile(path) : await previewFile(path, settings);
}

async function* batchesOf(path: string, settings: FileSettings) {
  let batch: FileRow[] = [];
  let size = 0;
  for await (const row of readRows(path, settings)) {
    batch.push(row);
    size += sizeOf(row);
    if (batch.length < mostInBatch && size < largestBatch) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
