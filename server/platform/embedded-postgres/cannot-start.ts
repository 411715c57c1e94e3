import { statfs } from 'node:fs/promises';

/** The embedded PostgreSQL cannot start. The message says what to do. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

const diskIsFull = 'The disk is full. Make room on it and start again.';
/** PostgreSQL makes files of this size. */
const leastBytes = 16 * 1024 * 1024;

/** PostgreSQL does not always say why a checkpoint failed. */
export async function adviceOnDisk(folder: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < leastBytes ? diskIsFull : undefined;
}

/** What to do about an error of the system or of PostgreSQL; `undefined` if its words do not tell. */
export function adviceOn(reason: string): string | undefined {
  if (/ENOSPC|No space left on device|disk is full/.test(reason)) {
    return diskIsFull;
  }
  if (/EROFS|read-?only (file system|database)/i.test(reason)) {
    return 'The disk is read-only. Make it writable and start again.';
  }
  return undefined;
}
