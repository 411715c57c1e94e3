import type { Config } from '#server/config.ts';
import type { Entry, ListBeside } from '../list-beside.ts';

/** A backup in its first folder. */
export interface BackupToCopy {
  id: string;
  name: string;
  folder: string;
}

export interface CopyToCompare {
  name: string;
  /** Of the first copy. */
  sha256: string;
  /** What is said if the copy has another one. */
  damaged: string;
}

/** Why something failed there, and what to do. `null`: it is done. */
type Problem = Promise<string | null>;

/** Where copies of backups are. */
export interface Place {
  /** Writes a file and deletes it. */
  tryOut(signal: AbortSignal): Problem;
  /** Under its name a copy is whole. An interrupted one is written again, a file of another installation stays. */
  copy(backup: BackupToCopy, signal: AbortSignal): Problem;
  compare(copy: CopyToCompare, signal: AbortSignal): Problem;
  /** Adds to the list beside the copies what it lacks. */
  completeList(list: ListBeside, entries: readonly Entry[], signal: AbortSignal): Problem;
  /** In bytes, of those that are there. */
  sizesOf(names: readonly string[], signal: AbortSignal): Promise<Map<string, number>>;
  delete(name: string, signal: AbortSignal): Promise<void>;
  /** Where this machine can open the file. `null`: nowhere. */
  pathOf(name: string): string | null;
}

export type PlaceConfig = Pick<Config, 'dataDir' | 'process' | 'backupPassphrase' | 'rcloneConfig'>;
