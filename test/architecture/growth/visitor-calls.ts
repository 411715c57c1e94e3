import { confirmConsents, readConsentLink } from '#contract/communication/confirm-consents.ts';
import { readUnsubscribeLink, unsubscribe } from '#contract/communication/endpoints.ts';
import * as logo from '#contract/company-info/logo.ts';
import { getPublicSettings } from '#contract/company-info/public-settings.ts';
import * as donations from '#contract/donations/endpoints.ts';
import { getPicture } from '#contract/files.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { getPaymentForm, getPaymentSummary } from '#contract/payments/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import {
  donationTypeId,
  notify,
  pledged,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { naledi, thandisForm } from '#test/support/people.ts';
import type { TestApp } from '#test/support/app.ts';
import { asFile, halves } from '#test/support/pictures.ts';
import { newEmail, type GrowthCalls, type GrowthFixture } from './measured-app.ts';

const bothConsents = { news: true, appeals: true };

/** The calls of people who are not signed in, and of the card provider. */
export function visitorCalls(fixture: GrowthFixture): GrowthCalls {
  const { app, invoice, donation, someone, direct } = fixture;
  return {
    getPublicSettings: direct(getPublicSettings, {}, {}),
    listMemberTypes: direct(listMemberTypes, {}, {}),
    listDonationTypes: direct(donations.listDonationTypes, {}, {}),
    register: async () => {
      const body = { ...(await thandisForm(app, { email: newEmail() })), consents: bothConsents };
      return () => callApi(app, register, { body });
    },
    'register: archived': async () => {
      const { email: archived } = await app.db
        .selectFrom('members')
        .select('email')
        .where('archived_at', 'is not', null)
        .executeTakeFirstOrThrow();
      const body = await thandisForm(app, { email: archived });
      return () => callApi(app, register, { body });
    },
    donate: async () => {
      const person = { firstName: 'Nomsa', lastName: 'Dlamini', email: newEmail() };
      const type = { donationTypeId: await donationTypeId(app, 'EFT'), amount: 50 };
      return () =>
        callApi(app, donations.donate, { body: { ...person, ...type, consents: bothConsents } });
    },
    getDonation: direct(donations.getDonation, { params: { id: donation.id } }, {}),
    getInvoice: direct(getInvoice, { params: { id: invoice.id } }, {}),
    getPaymentForm: async () => {
      const params = { type: 'donation', id: await pledged(app) } as const;
      return () => callApi(app, getPaymentForm, { params });
    },
    getPaymentSummary: async () => {
      const { invoiceId: id } = await someone();
      await settleInvoice(app.ctx(), { invoiceId: id, source: 'administrator' });
      return () => callApi(app, getPaymentSummary, { params: { type: 'subscription', id } });
    },
    notifySubscription: async () => {
      const { invoiceId } = await someone();
      return () => arrived(notify(app, 'subscription', signed(toldOf(invoiceId))));
    },
    notifyDonation: async () => {
      const id = await pledged(app);
      return () => arrived(notify(app, 'donation', signed(toldOf(id))));
    },
    'notifyDonation: badly signed': async () => {
      const id = await pledged(app);
      return () => arrived(notify(app, 'donation', signed(toldOf(id), 'another passphrase')));
    },
    ...linkCalls(fixture),
    getLogo: async () => {
      const hash = await logoHash(app);
      return () => callApi(app, logo.getLogo, { params: { hash } });
    },
    getPicture: async () => {
      const params = await app.db.selectFrom('files').select('id').executeTakeFirstOrThrow();
      return () => callApi(app, getPicture, { params });
    },
  };
}

/** What the links in mails do. */
function linkCalls({ app, member }: GrowthFixture): GrowthCalls {
  const unsubscribeToken = async () => {
    const rows = app.db.selectFrom('bulk_recipients').select('id');
    return (await rows.where('email', '=', member.email).executeTakeFirstOrThrow()).id;
  };
  const consentToken = async () => {
    const email = newEmail();
    const person = { firstName: 'Nomsa', lastName: 'Dlamini', email };
    const type = { donationTypeId: await donationTypeId(app, 'EFT'), amount: 50 };
    await callApi(app, donations.donate, { body: { ...person, ...type, consents: bothConsents } });
    const rows = app.db.selectFrom('consents').select('id').where('email', '=', email);
    return (await rows.limit(1).executeTakeFirstOrThrow()).id;
  };
  return {
    readUnsubscribeLink: async () => {
      const token = await unsubscribeToken();
      return () => callApi(app, readUnsubscribeLink, { body: { token } });
    },
    readConsentLink: async () => {
      const token = await consentToken();
      return () => callApi(app, readConsentLink, { body: { token } });
    },
    confirmConsents: async () => {
      const token = await consentToken();
      return () => callApi(app, confirmConsents, { body: { token } });
    },
    unsubscribe: async () => {
      const token = await unsubscribeToken();
      return () => callApi(app, unsubscribe, { body: { token } });
    },
  };
}

async function arrived(reply: PromiseLike<{ statusCode: number; body: string }>) {
  const { statusCode: status, body: text } = await reply;
  return { status, text };
}

async function logoHash(app: TestApp): Promise<string> {
  const admin = await naledi(app);
  const params = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  const input = { params, file: asFile(await halves()) };
  const { data: path } = await callApi(app, logo.uploadLogo, input, admin);
  return path.split('/').at(-1) ?? '';
}
