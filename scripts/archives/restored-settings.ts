import type { StoredKind } from '#server/stored-config.ts';

interface RestoredKey {
  /** Of the backup. `null`: it has none. */
  ofBackup: string | null;
  /** The setting `SESSION_SECRET`, which wins over the file. */
  ofSettings: string | null;
  /** That of the backup is in the file now. */
  isStored: boolean;
  /** With a server of its own, the application needs `SESSION_SECRET`. */
  hasServer: boolean;
  /** Of the file. */
  path: string;
}

/** What has to be done about the session key, if anything. */
export function keyWords(key: RestoredKey): string[] {
  const { ofBackup, ofSettings, isStored, hasServer, path } = key;
  if (ofBackup === null) {
    return [
      'The backup has no keys. If the key of this installation is not that of the backup, links to prove a payment end.',
    ];
  }
  if (ofBackup === ofSettings) return [];
  if (ofSettings !== null || !isStored) {
    const words =
      'The key of this installation is not that of the backup. Two-step sign-in and what was entered under Company Info go on. Links to prove a payment, which were mailed before, do not.';
    return isStored
      ? [
          `${words} If they have to, set SESSION_SECRET to the key in ${path}, and restore again into an empty database.`,
        ]
      : [words];
  }
  if (!hasServer) return [];
  return [`The session key is now in ${path}. Set SESSION_SECRET to it before the start.`];
}

const kindNames = { mail: 'the mail server', payfast: 'the PayFast account' };
const listed = (words: string[]) => words.join(' and ');

interface RestoredSettings {
  secondPlace: string;
  readable: StoredKind[];
  unreadable: StoredKind[];
  isTrial: boolean;
}

/** Which other machines the restored installation knows, and what cannot be read. */
export function settingsWords(restored: RestoredSettings): string[] {
  const { secondPlace, readable, unreadable, isTrial } = restored;
  const place = secondPlace === '' ? [] : [`the second place ${secondPlace}`];
  const known = [...place, ...readable.map((kind) => kindNames[kind])];
  const words: string[] = [];
  if (known.length > 0) {
    const use = isTrial
      ? 'A trial does not use what it has.'
      : 'Nothing of it is used until an administrator has answered the notice about the restore.';
    words.push(`The backup has ${listed(known)}. ${use}`);
  }
  if (unreadable.length > 0) {
    const names = listed(unreadable.map((kind) => kindNames[kind]));
    words.push(
      `The backup has ${names}, entered under Company Info with another key, which cannot be read with that of this installation. Enter it again.`,
    );
  }
  return words;
}
