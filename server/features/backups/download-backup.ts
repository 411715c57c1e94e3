import { type FileHandle, open } from 'node:fs/promises';
import { backupTexts } from '#contract/backups/endpoints.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import { backupFolder, backupName } from './backup-deps.ts';
import { findLatest } from './queries.ts';
import { placeAt } from './second-place/place-at.ts';
import { readBackupSettings } from './settings.ts';

/** The latest backup, from either folder that this process can read. */
export async function downloadBackup(ctx: Context, config: Config): Promise<FileReply> {
  const latest = await findLatest(ctx.db);
  if (latest === undefined) throw conflict(backupTexts.noneToDownload);
  const name = latest.file_name ?? '';
  const bytes = latest.bytes ?? 0;
  // A record may come from an archive that somebody has changed, and name any file of the machine.
  const ours = [backupFolder(config), (await readBackupSettings(ctx.db)).copyFolder];
  const folders = [latest.folder, latest.copied_at === null ? null : latest.copy_folder];
  const paths = folders.flatMap((folder) =>
    folder !== null && ours.includes(folder) ? [placeAt(folder, config).pathOf(name)] : [],
  );
  const file = backupName.test(name) ? await openFirst(paths, bytes) : null;
  if (file === null) {
    throw conflict(backupTexts.elsewhere(latest.folder ?? '', latest.host ?? ''));
  }
  try {
    const { id } = await ctx.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
    const subject = 'companyInfo';
    await recordEvent(ctx, {
      kind: 'backupDownloaded',
      userId: ctx.by?.userId ?? null,
      detail: name,
    });
    await recordAudit(ctx, { action: 'downloadBackup', subject, id, name });
  } catch (error) {
    await file.close();
    throw error;
  }
  return { name, bytes: file.createReadStream(), size: bytes, isDownload: true };
}

/** Another size is another file. */
async function openFirst(paths: (string | null)[], bytes: number): Promise<FileHandle | null> {
  for (const path of paths) {
    const file = path === null ? null : await open(path).catch(() => null);
    if (file === null) continue;
    if ((await file.stat()).size === bytes) return file;
    await file.close();
  }
  return null;
}
