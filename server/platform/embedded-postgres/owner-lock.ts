import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

/** Were one collected as garbage, its lock would be given up. */
const held = new Set<DatabaseSync>();

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

/**
 * Whoever holds this lock owns the database's folder. It is the kernel's record lock, reached
 * through SQLite because Node has no call for one: taking it is atomic, it ends with the process
 * however that dies, and nothing stale is ever left to be judged by pid or replaced in a race, as
 * a socket file would be. The file stays empty and is never deleted.
 * Nobody else in this process may open the file: closing it would give the lock up.
 */
export function takeOwnerLock(home: string, dataDir: string): () => void {
  const file = join(home, 'owner.lock');
  try {
    const lock = new DatabaseSync(file);
    lock.exec('BEGIN IMMEDIATE');
    held.add(lock);
    chmodSync(file, 0o600); // whoever can read it could lock it
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
    throw new Error(
      `The data folder ${dataDir} can't be locked (${file}: ${reason}). ` +
        'Start as the user that the folder belongs to, and keep it on a local disk.',
      { cause: error },
    );
  }
}
