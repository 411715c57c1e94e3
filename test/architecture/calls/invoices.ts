import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import * as invoiceAdmin from '#contract/invoices/admin-endpoints.ts';
import { getInvoiceBankDetails } from '#contract/invoices/bank-details.ts';
import * as invoices from '#contract/invoices/endpoints.ts';
import { getInvoiceStory } from '#contract/invoices/story.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import {
  previewMembershipPayment,
  recordMembershipPayment,
} from '#contract/payments/membership-payment.ts';
import * as renewals from '#contract/renewals/endpoints.ts';
import { summarizeInvoices } from '#contract/summaries.ts';
import { getCreditNotePdf, undoWriteOff, writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import type { Call } from './call.ts';
import type { Fixture } from './fixture.ts';
import { countsRecords, wholeFile } from './searches.ts';

const first = { body: {} };

export function invoiceCalls({
  app,
  as,
  call,
  forms,
  invoice,
  made,
  of,
  someone,
}: Fixture): Call[] {
  const { createInvoice, updateInvoice, deleteInvoice, voidInvoice } = invoiceAdmin;
  const { searchInvoices, processInvoicePayment } = invoices;
  const ofInvoice = { params: { id: invoice.id } };
  const open = () => of(made.invoice());
  const reason = { reason: 'by mistake' };
  const writtenOff = async () => {
    const body = { ...reason, amount: 10 };
    return (await callApi(app, writeOffInvoice, { ...(await open()), body }, as)).data;
  };
  const creditNoteOf = async (id: string) => {
    const story = await callApi(app, getInvoiceStory, { params: { id } }, as);
    return story.data.creditNotes[0]?.id ?? '';
  };
  return [
    call(searchInvoices, first),
    call(searchInvoices, first, { case: 'own', by: 'member' }),
    call(searchInvoices, first, wholeFile(3)),
    call(invoices.listInvoices, { query: {} }),
    call(summarizeInvoices, {}, countsRecords(5)),
    call(invoices.getInvoice, ofInvoice, { by: 'nobody' }),
    call(getInvoiceStory, ofInvoice),
    call(invoices.getInvoicePdf, open),
    call(getInvoiceBankDetails, open),
    call(createInvoice, () => ({ body: forms.invoice() }), { statements: 7 }),
    call(updateInvoice, async () => ({ ...(await open()), body: { amount: 20 } })),
    call(deleteInvoice, open),
    call(voidInvoice, async () => ({ ...(await open()), body: reason })),
    call(writeOffInvoice, async () => ({ ...(await open()), body: { ...reason, amount: 10 } })),
    call(undoWriteOff, async () => ({ params: { id: (await writtenOff()).id }, body: reason })),
    call(getCreditNotePdf, async () => ({
      params: { id: await creditNoteOf((await writtenOff()).id) },
    })),
    call(invoices.resendInvoiceEmail, open),
    call(processInvoicePayment, open),
    call(processInvoicePayment, async () => ({ params: { id: (await someone()).invoiceId } }), {
      case: 'of a membership',
      statements: 17,
    }),
    call(undoInvoicePayment, async () => {
      const { params } = await open();
      await settleInvoice(app.ctx(), { invoiceId: params.id, source: 'administrator' });
      return { params, body: reason };
    }),
  ];
}

export function renewalCalls({ app, call, made, member, payer, someone }: Fixture): Call[] {
  const { generateInvoice, previewRenewals } = renewals;
  return [
    call(previewMembershipPayment, { params: { id: member.id }, query: {} }),
    call(
      recordMembershipPayment,
      async () => ({
        params: { id: (await someone()).memberId },
        body: { paidUntil: null, bankReference: 'EFT 4711' },
      }),
      { statements: 27 },
    ),
    call(generateInvoice, async () => ({
      body: { memberId: (await payer()).memberId, amount: 450, paymentType: 'EFT' as const },
    })),
    call(
      generateInvoice,
      async () => {
        const [id = ''] = await addManyMembers(app, 1, {
          lastName: 'Free',
          endsOn: addDays(dayOf(app.clock.now()), 30),
        });
        const type = { member_type_id: (await made.type(0)).data.id };
        await app.db.updateTable('members').set(type).where('id', '=', id).execute();
        return { body: { memberId: id, amount: 0, paymentType: 'EFT' as const } };
      },
      { case: 'free', audits: ['renewFreeMembership'] },
    ),
    call(renewals.listRenewalRuns, {}),
    call(previewRenewals, { body: { selectedItems: [member.id] } }),
    call(
      previewRenewals,
      { body: { sendAll: true } },
      {
        case: 'all',
        exception: { perMember: 3, ms: 1000, reason: 'judges every member' },
      },
    ),
    call(renewals.sendRenewals, async () => ({
      body: { selectedItems: [(await payer()).memberId] },
    })),
  ];
}
