import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import { DataFolderInUse } from '#server/platform/embedded-postgres/start.ts';
import { BadBackup } from './bad-backup.ts';
import { RestoreRefused } from './restore-backup.ts';
import { BackupExists } from './write-backup.ts';

const sentences = [BadBackup, BackupExists, DataFolderInUse, RestoreRefused];

/** With sudo it is not the user who typed the command. In a container it may have no name. */
function account(): string {
  try {
    return `the account ${userInfo().username}`;
  } catch {
    return 'the account of this command';
  }
}

/** Why a backup or a restore failed, for people: what happened, then what to do. `file` is what is written. */
export function explainFailure(error: unknown, file?: string): string {
  const { name, code, message, path } = error as NodeJS.ErrnoException;
  const written = file ?? path;
  const disk = written === undefined ? 'The disk' : `The disk of ${written}`;
  if (sentences.some((kind) => error instanceof kind)) return message;
  if (name === 'AbortError') return 'It was interrupted.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return `${disk} is full. Make room on it.`;
  if (code === 'EROFS') return `${disk} is read-only. Choose another folder.`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${path ?? 'The path'} is not a folder.`;
  if (code === 'EACCES' || code === 'EPERM') {
    return `${path ?? 'The file'} cannot be used by ${account()}. Allow it, or choose another folder.`;
  }
  if (code === 'ENOENT' && path !== undefined)
    return `There is no folder ${dirname(path)}. Make it first.`;
  if (code === '53100') return "The database's disk is full. Make room on it.";
  if (code === '42501') return `The database's user may not do this (${message}).`;
  if (isDatabaseUnavailable(error)) {
    return `The database does not answer (${message || String(code)}). Check DATABASE_URL.`;
  }
  return `${message}.`.replace(/\.\.$/, '.');
}
