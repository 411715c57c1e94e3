import { changePassword } from '#contract/auth/change-password.ts';
import { changeConsents } from '#contract/privacy/consents.ts';
import { uploadProfilePicture } from '#contract/files.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { sendInvitation } from '#contract/members/invitation.ts';
import { restoreMember } from '#contract/members/archive.ts';
import * as members from '#contract/members/endpoints.ts';
import * as relatives from '#contract/members/relatives.ts';
import * as users from '#contract/users/endpoints.ts';
import { recordConsent } from '#server/features/communication/consents.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password } from '#test/support/people.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import type { AuditFixture } from './fixture.ts';

export function peopleCalls({ app, as, payer, someone, made, of }: AuditFixture) {
  return {
    createUser: made.user,
    updateUser: async () =>
      callApi(
        app,
        users.updateUser,
        { ...(await of(made.user())), body: { firstName: 'Zinzi' } },
        as,
      ),
    deleteUser: async () => callApi(app, users.deleteUser, await of(made.user()), as),
    uploadProfilePicture: async () => {
      const { id: userId } = await naledi(app);
      const file = asFile(await halves());
      return callApi(app, uploadProfilePicture, { file, body: { userId } }, as);
    },
    changePassword: () => {
      const body = { currentPassword: password, newPassword: password };
      return callApi(app, changePassword, { body }, as);
    },
    createMember: made.member,
    updateMember: async () => {
      const { memberId: id } = await someone();
      return callApi(app, members.updateMember, { params: { id }, body: { phone: '083' } }, as);
    },
    deleteMember: async () => callApi(app, members.deleteMember, await of(made.member()), as),
    archiveMember: async () => {
      const { memberId: id } = await payer();
      return callApi(app, members.deleteMember, { params: { id } }, as);
    },
    restoreMember: async () => {
      const { memberId: id } = await payer();
      await callApi(app, members.deleteMember, { params: { id } }, as);
      return callApi(app, restoreMember, { params: { id } }, as);
    },
    sendInvitation: async () => {
      const input = await of(made.member());
      // At the same moment the invitation would be identical, so the clock moves on.
      app.clock.set(new Date(app.clock.now().getTime() + 3_600_000).toISOString());
      return callApi(app, sendInvitation, input, as);
    },
    returnToAutomaticStatus: async () => {
      const { memberId: id } = await payer();
      const body = { memberStatusID: await statusId(app.db, 'Expired') };
      await callApi(app, members.updateMember, { params: { id }, body }, as);
      return callApi(app, members.returnToAutomaticStatus, { params: { id } }, as);
    },
    changeConsents: async () => {
      const { memberId: id, email } = await someone();
      const consent = { email, purpose: 'news', words: 'Yes.', source: 'registration' } as const;
      await recordConsent(app.ctx(), consent);
      return callApi(app, changeConsents, { params: { id }, body: { news: false } }, as);
    },
    downloadHeldData: async () => callApi(app, downloadDataExport, await of(made.member()), as),
    createRelative: made.relative,
    updateRelative: async () => {
      const { data } = await made.relative();
      const input = { params: { id: data.id }, body: { ...data, firstName: 'Lerato' } };
      return callApi(app, relatives.updateRelative, input, as);
    },
    deleteRelative: async () =>
      callApi(app, relatives.deleteRelative, await of(made.relative()), as),
  };
}
