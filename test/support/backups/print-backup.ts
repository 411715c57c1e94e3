/** Prints the tables of a backup if it is whole: node test/support/backups/print-backup.ts FILE */

import { verifyBackup } from '#server/platform/backup/verify-backup.ts';

const { tables } = await verifyBackup({ from: process.argv[2] ?? '', passphrase: null });
process.stdout.write(JSON.stringify(tables));
