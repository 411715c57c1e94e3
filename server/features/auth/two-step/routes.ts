import * as contract from '#contract/auth/two-step.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Caller, Context } from '#server/context.ts';
import { Refused, sentences } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { confirmPassword } from '../confirm-password.ts';
import { countGuess } from '../sign-in-throttle.ts';
import { readTwoStep, readUserTwoStep } from './queries.ts';
import { confirmTwoStep, makeRecoveryCodes, startTwoStep } from './set-up.ts';
import { readTwoStepSettings, updateTwoStepSettings } from './settings.ts';
import { resetTwoStep, turnOffTwoStep } from './turn-off.ts';

const { wrongPassword: wrong } = contract.twoStepTexts;

export function twoStepRoutes(serve: Serve, { config, secret }: AppDeps): void {
  const isThrottled = config.rateLimits;
  const assertPassword = (ctx: Context, password: string, client: string) =>
    confirmPassword(ctx, { password, client, wrong, isThrottled });

  serve(contract.getTwoStep, ({ ctx }) => readTwoStep(ctx, callerOf(ctx)));

  serve(contract.startTwoStep, async ({ ctx, body, client }) => {
    await assertPassword(ctx, body.password, client);
    return startTwoStep(ctx, secret, callerOf(ctx).userId);
  });

  serve(contract.confirmTwoStep, async ({ ctx, body }) => {
    const { userId, sessionId } = callerOf(ctx);
    const refusal = contract.twoStepTexts.tooManyFirstCodes;
    // Otherwise a session alone could finish by guessing what the owner has begun.
    const guess = isThrottled ? await countGuess(ctx, { userId, sessionId, refusal }) : null;
    const confirmation = { ...body, installation: secret, userId, sessionId };
    const recoveryCodes = await confirmTwoStep(ctx, confirmation);
    await guess?.forgive();
    return { recoveryCodes };
  });

  serve(contract.makeRecoveryCodes, async ({ ctx, body, client }) => {
    await assertPassword(ctx, body.password, client);
    return { recoveryCodes: await makeRecoveryCodes(ctx, callerOf(ctx).userId) };
  });

  serve(contract.turnOffTwoStep, async ({ ctx, body, client }) => {
    await assertPassword(ctx, body.password, client);
    await turnOffTwoStep(ctx, callerOf(ctx).userId);
  });

  serve(contract.getUserTwoStep, ({ ctx, params }) => readUserTwoStep(ctx.db, params.id));

  serve(contract.resetTwoStep, ({ ctx, params }) => resetTwoStep(ctx, params.id));

  serve(contract.getTwoStepSettings, ({ ctx }) => readTwoStepSettings(ctx.db));

  serve(contract.updateTwoStepSettings, ({ ctx, body, ifMatch }) =>
    updateTwoStepSettings(ctx, body, ifMatch),
  );
}

function callerOf({ by }: Context): Caller {
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  return by;
}
