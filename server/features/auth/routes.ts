import * as contract from '#contract/auth/endpoints.ts';
import { checkPassword, requestResetToken } from '#contract/auth/first-password.ts';
import type { Site } from '#server/app-deps.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { emailExists } from './email-taken.ts';
import { hasPassword, makeFirstPasswordToken } from './invitation/first-password.ts';
import { login } from './login.ts';
import { resetPassword } from './reset-password.ts';
import { endSession } from './sessions.ts';

export function authRoutes(serve: Serve, site: Site): void {
  serve(contract.login, ({ work, body, client }) =>
    login(work, site.secret, { ...body, client, isThrottled: site.config.rateLimits }),
  );

  serve(contract.logout, async ({ work }) => {
    if (work.by !== null) await endSession(work.db, work.at, work.by.sessionId);
  });

  serve(contract.forgotPassword, ({ work, body }) =>
    work.queue.enqueue(work.db, 'mail-reset-link', { email: body.email }),
  );

  serve(contract.resetPassword, ({ work, body }) => resetPassword(work, body));

  serve(contract.checkEmail, ({ work, query }) => emailExists(work.db, query.email));

  serve(checkPassword, ({ work, query }) => hasPassword(work.db, query.userId));

  serve(requestResetToken, ({ work, body }) => makeFirstPasswordToken(work, body.userId));
}
