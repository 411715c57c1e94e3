import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recogniseFile } from '#server/platform/spreadsheets/recognise-file.ts';
import { readRows } from '#server/platform/spreadsheets/read-rows.ts';
import type { FileRow, FileSettings } from '#server/platform/spreadsheets/file-settings.ts';

/** Hands a file with this content to the reader, and removes it. */
export async function withFile<T>(
  content: string | Buffer,
  read: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return await read(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The recognised settings, and the rows. `settings` adjusts what is recognised. */
export function readAll(content: string | Buffer, settings: Partial<FileSettings> = {}) {
  return withFile(content, async (path) => {
    const recognised = await recogniseFile(path);
    const rows: FileRow[] = await Array.fromAsync(
      readRows(path, { ...recognised.settings, ...settings }),
    );
    return { ...recognised, rows, cells: rows.map(({ cells }) => cells) };
  });
}
