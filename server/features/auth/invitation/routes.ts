import { checkPassword, requestResetToken } from '#contract/auth/first-password.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { hasPassword, makeFirstPasswordToken } from './first-password.ts';

export function firstPasswordRoutes(serve: Serve): void {
  serve(checkPassword, ({ work, query }) => hasPassword(work.db, query.userId));

  serve(requestResetToken, ({ work, body }) => makeFirstPasswordToken(work, body.userId));
}
