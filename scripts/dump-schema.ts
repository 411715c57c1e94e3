/** Writes server/platform/db/schema.sql, what all migrations make together: node scripts/dump-schema.ts */

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSchema } from '#server/platform/db/describe-schema.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openPool } from '#server/platform/db/pool.ts';

const heading =
  '-- Made by `node scripts/dump-schema.ts` from the migrations, to be read and not to be run.';

const dataDir = await mkdtemp(join(tmpdir(), 'membership-schema-'));
// Started by root, the database runs as somebody else, and lives elsewhere if it can't get in here.
await chmod(dataDir, 0o711);
try {
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  const pool = openPool(url, 1);
  await migrate(pool);
  const schema = await describeSchema(pool);
  await pool.end();
  await stop();
  await writeFile(
    new URL('../server/platform/db/schema.sql', import.meta.url),
    `${heading}\n\n${schema}`,
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
