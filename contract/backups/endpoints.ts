import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, optionalText } from '#contract/fields.ts';

/** The time of the nightly backup in Johannesburg. */
export const backupTime = '01:30';

/** An installation without a good backup for this long warns its administrators. */
export const latestBackupHours = 48;

/** The number of backups kept, unless an administrator sets another. */
export const usualKept = 14;

export const backupTexts = {
  title: 'Backups',
  latest: 'Latest backup',
  settings: 'Where and how many',
  hint: `Every night at ${backupTime} everything is written to one file: members, invoices, payments, pictures and settings.`,
  kept: 'Number of backups kept',
  keptHint: 'When there are more, the oldest are deleted after the next backup.',
  place: 'Second place',
  placeHint:
    'Each backup is copied there. The person who runs the server defines which other places there are.',
  folderOrNone: 'A folder, or none',
  remote: (place: string) => `${place.slice(0, -1)} (rclone)`,
  remoteNeedsPassphrase:
    'Only encrypted backups are copied to another machine. Set BACKUP_PASSPHRASE on the server first.',
  copyFolder: 'Second folder',
  copyFolderHint:
    'Each backup is copied there, for example to another disk or a network drive: /mnt/office/backups. The folder must exist on the server.',
  toRestore: 'To go back to an earlier moment:',
  restoreHelp: 'Restore everything from a backup',
  saved: 'Backup settings saved.',
  wrongKept: 'Please enter a whole number from 1 to 365.',
  relativeFolder: 'Please enter the whole path, such as /mnt/office/backups.',
  firstFolder: 'The first copy of each backup is in this folder. Please choose another one.',
  folderOfApp:
    'This folder belongs to the application, which may publish its files. Please choose another one.',
  failed: 'Failed to fetch the backups',
  start: 'Back up now',
  waiting: 'A backup is waiting to start.',
  running: 'A backup is being made…',
  made: 'The backup is complete.',
  none: 'There is no backup yet.',
  notEncrypted:
    'The latest backup is not encrypted. Everyone who gets the file can read the data of all members. To encrypt the next ones, set BACKUP_PASSPHRASE on the server.',
  withoutKeys:
    'The keys of this installation are not in it. After a restore, administrators must set up two-step sign-in again.',
  encrypted:
    'The latest backup is encrypted, and the keys of this installation are in it. Without BACKUP_PASSPHRASE nobody can read it: keep the passphrase in a safe place outside this server.',
  download: 'Download the latest',
  downloadHint: 'The file contains the data of all members.',
  downloaded: 'The backup was downloaded.',
  noneToDownload: 'There is no backup to download. Press Back up now first.',
  elsewhere: (folder: string, host: string) =>
    `The latest backup is not on the machine that answers this page. Copy it from the folder ${folder} of ${host}.`,
  /** One sentence: the second part follows a colon. */
  systemNotice: {
    title: 'No recent backup',
    detail: `none was completed in the last ${latestBackupHours} hours.`,
  },
  lastFailed: (reason: string) => `The last backup failed. ${reason}`,
  startedFailed: 'The backup failed.',
  copyFailed: (reason: string) => `The last backup was made, and its second copy failed. ${reason}`,
  copyTestFailed: (reason: string) =>
    `The last self-test failed: the second copy is not as the backup. ${reason}`,
  copySame: (place: string) => `Its copy in ${place} was read back and is the same.`,
  testFailed: (reason: string) =>
    `The last self-test failed: that backup cannot be restored. ${reason}`,
  recent: 'Latest backups',
  tested: (when: string, fileName: string, result: string) =>
    `Self-test of ${when} with ${fileName}: ${result}`,
  testPassed: {
    restored: 'it was restored beside the database, and everything in it is the same.',
    verified: 'the file was read, and everything in it is as it was written.',
  },
  testNotPassed: {
    restored: 'it could not be restored.',
    verified: 'the file is not as it was written.',
  },
  notTested: 'The latest backup is tested once a week. No test was made yet.',
} as const;

const kept = z
  .int(backupTexts.wrongKept)
  .check(z.gte(1, backupTexts.wrongKept), z.lte(365, backupTexts.wrongKept));

