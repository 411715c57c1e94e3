/** Fills an empty database from a backup: npm run restore -- FILE */
import { dirname, resolve } from 'node:path';
import type pg from 'pg';
import { formatMoment } from '#contract/days.ts';
import { counted } from '#contract/counting.ts';
import { readBackupConfig } from '#server/config.ts';
import { adoptTwoStep } from '#server/features/auth/two-step/after-restore.ts';
import { adoptErasureList } from '#server/features/privacy/erase/erasure-list.ts';
import { resetUrl } from '#server/features/auth/password-links.ts';
import { holdUnsent } from '#server/features/restores/hold-unsent.ts';
import {
  adoptRevocationList,
  revocationList,
  revokeAgain,
  type Revoked,
} from '#server/features/restores/revocations.ts';
import { adoptStored } from '#server/features/stored-settings/after-restore.ts';
import { restoreBackup, type RestoreSummary } from '#server/platform/backup/restore-backup.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import {
  findKeysForRestore,
  keyIn,
  makeDataDir,
  sessionKeyPath,
  storeKeys,
} from '#server/secrets.ts';
import { count, openProgressLine } from './archives/progress-line.ts';
import { keyWords, settingsWords } from './archives/restored-settings.ts';
import { runCommand } from './archives/run-command.ts';

await runCommand({
  name: 'restore',
  failed: 'Nothing was restored.',
  async run(from, signal) {
    const {
      dataDir,
      databaseUrl,
      sessionSecret,
      backupPassphrase: passphrase,
      publicUrl,
      isTrial,
    } = readBackupConfig();
    await makeDataDir(dataDir);
    const { url, stop } =
      databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir })
        : { url: databaseUrl, stop: async () => {} };
    const line = openProgressLine('Restoring');
    let held = { mails: 0, bulkEmails: 0 };
    let unreadable: string[] = [];
    let settings: Omit<Parameters<typeof settingsWords>[0], 'isTrial'> | undefined;
    let revoked: Revoked | undefined;
    let hasList = false;
    try {
      const restored = await restoreBackup({
        url,
        from,
        passphrase,
        onProgress: line.show,
        signal,
        beforeCommit: async (client, { madeAt, keys }) => {
          const forRestore = await findKeysForRestore(sessionSecret, dataDir, keys);
          unreadable = await adoptTwoStep(client, forRestore);
          settings = {
            ...(await adoptStored(client, forRestore)),
            secondPlace: await secondPlaceIn(client),
          };
          // Not before: a backup that is refused leaves no list here.
          const listed = await adoptRevocationList(dirname(resolve(from)), dataDir);
          hasList = listed.length > 0;
          revoked = await revokeAgain(client, listed, new Date());
          held = await holdUnsent(client, { backupMadeAt: madeAt, at: new Date() });
        },
      });
      line.end();
      const erasures = await adoptErasureList(dirname(resolve(from)), dataDir);
      const storesKeys = await storeKeys(restored.keys, dataDir);
      const words = [
        ...contents(restored),
        ...heldWords(held),
        ...erasureWords(erasures),
        ...keyWords({
          ofBackup: keyIn(restored.keys),
          ofSettings: sessionSecret,
          isStored: storesKeys,
          hasServer: databaseUrl !== null,
          path: sessionKeyPath(dataDir),
        }),
        ...twoStepWords(unreadable),
        ...(settings ? settingsWords({ ...settings, isTrial }) : []),
        ...(revoked ? revokedWords(revoked, { hasList, publicUrl }) : []),
      ];
      process.stdout.write(`${words.join('\n')}\n`);
    } finally {
      line.end();
      // A database that ends badly recovers at its next start.
      await stop().catch(() => {});
    }
  },
});

function contents({ madeAt, rows, tables, leftOut, migrated }: RestoreSummary): string[] {
  const words = [
    `Restored the backup of ${formatMoment(madeAt.toISOString())} (Johannesburg): ${count(rows)} rows of ${tables.length} tables.`,
  ];
  if (migrated.length > 0)
    words.push('It was made by an older version. The database is up to date now.');
  if (leftOut.length > 0) {
    words.push(
      `Not restored, because the application does not have these tables: ${leftOut.join(', ')}.`,
    );
  }
  return words;
}

async function secondPlaceIn(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    'SELECT backup_copy_folder AS place FROM company_info',
  );
  return rows[0]?.place ?? '';
}

function heldWords({ mails, bulkEmails }: { mails: number; bulkEmails: number }): string[] {
  if (mails + bulkEmails === 0) return [];
  return [
    `${counted(mails, 'email')} and ${counted(bulkEmails, 'bulk email')} that were not sent yet are held. Sign in as an administrator to send or cancel them.`,
  ];
}

function twoStepWords(emails: string[]): string[] {
  if (emails.length === 0) return [];
  return [
    `Two-step sign-in is off for ${emails.join(', ')}, because the key of this installation does not open it. They sign in with the password alone, and set it up again.`,
  ];
}

function revokedWords(
  { links, others, moved, removed, twoStep, lowered, administrators }: Revoked,
  { hasList, publicUrl }: { hasList: boolean; publicUrl: string },
): string[] {
  const words = [
    'Everyone has to sign in again, and links that set a password no longer work. Send open invitations again. Members who were deactivated or archived since the backup are as they were: do it again.',
    'Consents to emails, unsubscriptions and the setting that makes two-step sign-in compulsory are those of the backup, too. Withdraw again what was withdrawn since, and check the setting.',
  ];
  if (!hasList) {
    return [
      ...words,
      `There is no ${revocationList.name} beside the backup, so passwords are those of the backup. Check this list of administrators: ${administrators.join(', ')}.`,
    ];
  }
  // The last minutes may be missing, and in a second folder that was away more.
  words.push(
    `Nothing shows that ${revocationList.name} is complete. Check this list of administrators: ${administrators.join(', ')}.`,
  );
  if (removed.length > 0)
    words.push(
      `Administrators who were removed since the backup stay removed: ${removed.join(', ')}.`,
    );
  if (twoStep.length > 0)
    words.push(
      `Two-step sign-in was turned on or off since the backup and is off now. Set it up again: ${twoStep.join(', ')}.`,
    );
  if (lowered.length > 0)
    words.push(
      `Roles were taken away since the backup, which gives them back: change them under Users before you pass on the link for a new password: ${lowered.join(', ')}.`,
    );
  for (const { email, token, isAddressOld } of links) {
    if (isAddressOld) {
      words.push(
        `${email} changed the address since the backup. Enter the new one before anything else: mails go to the old one.`,
      );
    }
    words.push(
      `Set a new password of ${email} here, because what signed in at the time of the backup was changed since (good for 24 hours): ${resetUrl(publicUrl, token, email)}`,
    );
  }
  if (others > 0)
    words.push(
      `Others changed their password since the backup (${others}). They use "Forgot your password?".`,
    );
  if (moved.length > 0)
    words.push(
      `Members who changed their address since the backup cannot sign in until you save the new one on their page: ${moved.join(', ')}.`,
    );
  return words;
}

function erasureWords(erasures: number): string[] {
  if (erasures === 0) return [];
  return [`The next start erases again the people of ${counted(erasures, 'earlier erasure')}.`];
}
