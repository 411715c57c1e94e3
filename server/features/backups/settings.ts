import {
  type BackupSettings,
  updateBackupSettings as endpoint,
  usualKept,
} from '#contract/backups/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import { assertProved } from '#server/platform/access/assert-proved.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import { problemOfCopyFolder } from './copy-folder.ts';

export function readBackupSettings(db: Db): Promise<BackupSettings> {
  return db
    .selectFrom('company_info')
    .select(['backups_kept as kept', 'backup_copy_folder as copyFolder'])
    .executeTakeFirstOrThrow();
}

/** An omitted field keeps its value, `null` clears it or restores the default. product-rules 1.17, 2.31. */
export async function updateBackupSettings(
  ctx: Context,
  dataDir: string,
  form: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<BackupSettings> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const { id, name } = await db
      .selectFrom('company_info')
      .select(['id', 'name'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = await readBackupSettings(db);
    assertNotStale(ifMatch, endpoint, before);
    const after = {
      kept: form.kept === undefined ? before.kept : (form.kept ?? usualKept),
      copyFolder: form.copyFolder === undefined ? before.copyFolder : (form.copyFolder ?? ''),
    };
    const isNewFolder = after.copyFolder !== before.copyFolder && after.copyFolder !== '';
    const problem = isNewFolder ? problemOfCopyFolder(after.copyFolder, dataDir) : null;
    if (problem !== null) throw badField('copyFolder', problem);
    if (after.kept !== before.kept || after.copyFolder !== before.copyFolder) {
      assertProved(inside);
      await tellAdministrators(inside, 'backupSettings', {
        before: inWords(before),
        after: inWords(after),
      });
    }
    await db
      .updateTable('company_info')
      .set({ backups_kept: after.kept, backup_copy_folder: after.copyFolder })
      .execute();
    await recordAudit(inside, {
      action: 'updateBackupSettings',
      subject: 'companyInfo',
      id,
      name: name || 'the organisation',
      before,
      after,
    });
    return after;
  });
}

function inWords({ kept, copyFolder }: BackupSettings): string {
  return `${kept} kept, ${copyFolder === '' ? 'no second folder' : `copied to ${copyFolder}`}`;
}
