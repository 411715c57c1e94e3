import { changePassword } from '#contract/auth/change-password.ts';
import * as auth from '#contract/auth/endpoints.ts';
import { checkPassword, requestResetToken } from '#contract/auth/first-password.ts';
import { prove } from '#contract/auth/proof.ts';
import * as sessions from '#contract/auth/sessions.ts';
import * as twoStep from '#contract/auth/two-step.ts';
import { getPicture, uploadProfilePicture } from '#contract/files.ts';
import * as users from '#contract/users/endpoints.ts';
import { getPermissions } from '#contract/users/own-permissions.ts';
import { makePasswordLink } from '#server/features/auth/password-links.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, tokenOf } from '#test/support/people.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import { setUpTwoStep } from '#test/support/two-step/set-up.ts';
import type { Call } from './call.ts';
import type { Fixture } from './fixture.ts';

const nobodyYet = 'no user is signed in yet';
const ownSession = 'ends a session of the user and changes no record';

/** Signing in and out, and passwords. */
export function accountCalls({ app, call, made, member, someone }: Fixture): Call[] {
  const { email } = member;
  return [
    call(auth.checkEmail, { query: { email } }, { by: 'nobody' }),
    call(checkPassword, { query: { userId: member.userId } }, { by: 'nobody' }),
    call(requestResetToken, async () => ({ body: { userId: (await made.member()).data.userID } }), {
      by: 'nobody',
      notAudited: nobodyYet,
    }),
    call(auth.login, async () => ({ body: { email: (await someone()).email, password } }), {
      by: 'nobody',
      notAudited: nobodyYet,
    }),
    call(auth.logout, {}, { by: 'member', notAudited: ownSession }),
    call(changePassword, { body: { currentPassword: password, newPassword: password } }),
    call(sessions.listOwnSessions, {}, { by: 'member' }),
    call(
      sessions.endOwnSession,
      async () => {
        const token = await tokenOf(app, member.userId);
        const { data } = await callApi(app, sessions.listOwnSessions, {}, { token });
        return { params: { id: data[0]?.id ?? '' } };
      },
      { by: 'member', notAudited: ownSession },
    ),
    call(
      sessions.endOwnSessions,
      {},
      { by: async () => tokenOf(app, (await someone()).userId), notAudited: ownSession },
    ),
    call(
      prove,
      { body: { password } },
      {
        notAudited: 'changes no record, and the security record has it',
      },
    ),
    call(auth.forgotPassword, { body: { email } }, { by: 'nobody', notAudited: nobodyYet }),
    call(
      auth.resetPassword,
      async () => {
        const user = { id: member.userId, email };
        const token = await makePasswordLink(app.db, user, app.clock.now(), 60_000);
        return { body: { email, token, newPassword: password } };
      },
      { by: 'nobody', notAudited: nobodyYet },
    ),
  ];
}

export function userCalls({ app, call, forms, made, member, of }: Fixture): Call[] {
  const first = { body: {} };
  const ofUser = { params: { id: member.userId } };
  return [
    call(users.searchUsers, first),
    call(users.searchUsers, { body: { role: 'Admin' } }, { case: 'administrators' }),
    call(users.getUser, ofUser),
    call(getPermissions, {}),
    call(users.createUser, () => ({ body: forms.user() })),
    call(users.updateUser, async () => ({
      ...(await of(made.user())),
      body: { firstName: 'Zinzi' },
    })),
    call(users.deleteUser, () => of(made.user())),
    call(sessions.listUserSessions, ofUser),
    call(sessions.endUserSessions, () => of(made.user())),
    call(uploadProfilePicture, async () => ({
      file: asFile(await halves()),
      body: { userId: (await naledi(app)).id },
    })),
    call(
      getPicture,
      async () => ({
        params: await app.db.selectFrom('files').select('id').executeTakeFirstOrThrow(),
      }),
      { by: 'nobody' },
    ),
  ];
}

export function twoStepCalls({ app, adminId, as, call, run }: Fixture): Call[] {
  const proof = { body: { password } };
  const afterSetUp = async () => {
    await setUpTwoStep(app, as.token);
    return proof;
  };
  return [
    call(twoStep.getTwoStep, {}),
    call(twoStep.getUserTwoStep, { params: { id: adminId } }),
    call(twoStep.getTwoStepSettings, {}),
    call(twoStep.startTwoStep, proof, {
      notAudited: 'changes nothing before the first code, which has an entry',
    }),
    run(twoStep.confirmTwoStep, async () => async () => (await setUpTwoStep(app, as.token)).reply),
    call(twoStep.makeRecoveryCodes, afterSetUp),
    call(twoStep.turnOffTwoStep, afterSetUp),
    call(twoStep.resetTwoStep, async () => {
      const { id, token } = await naledi(app);
      await setUpTwoStep(app, token);
      return { params: { id } };
    }),
    call(twoStep.updateTwoStepSettings, { body: { isRequired: true } }),
  ];
}
