import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupFolder } from './backup-deps.ts';

/**
 * A list beside the backups and their second copies, because a backup that is restored may be older than its
 * entries. One JSON object a line. Decision 57.
 */
export interface ListBeside<E extends Entry = Entry> {
  name: string;
  /** The fields that are the same in the earlier and the later line of one entry. */
  key: (keyof E & string)[];
  /** The texts of a line, and the pattern of each. A line that differs is not one of ours and is left out. */
  texts: { [Field in keyof E as E[Field] extends string ? Field : never]: string };
  /** Of a list that counts: a line with another count than 1 to this is left out. */
  mostTimes?: number;
}

export type Entry = Record<string, string | number>;

/**
 * Without a list there are no entries. A line that cannot be read is left out, and what a line has beside its own
 * fields. Of two lines of one entry the one that was counted more often holds, or the later one.
 */
export async function readListBeside<E extends Entry>(
  list: ListBeside<E>,
  folder: string,
): Promise<E[]> {
  const text = await readFile(join(folder, list.name), 'utf8').catch((error: unknown) => {
    // Also where a file has the name of the folder, or a folder that of the list: System Check says what to do then.
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return '';
    throw error;
  });
  const read = readLine(list);
  const entries = new Map<string, E>();
  for (const line of text.split('\n')) {
    const entry = read(line);
    if (entry === null) continue;
    const known = entries.get(keyOf(list, entry));
    if (known === undefined || timesOf(entry) >= timesOf(known))
      entries.set(keyOf(list, entry), entry);
  }
  return [...entries.values()];
}

function readLine<E extends Entry>({
  texts,
  mostTimes,
}: ListBeside<E>): (line: string) => E | null {
  const patterns = Object.entries<string>(texts).map(
    ([field, pattern]) => [field, new RegExp(`^(?:${pattern})$`)] as const,
  );
  return (line) => {
    try {
      const entry = JSON.parse(line) as E;
      const own: Entry = {};
      for (const [field, pattern] of patterns) {
        const value = entry[field];
        if (typeof value !== 'string' || !pattern.test(value)) return null;
        own[field] = value;
      }
      if (mostTimes === undefined) return own as E;
      const { times } = entry;
      const isCounted =
        typeof times === 'number' && Number.isInteger(times) && times >= 1 && times <= mostTimes;
      return isCounted ? ({ ...own, times } as Entry as E) : null;
    } catch {
      return null;
    }
  };
}

const keyOf = <E extends Entry>({ key }: ListBeside<E>, entry: E) =>
  key.map((field) => entry[field]).join(' ');

/**
 * Adds to the list of a folder. Written whole, so that a crash leaves the earlier or the new list. Of two
 * writers at once one may win. The next run adds what the other had.
 */
export async function addToListBeside<E extends Entry>(
  list: ListBeside<E>,
  folder: string,
  added: readonly E[],
): Promise<void> {
  const stored = await readListBeside(list, folder);
  const isCounted = list.mostTimes !== undefined;
  const lines = new Map(stored.map((one) => [keyOf(list, one), one]));
  // An older list, of a disk that was away, leaves what has happened as often or more often since.
  const later = added.filter((one) => {
    const known = lines.get(keyOf(list, one));
    return known === undefined || !isCounted || timesOf(one) > timesOf(known);
  });
  if (later.every((one) => JSON.stringify(lines.get(keyOf(list, one))) === JSON.stringify(one)))
    return;
  for (const one of later) lines.set(keyOf(list, one), one);
  const path = join(folder, list.name);
  const draft = `${path}.${randomUUID()}.part`;
  await writeFile(draft, `${[...lines.values()].map((one) => JSON.stringify(one)).join('\n')}\n`, {
    mode: 0o600,
  });
  await rename(draft, path);
}

const timesOf = ({ times }: Entry) => Number(times ?? 0);

/** Beside the first copies of the backups. */
export async function storeFirstList<E extends Entry>(
  dataDir: string,
  list: ListBeside<E>,
  entries: readonly E[],
): Promise<void> {
  if (entries.length === 0) return;
  const folder = backupFolder({ dataDir });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await addToListBeside(list, folder, entries);
}

/** After a restore: takes over the list beside the archive. Answers the whole list. */
export async function adoptListBeside<E extends Entry>(
  list: ListBeside<E>,
  from: string,
  dataDir: string,
): Promise<E[]> {
  await storeFirstList(dataDir, list, await readListBeside(list, from));
  return readListBeside(list, backupFolder({ dataDir }));
}

/** Changes whenever the list of a folder does. Empty without one. */
export function stampOfList({ name }: ListBeside, folder: string): Promise<string> {
  return stat(join(folder, name)).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
    () => '',
  );
}

/** The lists that cannot be written, because something else has their name. */
export async function findBlockedLists(
  lists: readonly Pick<ListBeside, 'name'>[],
  folder: string,
): Promise<string[]> {
  const areBlocked = await Promise.all(
    lists.map(({ name }) =>
      stat(join(folder, name)).then(
        (found) => !found.isFile(),
        () => false,
      ),
    ),
  );
  return lists.flatMap(({ name }, place) => (areBlocked[place] === true ? [name] : []));
}
