import { changePassword as changePasswordEndpoint } from '#contract/auth/change-password.ts';
import * as contract from '#contract/auth/endpoints.ts';
import { checkPassword, requestResetToken } from '#contract/auth/first-password.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { changePassword } from './change-password.ts';
import { emailExists } from './email-taken.ts';
import { hasPassword, makeFirstPasswordToken } from './invitation/first-password.ts';
import { login } from './login.ts';
import { resetPassword } from './reset-password.ts';
import { endSession } from './sessions.ts';
import { twoStepRoutes } from './two-step/routes.ts';

export function authRoutes(serve: Serve, deps: AppDeps): void {
  twoStepRoutes(serve, deps);

  serve(contract.login, ({ ctx, body, client }) =>
    login(ctx, deps.secret, { ...body, client, isThrottled: deps.config.rateLimits }),
  );

  serve(contract.logout, async ({ ctx }) => {
    if (ctx.by !== null) await endSession(ctx.db, ctx.at, ctx.by.sessionId);
  });

  serve(changePasswordEndpoint, ({ ctx, body, client }) =>
    changePassword(ctx, { ...body, client, isThrottled: deps.config.rateLimits }),
  );

  serve(contract.forgotPassword, ({ ctx, body }) =>
    ctx.queue.enqueue(ctx.db, 'mail-reset-link', { email: body.email }),
  );

  serve(contract.resetPassword, ({ ctx, body }) => resetPassword(ctx, body));

  serve(contract.checkEmail, ({ ctx, query }) => emailExists(ctx.db, query.email));

  serve(checkPassword, ({ ctx, query }) => hasPassword(ctx.db, query.userId));

  serve(requestResetToken, ({ ctx, body }) => makeFirstPasswordToken(ctx, body.userId));
}
