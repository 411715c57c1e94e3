import {
  type BackupSettings,
  updateBackupSettings as endpoint,
  usualKept,
} from '#contract/backups/endpoints.ts';
import type { Config } from '#server/config.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import { assertProved } from '#server/platform/access/assert-proved.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import { placeAt } from './second-place/place-at.ts';

/** A person waits for it. */
const longestTrialMs = 20_000;

export function readBackupSettings(db: Db): Promise<Omit<BackupSettings, 'remotes'>> {
  return db
    .selectFrom('company_info')
    .select(['backups_kept as kept', 'backup_copy_folder as copyFolder'])
    .executeTakeFirstOrThrow();
}

/** An omitted field keeps its value, `null` clears it or restores the default. product-rules 1.17, 2.31. */
export async function updateBackupSettings(
  ctx: Context,
  config: Config,
  form: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<Omit<BackupSettings, 'remotes'>> {
  const present = await readBackupSettings(ctx.db);
  if (form.copyFolder && form.copyFolder !== present.copyFolder) {
    assertProved(ctx);
    // Outside of the transaction, because another machine is asked.
    const signal = AbortSignal.timeout(longestTrialMs);
    const problem = await placeAt(form.copyFolder, config).tryOut(signal);
    if (problem !== null) throw badField('copyFolder', problem);
  }
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

function inWords({ kept, copyFolder }: Omit<BackupSettings, 'remotes'>): string {
  return `${kept} kept, ${copyFolder === '' ? 'no second folder' : `copied to ${copyFolder}`}`;
}
