import { sql } from 'kysely';
import { among, key, office, type ExportedTables } from './exported-table.ts';

/** Invoices, donations and payments. */
export const moneyTables: ExportedTables = {
  invoices: {
    title: 'Your invoices',
    rows: ({ invoiceIds }) => sql`id = ${among(invoiceIds)}`,
    order: 'number',
    columns: {
      id: 'Number',
      line: 'For',
      amount_cents: 'Amount',
      payment_type: 'Method',
      member_type_id: 'Member type',
      payer_first_name: 'First name',
      payer_last_name: 'Last name',
      payer_email: 'Email',
      payer_address: 'Address',
      created_at: 'Issued',
      sent_at: 'Sent',
      voided_at: 'Withdrawn',
      void_reason: 'Why withdrawn',
      card_outcome: 'Last answer of the card provider',
    },
    without: {
      number: 'in words, under Number',
      member_id: key,
      payment_id: 'stands among the payments',
      issuer: 'the organisation’s own details',
    },
  },
  donations: {
    title: 'Your donations',
    rows: ({ donationIds }) => sql`id = ${among(donationIds)}`,
    order: 'number',
    columns: {
      id: 'Reference',
      amount_cents: 'Amount',
      donation_type_id: 'Method',
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email',
      created_at: 'Given',
      card_outcome: 'Last answer of the card provider',
    },
    without: { number: 'in words, under Reference', payment_id: 'stands among the payments' },
  },
  payments: {
    title: 'Your payments',
    rows: ({ paymentIds }) => sql`id = ${among(paymentIds)}`,
    order: 'recorded_at',
    columns: {
      invoice_id: 'Invoice',
      donation_id: 'Donation',
      amount_cents: 'Amount',
      paid_on: 'Paid on',
      method: 'Method',
      source: 'Told by',
      external_reference: 'Reference of the card provider',
      recorded_at: 'Recorded',
      closed_at: 'Undone or settled otherwise',
      closed_reason: 'Why',
      is_credit: 'Kept as a credit',
    },
    without: { id: key, recorded_by: office, closed_by: office, counts_for: key },
  },
  card_notifications: {
    title: 'What PayFast told us of your payments',
    // Only signed messages: anyone can post a message with the member's invoice number.
    rows: ({ invoiceIds, donationIds }) =>
      sql`is_signed AND record_id = ANY (${[...invoiceIds, ...donationIds]}::text[])`,
    order: 'received_at',
    columns: {
      received_at: 'When',
      payment_status: 'Outcome',
      amount_cents: 'Amount',
      provider_id: 'Number of the payment at PayFast',
      body: 'Message',
      verdict: 'What we made of it',
      judged_at: 'Judged',
    },
    without: {
      id: key,
      kind: 'follows from the invoice or donation',
      record_id: 'follows from the message',
      is_signed: 'always',
      source_address: 'the provider’s',
      checks: 'about the provider’s signature and address',
      attempts: 'about our asking the provider',
      next_attempt_at: 'about our asking the provider',
    },
  },
};
