import { existsSync } from 'node:fs';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';

/** Only a folder with this file is deleted, because DATA_DIR may name that of an organisation. */
const mark = (dataDir: string) => join(dataDir, 'made-by-the-demo');

export async function markDemo(dataDir: string): Promise<void> {
  await writeFile(mark(dataDir), 'npm run demo:reset deletes this folder.\n');
}

/** Deletes the data folder of a demo that is not running. */
export async function resetDemo(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  if (!existsSync(mark(dataDir))) {
    throw new Error(
      `${dataDir} was not made by the demo. Set DATA_DIR to the folder of the demo, or delete the folder yourself.`,
    );
  }
  // Refuses while the demo runs.
  const { stop } = await startEmbeddedPostgres({ dataDir });
  // It can be a link to a folder elsewhere.
  const database = await realpath(join(dataDir, 'postgres'));
  await stop();
  for (const folder of [database, dataDir]) await rm(folder, { recursive: true, force: true });
}
