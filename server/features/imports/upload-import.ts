import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import { guessColumns, type ImportKind } from '#contract/imports/columns.ts';
import { permissionOfImport } from '#contract/imports/permissions.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import { importTexts, problemHeading } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, Refused, sentences } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { may } from '#server/platform/access/permissions.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ReceivedFile } from '#server/platform/uploads/private-files.ts';
import { storeFile } from './file-parts.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import { previewApart } from '#server/platform/spreadsheets/read-file-apart.ts';

interface Upload {
  kind: ImportKind;
  fileName: string;
  file: ReceivedFile;
  /** Ends the reading. */
  signal?: AbortSignal;
}

/** Files that wait take space, in each backup too. */
const mostOpen = 20;

/** Earlier imports that are searched for the same columns. */
const mostRemembered = 20;

/** Stores the file with what was recognised. Nothing is imported yet. product-rules 20.1. */
export async function uploadImport(ctx: Context, upload: Upload): Promise<string> {
  const { kind, file, signal } = upload;
  const { by } = ctx;
  const fileName = upload.fileName.split(/[/\\]/).at(-1)?.trim() ?? '';
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  if (fileName === '') throw badField('file', importTexts.noName);
  if (file.size === 0) throw badField('file', importTexts.noFile);
  if (!may(ctx, permissionOfImport[kind])) throw new Refused('forbidden', sentences.forbidden);
  await assertRoom(ctx.db);
  const { settings, sheets, columns, sample } = await withBadFileError(() =>
    previewApart(file.path, null, { caller: by.userId, signal }),
  );
  const id = randomUUID();
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    await assertRoom(db);
    const mapping = (await rememberedMapping(db, kind, columns)) ?? {
      columns: guessColumns(columns, kind),
      spellings: [],
      existing: 'keep',
    };
    await db
      .insertInto('imports')
      .values({
        id,
        kind,
        file_name: fileName,
        state: 'uploaded',
        settings: JSON.stringify(settings),
        sheets,
        columns,
        sample: JSON.stringify(sample),
        mapping: JSON.stringify(mapping),
        created_by: by.userId,
        created_at: at,
      })
      .execute();
    await storeFile(db, id, createReadStream(file.path));
    await recordUpload(inside, id, fileName);
  });
  return id;
}

async function recordUpload(ctx: Context, id: string, name: string): Promise<void> {
  await recordAudit(ctx, { action: 'uploadImport', subject: 'import', id, name });
}

/** A sentence for people about the file, at its field. */
export async function withBadFileError<T>(effect: () => Promise<T>): Promise<T> {
  try {
    return await effect();
  } catch (error) {
    throw error instanceof BadFileError ? badField('file', error.message) : error;
  }
}

async function assertRoom(db: Db): Promise<void> {
  const { count } = await db
    .selectFrom('imports')
    .select(sql<number>`count(*)`.as('count'))
    .where('forgotten_at', 'is', null)
    .where('state', 'in', ['uploaded', 'checked'])
    .executeTakeFirstOrThrow();
  if (count >= mostOpen) throw conflict(importTexts.tooManyOpen);
}

/** What an administrator chose for the latest file of this kind with the same columns. */
export async function rememberedMapping(
  db: Db,
  kind: ImportKind,
  columns: string[],
): Promise<ImportMapping | undefined> {
  const latest = await db
    .selectFrom('imports')
    .select(['columns', 'mapping'])
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(mostRemembered)
    .execute();
  const own = ownColumns(columns);
  const same = latest.find(
    (one) => JSON.stringify(ownColumns(one.columns)) === JSON.stringify(own),
  );
  if (same === undefined) return undefined;
  const { consent, ...mapping } = same.mapping as unknown as ImportMapping;
  const isCorrected = own.length < columns.length;
  return {
    ...mapping,
    columns: columns.map((_, place) =>
      place < own.length ? (mapping.columns[place] ?? null) : null,
    ),
    // The day of the consent is that of one list. The corrected rows are of the same list.
    ...(isCorrected && consent !== undefined && { consent }),
  };
}

/** Without the sentences of a file of problems, which comes back with the answers of its file. */
export function ownColumns(columns: string[]): string[] {
  return columns.at(-1) === problemHeading ? columns.slice(0, -1) : columns;
}
