import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { type Donation, donation, donationFields, donationForm } from './endpoints.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { referenceLabel } from '#contract/invoices/bank-details.ts';
import { paymentDetails } from '#contract/payments/payment-details.ts';
import {
  dayFilter,
  found,
  pagingQuery,
  searchBody,
  textFilter,
  yesNoFilter,
} from '#contract/search.ts';

const donationCsv = [
  { header: 'Reference', field: 'reference' },
  { header: 'First Name', field: 'firstName' },
  { header: 'Last Name', field: 'lastName' },
  { header: 'Email', field: 'email' },
  { header: 'Amount (ZAR)', field: 'amount', kind: 'money' },
  { header: 'Donation Type', field: 'donationTypeName' },
  { header: 'Received', field: 'isReceived', kind: 'yesNo' },
  { header: 'Received on', field: 'receivedOn', kind: 'day' },
  { header: 'Paid by', field: 'paidBy' },
  { header: 'Bank reference', field: 'bankReference' },
  { header: 'Created', field: 'createdUtc', kind: 'moment' },
  { header: referenceLabel, field: 'paymentReference' },
] as const satisfies CsvColumns<Donation>;

export const donationColumns = [
  'CreatedUtc',
  'FirstName',
  'LastName',
  'Email',
  'Amount',
  'DonationTypeName',
  'Reference',
  'ReceivedDate',
] as const;

export const searchDonations = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/donations/search',
  permission: 'money.read',
  readOnly: true,
  summary: 'Donations that match all filters, the newest first',
  body: searchBody(
    {
      isReceived: yesNoFilter,
      needsAnswer: yesNoFilter,
      lastName: textFilter,
      email: textFilter,
      reference: textFilter,
      receivedFrom: dayFilter,
      receivedTo: dayFilter,
    },
    donationColumns,
  ),
  reply: found(donation),
  csv: { name: 'donations', columns: donationCsv },
});

export const listDonations = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/donations',
  permission: 'money.read',
  summary: 'Donations, a page at a time',
  query: pagingQuery,
  reply: z.array(donation),
  counted: true,
});

export const answerDonation = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/donations/mark-answered/:id',
  permission: 'money.write',
  summary: 'Record that the donor knows how to transfer the money; a repeat changes nothing',
  params: idParams,
  reply: donation,
});

const optional = <S extends z.ZodMiniType>(field: S) => z.optional(field);

export const updateDonation = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/donations/:id',
  permission: 'money.write',
  summary: 'Change a donation that has not been received',
  params: idParams,
  body: z.object({
    amount: optional(donationForm.shape.amount),
    firstName: optional(donationForm.shape.firstName),
    lastName: optional(donationForm.shape.lastName),
    email: optional(donationForm.shape.email),
  }),
  reply: donation,
  versioned: donationFields,
});

export const deleteDonation = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/donations/:id',
  permission: 'money.write',
  summary: 'Delete a donation that has not been received',
  params: idParams,
  status: 204,
});

export const processDonationPayment = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/donations/process-payment/:id',
  permission: 'money.write',
  summary: 'Record that the donation was received; a received one stays as it is',
  params: idParams,
  body: paymentDetails,
  bodyOptional: true,
  reply: donation,
  idempotent: true,
});
