import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { adviceOn, CannotStart } from './cannot-start.ts';

const sqliteBusy = 5;

/** Prevents garbage collection, which would release the lock. */
const held = new Set<DatabaseSync>();

export class DataFolderInUse extends CannotStart {
  override name = 'DataFolderInUse';
}

/**
 * The holder of this lock owns the database folder. It is a kernel record lock, taken through SQLite
 * because Node has no API for it. It is atomic, and the kernel releases it when the process ends, so
 * there are no stale locks, unlike with a pid or socket file. The file stays empty and is never deleted.
 * No other code in this process may open the file, because closing it would release the lock.
 */
export function takeOwnerLock(home: string, dataDir: string): () => void {
  const file = join(home, 'owner.lock');
  try {
    const lock = new DatabaseSync(file);
    lock.exec('BEGIN IMMEDIATE');
    held.add(lock);
    chmodSync(file, 0o600); // a user with read access could lock it
    return () => {
      if (held.delete(lock)) lock.close();
    };
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new DataFolderInUse(
        `The data folder ${dataDir} is in use by an application that is still running. ` +
          'Stop that one first, or set DATA_DIR to another folder.',
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    const advice =
      adviceOn(reason) ??
      'Start as the user that the folder belongs to, and keep it on a local disk.';
    throw new CannotStart(
      `The data folder ${dataDir} can't be locked (${file}: ${reason}). ${advice}`,
      { cause: error },
    );
  }
}
