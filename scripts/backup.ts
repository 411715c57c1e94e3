/** Writes everything into one file, also while the application runs: npm run backup -- FILE */
import { formatMoment } from '#contract/days.ts';
import { readBackupConfig } from '#server/config.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { lostWithoutKeys, readKeys } from '#server/secrets.ts';
import { count, openProgressLine, size } from './archives/progress-line.ts';
import { openDatabase } from './archives/open-database.ts';
import { runCommand } from './archives/run-command.ts';

await runCommand({
  name: 'backup',
  failed: 'No backup was written.',
  async run(to, signal) {
    const {
      dataDir,
      databaseUrl,
      sessionSecret,
      backupPassphrase: passphrase,
      warnings,
    } = readBackupConfig();
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    const { url, close } = await openDatabase({ dataDir, databaseUrl });
    const line = openProgressLine('Writing');
    try {
      const keys = await readKeys(sessionSecret, dataDir);
      const onProgress = line.show;
      const at = new Date();
      const backup = await writeBackup({ url, to, passphrase, keys, at, onProgress, signal });
      line.end();
      const words = [
        `Backup of ${formatMoment(backup.madeAt.toISOString())} (Johannesburg): ${to}`,
        `${count(backup.rows)} rows of ${backup.tables.length} tables, ${size(backup.bytes)}.`,
        ...secrecy(backup),
      ];
      process.stdout.write(`${words.join('\n')}\n`);
    } finally {
      line.end();
      await close();
    }
  },
});

function secrecy({ isEncrypted, hasKeys }: { isEncrypted: boolean; hasKeys: boolean }): string[] {
  if (!isEncrypted) {
    return [
      'It is not encrypted, because BACKUP_PASSPHRASE is not set. Everybody who has the file can read it.',
      `The installation's keys are not in it. ${lostWithoutKeys}`,
    ];
  }
  const needed =
    'It is encrypted. It cannot be restored without BACKUP_PASSPHRASE: keep both apart.';
  if (hasKeys) return [needed];
  return [
    needed,
    `No key was found, so none is in it. Set SESSION_SECRET here. ${lostWithoutKeys}`,
  ];
}
