import { changePassword as changePasswordEndpoint } from '#contract/auth/change-password.ts';
import * as contract from '#contract/auth/endpoints.ts';
import { prove as proveEndpoint } from '#contract/auth/proof.ts';
import { checkPassword, requestResetToken } from '#contract/auth/first-password.ts';
import * as sessions from '#contract/auth/sessions.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { changePassword } from './change-password.ts';
import { emailExists } from './email-taken.ts';
import { hasPassword, makeFirstPasswordToken } from './invitation/first-password.ts';
import { login } from './login.ts';
import { prove } from './prove.ts';
import { resetPassword, type CompleteReturn } from './reset-password.ts';
import { endAllSessions, endOwnSession, endSession, listSessions } from './sessions.ts';
import { twoStepRoutes } from './two-step/routes.ts';

export function authRoutes(serve: Serve, deps: AppDeps, completeReturn: CompleteReturn): void {
  twoStepRoutes(serve, deps);

  serve(contract.login, ({ ctx, body, client }) =>
    login(ctx, deps.secret, { ...body, client, isThrottled: deps.config.rateLimits }),
  );

  serve(contract.logout, async ({ ctx }) => {
    if (ctx.by !== null) await endSession(ctx.db, ctx.at, ctx.by.sessionId);
  });

  serve(sessions.listOwnSessions, ({ ctx }) => listSessions(ctx, ctx.by?.userId ?? ''));

  serve(sessions.endOwnSession, ({ ctx, params }) => endOwnSession(ctx, params.id));

  serve(sessions.endOwnSessions, async ({ ctx }) => {
    if (ctx.by === null) return;
    const { userId } = ctx.by;
    await endAllSessions(ctx.db, ctx.at, userId);
    await recordEvent(ctx, { kind: 'sessionsEnded', userId });
  });

  serve(changePasswordEndpoint, ({ ctx, body, client }) =>
    changePassword(ctx, { ...body, client, isThrottled: deps.config.rateLimits }),
  );

  serve(proveEndpoint, ({ ctx, body, client }) =>
    prove(ctx, deps.secret, { ...body, client, isThrottled: deps.config.rateLimits }),
  );

  serve(contract.forgotPassword, ({ ctx, body }) =>
    ctx.queue.enqueue(ctx.db, 'mail-reset-link', { email: body.email, origin: ctx.origin }),
  );

  serve(contract.resetPassword, ({ ctx, body }) => resetPassword(ctx, body, completeReturn));

  serve(contract.checkEmail, ({ ctx, query }) => emailExists(ctx.db, query.email));

  serve(checkPassword, ({ ctx, query }) => hasPassword(ctx.db, query.userId));

  serve(requestResetToken, ({ ctx, body }) => makeFirstPasswordToken(ctx, body.userId));
}
