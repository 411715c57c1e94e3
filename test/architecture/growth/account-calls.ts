import { changePassword } from '#contract/auth/change-password.ts';
import * as auth from '#contract/auth/endpoints.ts';
import { prove } from '#contract/auth/proof.ts';
import * as sessions from '#contract/auth/sessions.ts';
import { checkPassword, requestResetToken } from '#contract/auth/first-password.ts';
import * as twoStep from '#contract/auth/two-step.ts';
import { makePasswordLink } from '#server/features/auth/password-links.ts';
import { callApi } from '#test/support/call.ts';
import { password, tokenOf } from '#test/support/people.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Signing in and out, and passwords. */
export function accountCalls({
  app,
  adminId,
  member,
  someone,
  made,
  direct,
}: GrowthFixture): GrowthCalls {
  const { email } = member;
  return {
    checkEmail: direct(auth.checkEmail, { query: { email } }, {}),
    checkPassword: direct(checkPassword, { query: { userId: member.userId } }, {}),
    requestResetToken: async () => {
      const { userID: userId } = (await made.member()).data;
      return () => callApi(app, requestResetToken, { body: { userId } });
    },
    login: async () => {
      const body = { email: (await someone()).email, password };
      return () => callApi(app, auth.login, { body });
    },
    logout: async () => {
      const token = await tokenOf(app, member.userId);
      return () => callApi(app, auth.logout, {}, { token });
    },
    changePassword: async () => {
      const token = await tokenOf(app, member.userId);
      const body = { currentPassword: password, newPassword: password };
      return () => callApi(app, changePassword, { body }, { token });
    },
    listOwnSessions: async () => {
      const token = await tokenOf(app, member.userId);
      return () => callApi(app, sessions.listOwnSessions, {}, { token });
    },
    endOwnSession: async () => {
      const token = await tokenOf(app, member.userId);
      const { data } = await callApi(app, sessions.listOwnSessions, {}, { token });
      const params = { id: data[0]?.id ?? '' };
      return () => callApi(app, sessions.endOwnSession, { params }, { token });
    },
    endOwnSessions: async () => {
      const token = await tokenOf(app, (await someone()).userId);
      return () => callApi(app, sessions.endOwnSessions, {}, { token });
    },
    getTwoStep: direct(twoStep.getTwoStep, {}),
    getUserTwoStep: direct(twoStep.getUserTwoStep, { params: { id: adminId } }),
    getTwoStepSettings: direct(twoStep.getTwoStepSettings, {}),
    startTwoStep: direct(twoStep.startTwoStep, { body: { password } }),
    prove: direct(prove, { body: { password } }),
    forgotPassword: direct(auth.forgotPassword, { body: { email } }, {}),
    resetPassword: async () => {
      const user = { id: member.userId, email };
      const token = await makePasswordLink(app.db, user, app.clock.now(), 60_000);
      const body = { email, token, newPassword: password };
      return () => callApi(app, auth.resetPassword, { body });
    },
  };
}
