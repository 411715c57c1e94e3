import * as contract from '#contract/backups/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { confirmPassword } from '#server/features/auth/confirm-password.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { downloadBackup } from './download-backup.ts';
import { readBackups } from './queries.ts';
import { readBackupSettings, updateBackupSettings } from './settings.ts';
import { startBackup } from './start-backup.ts';

export function backupRoutes(serve: Serve, { config }: AppDeps): void {
  serve(contract.getBackups, ({ ctx }) => readBackups(ctx));

  serve(contract.startBackup, ({ ctx }) => startBackup(ctx));

  serve(contract.downloadBackup, async ({ ctx, body, client }) => {
    const wrong = contract.backupTexts.wrongPassword;
    await confirmPassword(ctx, { ...body, client, wrong, isThrottled: config.rateLimits });
    return downloadBackup(ctx, config.dataDir);
  });

  serve(contract.getBackupSettings, ({ ctx }) => readBackupSettings(ctx.db));

  serve(contract.updateBackupSettings, ({ ctx, body, ifMatch }) =>
    updateBackupSettings(ctx, config.dataDir, body, ifMatch),
  );
}
