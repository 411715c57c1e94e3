import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { openZip } from '#server/platform/spreadsheets/zip-parts.ts';

/** The texts of the files in a zip, by name in small letters. */
export async function filesIn(zip: Buffer): Promise<Map<string, string>> {
  const path = join(tmpdir(), `export-${randomUUID()}.zip`);
  await writeFile(path, zip);
  const parts = await openZip(path);
  const files = new Map<string, string>();
  for (const name of parts.names()) {
    const pieces: Buffer[] = [];
    for await (const piece of parts.read(name)) pieces.push(piece);
    files.set(name, Buffer.concat(pieces).toString());
  }
  parts.close();
  await rm(path);
  return files;
}

/** The rows of a CSV file by their headings. */
export function rowsIn(text = ''): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}
