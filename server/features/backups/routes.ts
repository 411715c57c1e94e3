import * as contract from '#contract/backups/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { downloadBackup } from './download-backup.ts';
import { readBackups } from './queries.ts';
import { readRemotes } from './second-place/rclone.ts';
import { readBackupSettings, updateBackupSettings } from './settings.ts';
import { startBackup } from './start-backup.ts';

export function backupRoutes(serve: Serve, { config }: AppDeps): void {
  serve(contract.getBackups, ({ ctx }) => readBackups(ctx));

  serve(contract.startBackup, ({ ctx }) => startBackup(ctx));

  serve(contract.downloadBackup, ({ ctx }) => downloadBackup(ctx, config));

  serve(contract.getBackupSettings, async ({ ctx }) => ({
    ...(await readBackupSettings(ctx.db)),
    remotes: await readRemotes(config.rcloneConfig),
  }));

  serve(contract.updateBackupSettings, async ({ ctx, body, ifMatch }) => ({
    ...(await updateBackupSettings(ctx, config, body, ifMatch)),
    remotes: await readRemotes(config.rcloneConfig),
  }));
}
