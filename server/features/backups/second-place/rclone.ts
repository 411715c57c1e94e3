import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isRemote, type Remotes } from '#contract/backups/endpoints.ts';

/** A remote of rclone in the file in which root defines them. */
export interface Remote {
  /** With a colon at its end: `offsite:`. */
  place: string;
  file: string;
}

/** The remotes that root has defined. Only root may: a remote can lead to any folder, and run a command. */
export async function readRemotes(file: string): Promise<Remotes> {
  const info = await stat(file).catch(() => null);
  if (info === null || info.size === 0) return { names: [], problem: null };
  if (info.uid !== 0 || (info.mode & 0o022) !== 0) {
    const problem = `${file} must belong to root, and nobody else may write to it. On the server: sudo chown root:membership ${file} && sudo chmod 640 ${file}`;
    return { names: [], problem };
  }
  try {
    const names = [...(await readFile(file, 'utf8')).matchAll(/^\[(?<name>.+)\]\s*$/gm)].map(
      ({ groups }) => groups?.['name'] ?? '',
    );
    return { names: names.filter((name) => isRemote(`${name}:`)), problem: null };
  } catch {
    const problem = `The application may not read ${file}. On the server: sudo chown root:membership ${file} && sudo chmod 640 ${file}`;
    return { names: [], problem };
  }
}

interface Run {
  /** Goes to its standard input. */
  input?: string;
  read?: (output: Readable) => Promise<string>;
}

/** Runs rclone. Answers its output, or what `read` makes of it. Its errors are sentences for people. */
export async function rclone(
  remote: Remote,
  args: readonly string[],
  signal: AbortSignal,
  { input = '', read = text }: Run = {},
): Promise<string> {
  const { place, file } = remote;
  const { names, problem } = await readRemotes(file);
  if (problem !== null) throw new Error(problem);
  const name = place.slice(0, -1);
  if (!names.includes(name))
    throw new Error(`${file} has no remote ${name}. Choose another second place.`);
  const child = spawn('rclone', [`--config=${file}`, ...limits, ...args], {
    signal,
    killSignal: 'SIGKILL',
  });
  // It may end before it has read all.
  child.stdin.on('error', () => {}).end(input);
  try {
    const [[code], output, said] = await Promise.all([
      once(child, 'close') as Promise<[number | null]>,
      read(child.stdout),
      text(child.stderr),
    ]);
    if (code === 0) return output;
    throw new Error(`${place} ${lastLine(said)} ${tryOut(remote)}`);
  } catch (cause) {
    const { code, name: kind } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      const words = `rclone is not installed on ${hostname()}. Run there: sudo apt-get install rclone`;
      throw new Error(words, { cause });
    }
    if (kind !== 'AbortError') throw cause;
    throw new Error(`${place} did not answer in time. ${tryOut(remote)}`, { cause });
  }
}

const limits = ['--contimeout=15s', '--timeout=60s', '--retries=2', '--low-level-retries=3'];

const tryOut = ({ place, file }: Remote) =>
  `Try it on the server: sudo rclone --config ${file} lsf ${place}`;

/** `2026/11/27 23:15:00 Failed to copy: 401 Unauthorized` without its time. */
function lastLine(said: string): string {
  const line =
    said
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^[\d/]+ [\d:]+ /, '') ?? '';
  return line === '' ? 'reported an error.' : `reported: ${line.slice(0, 300)}.`;
}
