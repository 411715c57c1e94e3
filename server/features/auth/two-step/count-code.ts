import { twoStepTexts } from '#contract/auth/two-step.ts';
import type { Context } from '#server/context.ts';
import { countGuess } from '../sign-in-throttle.ts';
import { isAppCode } from './app-codes.ts';
import { hasTwoStep } from './assert-second-step.ts';
import { digitsOf } from './recovery-codes.ts';

/**
 * Counts a guess of a code of the app. A recovery code cannot be guessed, so it works while these are
 * blocked. product-rules 4.26.
 */
export async function countCode(ctx: Context, userId: string, code = '') {
  if (!isAppCode(digitsOf(code)) || !(await hasTwoStep(ctx.db, userId))) return null;
  return countGuess(ctx, { userId, refusal: twoStepTexts.tooManyCodes });
}
