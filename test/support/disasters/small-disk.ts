import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { killAll } from '#server/platform/embedded-postgres/owner-process.ts';

/** The reason to skip a test where no disk can be mounted. */
export const noSmallDisk = canMount()
  ? false
  : 'not run: only root on Linux can mount a small disk';

export interface SmallDisk {
  folder: string;
  /** Leaves no room. The last bytes are taken one by one. */
  fill(): void;
  /** Makes room again. */
  empty(): void;
  makeReadOnly(): void;
  makeWritable(): void;
}

/** A file system in memory that is unmounted after the test. */
export function mountSmallDisk(t: TestContext, megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  t.after(async () => {
    await killAll(folder);
    spawnSync('umount', [folder]);
    rmdirSync(folder);
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a');
      for (const size of [1 << 20, 1 << 12, 1]) writeUntilFull(file, Buffer.alloc(size));
      closeSync(file);
    },
    empty: () => rmSync(ballast, { force: true }),
    makeReadOnly: () => mount('-o', 'remount,ro', folder),
    makeWritable: () => mount('-o', 'remount,rw', folder),
  };
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`);
}

/** Tried in a mount namespace of its own, which ends with the command. */
function canMount(): boolean {
  const tried = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']);
  return tried.status === 0;
}
