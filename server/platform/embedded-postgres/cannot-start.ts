/** The embedded PostgreSQL cannot start. The message says what to do. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** What to do about an error of the system or of PostgreSQL; `undefined` if its words do not tell. */
export function adviceOn(reason: string): string | undefined {
  if (/ENOSPC|No space left on device|disk is full/.test(reason)) {
    return 'The disk is full. Make room on it and start again.';
  }
  if (/EROFS|read-?only (file system|database)/i.test(reason)) {
    return 'The disk is read-only. Make it writable and start again.';
  }
  return undefined;
}
