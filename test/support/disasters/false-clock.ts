import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';

const library = [
  ...globSync('/usr/lib/*/faketime/libfaketime.so.1'),
  '/usr/lib/faketime/libfaketime.so.1',
  '/usr/local/lib/faketime/libfaketime.so.1',
].find((path) => existsSync(path));

/** The reason to skip a test where libfaketime is not installed. */
export const noFalseClock = library === undefined && 'not run: libfaketime is not installed';

/** Settings that give a process a clock of its own, which `set` moves while it runs, such as by `-1h`. */
export async function makeFalseClock(t: TestContext) {
  const file = join(await temporaryFolder(t), 'offset');
  const set = (offset: string) => writeFileSync(file, `${offset}\n`);
  set('+0');
  const settings = {
    LD_PRELOAD: library ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Timers go on as usual, as they do when an administrator sets the clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { settings, set };
}
