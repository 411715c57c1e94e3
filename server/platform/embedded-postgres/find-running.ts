import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf } from './address.ts';

/**
 * The URL of the embedded database while an application runs it, for commands beside that application.
 * `null` if no PostgreSQL runs there. Starts nothing, and removes nothing.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => null);
  if (home === null) return null;
  const cluster = join(home, 'cluster');
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  );
  if (!pid || !isAlive(Number(pid))) return null;
  // A link for a long path belongs to the running application, which removes it.
  return (await addressOf(cluster)).urlOf('membership');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