/** A remote of rclone: `offsite:`. Only its name, so that no option can be entered. A folder has a slash. */
export function isRemote(place: string): boolean {
  return /^[a-z0-9][\w.-]*:$/i.test(place);
}

/** Absolute on Linux, macOS or Windows, or a remote; the server checks the rest. */
const folder = z.pipe(
  optionalText(400),
  z
    .string()
    .check(
      z.refine(
        (path) => path === '' || isAbsolute(path) || isRemote(path),
        backupTexts.relativeFolder,
      ),
    ),
);

function isAbsolute(path: string): boolean {
  return /^(\/|\\\\|[a-z]:[\\/])/i.test(path);
}

/** An omitted field keeps its value; `null` clears it or restores the default. product-rules 1.17. */
export const backupSettingsForm = z.object({
  kept: z.optional(z.nullable(kept)),
  copyFolder: z.optional(z.nullable(folder)),
});

/** What root has defined on the server. */
const remotes = z.object({
  names: z.array(z.string()),
  /** Why none of them can be used. */
  problem: z.nullable(z.string()),
});
export type Remotes = z.output<typeof remotes>;

const backupSettings = z.object({
  kept: z.int(),
  /** A folder, or a remote of rclone such as `offsite:`. Empty: no copy is made. */
  copyFolder: z.string(),
  remotes,
});
export type BackupSettings = z.output<typeof backupSettings>;
const backupSettingFields = ['kept', 'copyFolder'] as const;

export const backup = z.object({
  id,
  isNightly: z.boolean(),
  requestedUtc: z.string(),
  /** `null`: it waits for the worker. */
  startedUtc: z.nullable(z.string()),
  /** `null` until it is complete. */
  madeUtc: z.nullable(z.string()),
  /** Why it failed, and what to do. */
  failure: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  folder: z.nullable(z.string()),
  host: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  rows: z.nullable(z.int()),
  isEncrypted: z.boolean(),
  hasKeys: z.boolean(),
  /** The second folder, if one was set. */
  copyFolder: z.nullable(z.string()),
  isCopied: z.boolean(),
  copyFailure: z.nullable(z.string()),
  /** The file was deleted, because there were more than are kept. */
  isRemoved: z.boolean(),
});
export type Backup = z.output<typeof backup>;

const selfTest = z.object({
  fileName: z.string(),
  finishedUtc: z.string(),
  /** `restored`: into a scratch database. `verified`: read from the file only. */
  way: z.enum(['restored', 'verified']),
  /** Why it was not restored. */
  whyVerified: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** The second place, where the copy was read back. `null`: there was no copy. */
  copyFolder: z.nullable(z.string()),
  copyFailure: z.nullable(z.string()),
});
export type SelfTest = z.output<typeof selfTest>;

/** The number of backups that the page lists. */
export const listedBackups = 10;

const backups = z.object({
  /** By the server's clock; the age of a backup is counted from it. */
  nowUtc: z.string(),
  /** The newest first: good ones, failed ones and the one that runs. */
  recent: z.array(backup),
  /** The latest complete one. */
  latest: z.nullable(backup),
  selfTest: z.nullable(selfTest),
  /** No good one for 48 hours, on an installation that is older. */
  isOverdue: z.boolean(),
});
export type Backups = z.output<typeof backups>;

export const getBackups = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/backups',
  permission: 'system',
  summary: 'The latest backups, the last self-test, and whether a backup is overdue',
  reply: backups,
});

export const startBackup = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/backups',
  permission: 'system',
  summary: 'Back up now; a worker makes it. One that waits or runs already is answered again',
  reply: backup,
  status: 201,
  proof: 'always',
});

export const downloadBackup = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/backups/download',
  permission: 'system',
  summary: 'The latest backup as a file',
  file: 'application/octet-stream',
  proof: 'always',
});

export const getBackupSettings = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/backups/settings',
  permission: 'system',
  summary: 'How many backups are kept, and the second folder',
  reply: backupSettings,
  versioned: backupSettingFields,
});

export const updateBackupSettings = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/backups/settings',
  permission: 'system',
  summary: 'Change how many backups are kept, and the second folder',
  body: backupSettingsForm,
  reply: backupSettings,
  versioned: backupSettingFields,
  proof: 'byValues',
});
