import { confirmTwoStep, startTwoStep, turnOffTwoStep } from '#contract/auth/two-step.ts';
import type { TestApp } from '../app.ts';
import { callApi } from '../call.ts';
import { codeOf } from './app-codes.ts';
import { password } from '../people.ts';

/** Sets up the two-step sign-in of an administrator, again if it is on. */
export async function setUpTwoStep(app: TestApp, token: string) {
  const body = { password };
  await callApi(app, turnOffTwoStep, { body }, { token });
  const { key } = (await callApi(app, startTwoStep, { body }, { token })).data;
  const code = { code: codeOf(key, app.clock.now()) };
  const reply = await callApi(app, confirmTwoStep, { body: code }, { token });
  return { key, reply };
}
