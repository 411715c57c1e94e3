/** Writes the ledger as a journal that hledger reads, also while the application runs: npm run ledger -- FILE */
import { createWriteStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BadSettings, readBackupConfig } from '#server/config.ts';
import { journalOf } from '#server/features/ledger/write-journal.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openDatabase } from './archives/open-database.ts';
import { runCommand } from './archives/run-command.ts';

await runCommand({
  name: 'ledger',
  failed: 'The ledger was not written.',
  async run(to, signal) {
    if (existsSync(to)) throw new BadSettings(`${to} exists already. Choose another name.`);
    const { url, close } = await openDatabase(readBackupConfig());
    const db = openDb(openPool(url, 1));
    try {
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (snapshot) => {
          const file = createWriteStream(to, { flags: 'wx', mode: 0o600 });
          await pipeline(Readable.from(journalOf(snapshot)), file, { signal });
        });
      process.stdout.write(`The ledger: ${to}\nCheck it with: hledger --file ${to} check\n`);
    } finally {
      await db.destroy();
      await close();
    }
  },
});
