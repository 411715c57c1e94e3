import * as contract from '#contract/full-export/endpoints.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { confirmPassword } from '#server/features/auth/confirm-password.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { exportEverything } from './export-everything.ts';

export function fullExportRoutes(serve: Serve, { config }: AppDeps): void {
  serve(contract.exportEverything, async ({ ctx, body, client }) => {
    const wrong = contract.fullExportTexts.wrongPassword;
    await confirmPassword(ctx, { ...body, client, wrong, isThrottled: config.rateLimits });
    return exportEverything(ctx);
  });
}
