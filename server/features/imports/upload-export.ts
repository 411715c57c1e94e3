import { randomUUID } from 'node:crypto';
import { guessColumns } from '#contract/imports/columns.ts';
import { exportKinds, fileOfKind } from '#contract/imports/export-kinds.ts';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import { badFileTexts } from '#contract/imports/file-texts.ts';
import { exportIndex } from '#contract/full-export/files.ts';
import type { Context } from '#server/context.ts';
import { storeFile, withTemporaryFile } from './file-parts.ts';
import { BadFileError } from './files/bad-file.ts';
import type { FileSettings } from './files/file-settings.ts';
import { previewFile } from './files/recognise-file.ts';
import { openZip, type ZipParts } from './files/zip-parts.ts';

/** Bytes of a file of an export when it is unpacked. It is never in memory as a whole. */
const largestFile = 512 * 1024 * 1024;

/** As an export writes them. */
const settings: FileSettings = {
  format: 'csv',
  encoding: 'utf-8',
  separator: ',',
  sheet: null,
  headerRow: 1,
};

/** In the order in which they are imported. */
const files = [
  ...exportKinds.map((kind) => ({ kind, name: fileOfKind[kind] })),
  { kind: 'suppressions' as const, name: 'suppressed-addresses' as const },
];

/** Whether these bytes are the zip that Export everything makes. */
export async function isExport(path: string, bytes: Buffer): Promise<boolean> {
  if (bytes.subarray(0, 2).toString() !== 'PK') return false;
  const zip = await openZip(path);
  zip.close();
  return zip.has(exportIndex) && zip.has('members.csv');
}

/** Stores each file of an export as an import of its own. Answers the first. product-rules 20.10. */
export async function storeExport(ctx: Context, path: string, fileName: string): Promise<string> {
  const zip = await openZip(path);
  try {
    const exportId = randomUUID();
    const ids: string[] = [];
    for (const [place, { kind, name }] of files.entries()) {
      const part = `${name}.csv`;
      if (!zip.has(part)) continue;
      const import_ = { id: randomUUID(), kind, exportId, place };
      const file_name = texts.fileOf(part, fileName);
      if (await storeFileOf(ctx, zip, { ...import_, part, fileName: file_name })) {
        ids.push(import_.id);
      }
    }
    const [first] = ids;
    if (first === undefined) throw new BadFileError(badFileTexts.empty);
    return first;
  } finally {
    zip.close();
  }
}

interface FileOfExport {
  id: string;
  kind: (typeof files)[number]['kind'];
  exportId: string;
  place: number;
  part: string;
  fileName: string;
}

/** False for a file without rows. */
async function storeFileOf(ctx: Context, zip: ZipParts, file: FileOfExport): Promise<boolean> {
  const { db, at, by } = ctx;
  const preview = await previewOf(zip, file.part);
  if (preview === null || by === null) return false;
  const { columns, sample } = preview;
  const mapping = {
    columns: guessColumns(columns, file.kind),
    spellings: [],
    existing: 'keep' as const,
  };
  await db
    .insertInto('imports')
    .values({
      id: file.id,
      kind: file.kind,
      file_name: file.fileName,
      state: 'uploaded',
      settings: JSON.stringify(settings),
      sheets: [],
      columns,
      sample: JSON.stringify(sample),
      mapping: JSON.stringify(mapping),
      created_by: by.userId,
      created_at: at,
      export_id: file.exportId,
      export_place: file.place,
    })
    .execute();
  await storeFile(db, file.id, zip.read(file.part, largestFile));
  return true;
}

async function previewOf(zip: ZipParts, part: string) {
  try {
    return await withTemporaryFile(zip.read(part, largestFile), (path) =>
      previewFile(path, settings),
    );
  } catch (error) {
    const isEmpty = error instanceof BadFileError && error.message === badFileTexts.noRows;
    if (isEmpty) return null;
    throw error;
  }
}
