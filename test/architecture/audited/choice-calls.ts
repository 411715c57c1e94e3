import * as backups from '#contract/backups/endpoints.ts';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import * as logo from '#contract/company-info/logo.ts';
import { exportEverything } from '#contract/full-export/endpoints.ts';
import * as statuses from '#contract/member-statuses/endpoints.ts';
import * as searches from '#contract/saved-searches/endpoints.ts';
import * as types from '#contract/member-types/endpoints.ts';
import { addBackup } from '#test/support/backups/nightly-backups.ts';
import { callApi } from '#test/support/call.ts';
import { password } from '#test/support/people.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import type { AuditFixture } from './fixture.ts';

export function choiceCalls({ app, as, email, made, of }: AuditFixture) {
  const savedSearch = () => {
    const search = { text: 'skukuza' };
    const body = { list: 'members', name: email(), isShared: true, search } as const;
    return callApi(app, searches.createSavedSearch, { body }, as);
  };
  const companyId = () => app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();

  async function uploadLogo() {
    const input = { params: await companyId(), file: asFile(await halves()) };
    return callApi(app, logo.uploadLogo, input, as);
  }

  return {
    createSavedSearch: savedSearch,
    updateSavedSearch: async () => {
      const input = { ...(await of(savedSearch())), body: { name: email() } };
      return callApi(app, searches.updateSavedSearch, input, as);
    },
    deleteSavedSearch: async () =>
      callApi(app, searches.deleteSavedSearch, await of(savedSearch()), as),
    createMemberType: () => made.type(),
    updateMemberType: async () =>
      callApi(app, types.updateMemberType, { ...(await of(made.type())), body: { fee: 20 } }, as),
    deleteMemberType: async () => callApi(app, types.deleteMemberType, await of(made.type()), as),
    createMemberStatus: made.status,
    updateMemberStatus: async () => {
      const input = { ...(await of(made.status())), body: { name: email() } };
      return callApi(app, statuses.updateMemberStatus, input, as);
    },
    deleteMemberStatus: async () =>
      callApi(app, statuses.deleteMemberStatus, await of(made.status()), as),
    updateCompanyInfo: async () => {
      const params = await companyId();
      return callApi(app, updateCompanyInfo, { params, body: { name: 'Wild' } }, as);
    },
    startBackup: () => callApi(app, backups.startBackup, {}, as),
    downloadBackup: async () => {
      await addBackup(app);
      return callApi(app, backups.downloadBackup, { body: { password } }, as);
    },
    exportEverything: () => callApi(app, exportEverything, { body: { password } }, as),
    updateBackupSettings: () =>
      callApi(app, backups.updateBackupSettings, { body: { kept: 7 } }, as),
    uploadLogo,
    removeLogo: async () => {
      await uploadLogo();
      return callApi(app, logo.removeLogo, { params: await companyId() }, as);
    },
  };
}
