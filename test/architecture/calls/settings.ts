import { randomUUID } from 'node:crypto';
import { searchAudit } from '#contract/audit/endpoints.ts';
import * as backups from '#contract/backups/endpoints.ts';
import * as company from '#contract/company-info/endpoints.ts';
import * as logo from '#contract/company-info/logo.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import * as testMail from '#contract/company-info/test-mail.ts';
import { exportEverything } from '#contract/full-export/endpoints.ts';
import * as statuses from '#contract/member-statuses/endpoints.ts';
import * as types from '#contract/member-types/endpoints.ts';
import { startEmpty } from '#contract/get-started/endpoints.ts';
import { searchEverything } from '#contract/global-search/endpoints.ts';
import { getMenuCounts } from '#contract/menu-counts/endpoints.ts';
import * as restores from '#contract/restores/endpoints.ts';
import * as searches from '#contract/saved-searches/endpoints.ts';
import { getCardAccount, updateCardAccount } from '#contract/stored-settings/card-account.ts';
import {
  checkMailDomain,
  getMailServer,
  updateMailServer,
} from '#contract/stored-settings/mail-server.ts';
import { checkSystem } from '#contract/system-check/endpoints.ts';
import { store } from '#server/features/stored-settings/stored.ts';
import { addBackup } from '#test/support/backups/nightly-backups.ts';
import { callApi } from '#test/support/call.ts';
import { password, typeId } from '#test/support/people.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import type { Call, Options } from './call.ts';
import type { Fixture } from './fixture.ts';

const first = { body: {} };

/** Member types, statuses and saved searches. */
const countsMenu: Options = {
  statements: 6,
  exception: {
    perMember: 1,
    ms: 100,
    reason: 'duplicates can be joined in the order of the members',
    whileSmall: true,
  },
};

export function choiceCalls({ app, as, call, email, forms, made, of }: Fixture): Call[] {
  const search = () => ({
    body: { list: 'members', name: email(), isShared: true, search: { text: 'skukuza' } } as const,
  });
  const saved = () => of(callApi(app, searches.createSavedSearch, search(), as));
  return [
    call(searches.listSavedSearches, { query: { list: 'members' } }),
    call(searches.getSavedSearch, saved),
    call(searches.createSavedSearch, search),
    call(searches.updateSavedSearch, async () => ({ ...(await saved()), body: { name: email() } })),
    call(searches.deleteSavedSearch, saved),
    call(types.listMemberTypes, {}, { by: 'nobody' }),
    call(types.searchMemberTypes, first),
    call(types.getMemberType, async () => ({ params: { id: await typeId(app, 'Individual') } }), {
      by: 'nobody',
    }),
    call(types.createMemberType, () => ({ body: forms.type() })),
    call(types.updateMemberType, async () => ({ ...(await of(made.type())), body: { fee: 20 } })),
    call(types.deleteMemberType, () => of(made.type())),
    call(statuses.listMemberStatuses, {}, { by: 'member' }),
    call(statuses.searchMemberStatuses, first),
    call(statuses.getMemberStatus, () => of(made.status())),
    call(statuses.createMemberStatus, () => ({ body: forms.status() })),
    call(statuses.updateMemberStatus, async () => ({
      ...(await of(made.status())),
      body: { name: email() },
    })),
    call(statuses.deleteMemberStatus, () => of(made.status())),
  ];
}

/** The mail server and the PayFast account. */
export function connectionCalls({ app, call }: Fixture): Call[] {
  return [
    call(getMailServer, {}),
    call(updateMailServer, async () => {
      const { id: userId } = await app.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'Admin')
        .limit(1)
        .executeTakeFirstOrThrow();
      const by = { userId, sessionId: '', role: 'Admin', memberId: null };
      const values = { SMTP_URL: 'smtp://127.0.0.1:25' };
      await store({ ...app.ctx(), by }, app.secret, { kind: 'mail', values });
      return { body: { host: '', port: 587, user: '', password: '', from: '' } };
    }),
    call(checkMailDomain, {}),
    call(getCardAccount, {}),
    call(updateCardAccount, () => ({
      body: { mode: 'sandbox' as const, merchantId: '', merchantKey: '', passphrase: '' },
    })),
  ];
}

export function companyCalls({ app, as, call, member, of }: Fixture): Call[] {
  const ofCompany = async () => ({
    params: await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow(),
  });
  const newLogo = async () => ({ ...(await ofCompany()), file: asFile(await halves()) });
  const uploaded = async () => callApi(app, logo.uploadLogo, await newLogo(), as);
  const refused = { alwaysRefused: true, notAudited: 'always refused' } as const;
  return [
    call(getPublicSettings, {}, { by: 'nobody' }),
    call(company.listCompanyInfos, {}),
    call(company.searchCompanyInfos, first),
    call(company.getCompanyInfo, ofCompany),
    call(company.createCompanyInfo, first, refused),
    call(company.updateCompanyInfo, async () => ({
      ...(await ofCompany()),
      body: { name: 'Wild' },
    })),
    call(company.deleteCompanyInfo, ofCompany, refused),
    call(logo.uploadLogo, newLogo),
    call(
      logo.getLogo,
      async () => ({ params: { hash: (await uploaded()).data.split('/').at(-1) ?? '' } }),
      { by: 'nobody' },
    ),
    call(logo.removeLogo, async () => {
      await uploaded();
      return ofCompany();
    }),
    call(testMail.getMailDelivery, {}),
    call(
      testMail.sendTestMail,
      {},
      {
        notAudited: 'changes no record, and the mail itself is stored',
      },
    ),
    call(testMail.getTestMail, () => of(callApi(app, testMail.sendTestMail, {}, as))),
    call(getMenuCounts, {}, countsMenu),
    call(startEmpty, async () => {
      await app.db.updateTable('company_info').set({ started_empty_at: null }).execute();
      return {};
    }),
    call(
      searchEverything,
      { body: { text: member.email } },
      {
        exception: {
          perMember: 1.1,
          ms: 100,
          reason: 'some thousand bank lines are read sooner than their index',
          whileSmall: true,
        },
      },
    ),
    call(
      searchEverything,
      { body: { text: 'ex' } },
      {
        case: 'by two letters',
        exception: { perMember: 8, ms: 200, reason: 'each record has a word that begins so' },
      },
    ),
    call(checkSystem, {}),
    call(searchAudit, first),
    call(searchAudit, { body: { subjectId: member.id } }, { case: 'of a member' }),
  ];
}

export function backupCalls({ app, call }: Fixture): Call[] {
  async function restored() {
    const at = app.clock.now();
    const restore = { id: randomUUID(), restored_at: at, backup_made_at: at };
    await app.db.insertInto('restores').values(restore).execute();
    return {};
  }
  return [
    call(backups.getBackups, {}),
    call(backups.getBackupSettings, {}),
    call(backups.updateBackupSettings, { body: { kept: 7 } }),
    call(backups.startBackup, {}),
    call(backups.downloadBackup, async () => {
      await addBackup(app);
      return { body: { password } };
    }),
    call(
      exportEverything,
      { body: { password } },
      {
        exception: { perMember: 60, ms: 20_000, reason: 'writes everything into one file' },
      },
    ),
    call(restores.getOpenRestore, {}),
    call(restores.releaseHeldMails, restored),
    call(restores.cancelHeldMails, restored),
  ];
}
