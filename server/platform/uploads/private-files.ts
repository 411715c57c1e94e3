import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file that was received. It is deleted when its call ends. */
export interface ReceivedFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** A file of another machine is old after an hour. No call and no job reads one that long. */
const oldMs = 3_600_000;

// Of a program that opens no application.
let folder = join(tmpdir(), 'membership-uploads');

/** Where files lie while they are received and read. What a killed process has left there is deleted. */
export async function openPrivateFiles(dataDir: string): Promise<void> {
  folder = join(dataDir, 'uploads');
  await makeFolder();
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (await isLeft(name, path)) await rm(path, { force: true });
  }
}

/** Only this account reads it. */
async function makeFolder(): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Several processes can share the folder, also of several containers, which have the same numbers. */
async function isLeft(name: string, path: string): Promise<boolean> {
  const [host, pid] = name.split('~');
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid));
  const modified = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  return modified < Date.now() - oldMs;
}

function isAlive(pid: number): boolean {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Writes the pieces to a file that only this account reads, and deletes it after the effect, also if that fails. */
export async function withPrivateFile<T>(
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  effect: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  await makeFolder();
  const path = join(folder, `${hostname()}~${process.pid}~${randomUUID()}`);
  try {
    return await effect({ path, size: await write(path, pieces) });
  } finally {
    await rm(path, { force: true });
  }
}

async function write(path: string, pieces: Iterable<Buffer> | AsyncIterable<Buffer>) {
  await using file = await open(path, 'wx', 0o600);
  let size = 0;
  for await (const piece of pieces) {
    await file.writeFile(piece);
    size += piece.length;
  }
  return size;
}

/** Its content. Only for kinds of files that are small, and in turns. */
export function contentOf({ path }: ReceivedFile): Promise<Buffer> {
  return readFile(path);
}
