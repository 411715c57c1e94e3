import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Gauge, type Registry } from '@prometheus-io/client';
import { sql } from 'kysely';
import type { AppDeps } from '#server/app-deps.ts';
import { serverFolder } from '#server/platform/db/server-disk.ts';
import { readVersion } from '#server/version.ts';
import { gaugesIn } from './gauges.ts';

/** Which program it is, what it uses of the machine, and how large the database is. */
export function addProcessMetrics(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  registry: Registry,
): void {
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'build_info',
    help: '1, with the version and the commit of the program',
    labelNames: ['version', 'commit'],
    registers: [],
    // Not at the start: a clone asks git.
    collect() {
      this.set({ ...readVersion() }, 1);
    },
  });
  registry.registerMetric(build);
  const gauge = gaugesIn(registry);
  gauge(
    'disk_free_bytes',
    'Free on the disk of DATA_DIR, or of the database, if less',
    async () => {
      const folder = await serverFolder(config.databaseUrl);
      const free = [config.dataDir, ...(folder === null ? [] : [folder])].map(async (each) => {
        const { bavail, bsize } = await statfs(each);
        return bavail * bsize;
      });
      return Math.min(...(await Promise.all(free)));
    },
  );
  gauge('database_size_bytes', 'Size of the database', async () => {
    const { rows } = await sql<{ size: string }>`
      SELECT pg_database_size(current_database()) AS size`.execute(db);
    return Number(rows[0]?.size);
  });
}
