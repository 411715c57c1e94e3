import { getBackups, getBackupSettings } from '#contract/backups/endpoints.ts';
import { readMail } from '#contract/communication/mail-log.ts';
import { getMailLimits } from '#contract/communication/mail-limits.ts';
import * as company from '#contract/company-info/endpoints.ts';
import * as testMail from '#contract/company-info/test-mail.ts';
import { getDonationStory } from '#contract/donations/story.ts';
import { getInvoiceStory } from '#contract/invoices/story.ts';
import { getInvoiceBankDetails } from '#contract/invoices/bank-details.ts';
import { getInvoicePdf } from '#contract/invoices/endpoints.ts';
import { getMemberStatus } from '#contract/member-statuses/endpoints.ts';
import { getMemberType } from '#contract/member-types/endpoints.ts';
import { getMember } from '#contract/members/endpoints.ts';
import { previewDeletion } from '#contract/members/archive.ts';
import { getMemberStory } from '#contract/members/story.ts';
import { checkBooks, getBooks } from '#contract/books/endpoints.ts';
import { getComparison } from '#contract/payments/comparison.ts';
import { previewMembershipPayment } from '#contract/payments/membership-payment.ts';
import { getConsents } from '#contract/privacy/consents.ts';
import { downloadDataExport } from '#contract/privacy/data-export.ts';
import { listUserSessions } from '#contract/auth/sessions.ts';
import { createSavedSearch, getSavedSearch } from '#contract/saved-searches/endpoints.ts';
import { getUser } from '#contract/users/endpoints.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { callApi } from '#test/support/call.ts';
import { typeId } from '#test/support/people.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Single records, as administrators and members read them. */
export function recordCalls(fixture: GrowthFixture): GrowthCalls {
  const { app, as, own, member, invoice, donation, made, of, someone, direct } = fixture;
  const ofMember = { params: { id: member.id } };
  const companyId = () => app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  return {
    getMember: direct(getMember, ofMember, own),
    getMemberStory: direct(getMemberStory, ofMember),
    previewDeletion: direct(previewDeletion, ofMember),
    getInvoiceStory: direct(getInvoiceStory, { params: { id: invoice.id } }),
    getDonationStory: direct(getDonationStory, { params: { id: donation.id } }),
    readMail: async () => {
      const params = await app.db
        .selectFrom('mails')
        .select('id')
        .where('kind', '=', 'invoice')
        .where(isAbout((await someone()).invoiceId))
        .executeTakeFirstOrThrow();
      return () => callApi(app, readMail, { params }, as);
    },
    getInvoicePdf: async () => {
      const { params } = await of(made.invoice());
      return () => callApi(app, getInvoicePdf, { params }, as);
    },
    getInvoiceBankDetails: async () => {
      const { params } = await of(made.invoice());
      return () => callApi(app, getInvoiceBankDetails, { params }, as);
    },
    getSavedSearch: async () => {
      const search = { text: 'skukuza' };
      const body = { list: 'members', name: 'Skukuza', isShared: true, search } as const;
      const { params } = await of(callApi(app, createSavedSearch, { body }, as));
      return () => callApi(app, getSavedSearch, { params }, as);
    },
    getUser: direct(getUser, { params: { id: member.userId } }),
    listUserSessions: direct(listUserSessions, { params: { id: member.userId } }),
    getMailLimits: direct(getMailLimits, {}),
    getBackups: direct(getBackups, {}),
    getComparison: direct(getComparison, {}),
    getBooks: direct(getBooks, {}),
    checkBooks: direct(checkBooks, {}),
    getBackupSettings: direct(getBackupSettings, {}),
    previewMembershipPayment: direct(previewMembershipPayment, { ...ofMember, query: {} }),
    getConsents: direct(getConsents, ofMember, own),
    downloadDataExport: direct(downloadDataExport, ofMember, own),
    createCompanyInfo: direct(company.createCompanyInfo, { body: {} }),
    getCompanyInfo: async () => {
      const params = await companyId();
      return () => callApi(app, company.getCompanyInfo, { params }, as);
    },
    deleteCompanyInfo: async () => {
      const params = await companyId();
      return () => callApi(app, company.deleteCompanyInfo, { params }, as);
    },
    getMailDelivery: direct(testMail.getMailDelivery, {}),
    sendTestMail: direct(testMail.sendTestMail, {}),
    getTestMail: async () => {
      const { params } = await of(callApi(app, testMail.sendTestMail, {}, as));
      return () => callApi(app, testMail.getTestMail, { params }, as);
    },
    getMemberStatus: async () => {
      const { params } = await of(made.status());
      return () => callApi(app, getMemberStatus, { params }, as);
    },
    getMemberType: async () => {
      const params = { id: await typeId(app, 'Individual') };
      return () => callApi(app, getMemberType, { params });
    },
  };
}
