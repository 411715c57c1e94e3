import { readdirSync, readFileSync } from 'node:fs';

/** Bytes of a process tree: what only it has, and files and shared memory, each counted once. */
export interface TreeMemory {
  own: number;
  files: number;
}

/** For `watchMemory`: of another process, whose heap cannot be seen. */
export function readingOf(pid: number): { rss: number; heapUsed: number } {
  return { rss: residentBytes(pid), heapUsed: 0 };
}

/** The resident memory of one process, cheap enough to read each second. */
export function residentBytes(pid: number): number {
  const [, pages = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
  return pages * 4096;
}

/**
 * RSS counts the shared memory of PostgreSQL once per process, and PSS divides program files among
 * all copies on the machine. This is what would be free if the processes had never been started.
 */
export function memoryOf(pids: number[]): TreeMemory {
  let own = 0;
  const files = new Map<string, number>();
  for (const pid of pids) {
    for (const { file, rss, pss, anonymous } of mappingsOf(pid)) {
      // Pages that a fork shares with its parent are divided among them.
      own += file === null ? pss : anonymous;
      if (file !== null) files.set(file, Math.max(files.get(file) ?? 0, rss - anonymous));
    }
  }
  return { own, files: files.values().reduce((sum, bytes) => sum + bytes, 0) };
}

/** The process and all below it. */
export function treeOf(pid: number): number[] {
  const children = Map.groupBy(
    readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
    (name) => parentOf(name),
  );
  const tree = [pid];
  for (const one of tree) tree.push(...(children.get(one) ?? []).map(Number));
  return tree;
}

export function isPostgres(pid: number): boolean {
  return textOf(`/proc/${pid}/comm`).startsWith('postgres');
}

function parentOf(pid: string): number {
  const stat = textOf(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

interface Mapping {
  /** Its offset, device and inode; `null` for memory without a file. */
  file: string | null;
  rss: number;
  pss: number;
  anonymous: number;
}

function mappingsOf(pid: number): Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of textOf(`/proc/${pid}/smaps`).split('\n')) {
    const [, file, inode] = /^[\da-f]+-[\da-f]+ \S+ (\S+ \S+ (\d+))/.exec(line) ?? [];
    if (file !== undefined)
      mappings.push({ file: inode === '0' ? null : file, rss: 0, pss: 0, anonymous: 0 });
    const [, name = '', kilobytes] = /^(Rss|Pss|Anonymous): +(\d+) kB/.exec(line) ?? [];
    const last = mappings.at(-1);
    if (last === undefined || kilobytes === undefined) continue;
    last[name.toLowerCase() as 'rss' | 'pss' | 'anonymous'] = Number(kilobytes) * 1024;
  }
  return mappings;
}

/** Empty for a process that has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
