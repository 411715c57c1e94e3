import * as twoStep from '#contract/auth/two-step.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password } from '#test/support/people.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';
import type { AuditFixture } from './fixture.ts';

export function twoStepCalls({ app, as }: AuditFixture) {
  return {
    confirmTwoStep: async () => (await setUpTwoStep(app, as.token)).reply,
    makeRecoveryCodes: async () => {
      await setUpTwoStep(app, as.token);
      return callApi(app, twoStep.makeRecoveryCodes, { body: { password } }, as);
    },
    turnOffTwoStep: async () => {
      await setUpTwoStep(app, as.token);
      return callApi(app, twoStep.turnOffTwoStep, { body: { password } }, as);
    },
    resetTwoStep: async () => {
      const { id, token } = await naledi(app);
      await setUpTwoStep(app, token);
      return callApi(app, twoStep.resetTwoStep, { params: { id } }, as);
    },
    updateTwoStepSettings: () =>
      callApi(app, twoStep.updateTwoStepSettings, { body: { isRequired: true } }, as),
  };
}
