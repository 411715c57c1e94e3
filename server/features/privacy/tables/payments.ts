import { sql } from 'kysely';
import {
  day,
  dayOf,
  donationNumber,
  type ExportFile,
  invoiceNumber,
  memberNumber,
  money,
  text,
} from './csv-file.ts';
import {
  among,
  type Descriptions,
  key,
  office,
  omitted,
  personal,
  textIfAny,
  staying,
  all,
} from './describe.ts';

export const paymentTables = {
  payments: {
    title: 'Your payments',
    rows: ({ paymentIds }) => sql`id = ${among(paymentIds)}`,
    order: 'recorded_at',
    kept: ['accounts'],
    columns: {
      invoice_id: 'Invoice',
      donation_id: 'Donation',
      amount_cents: 'Amount',
      paid_on: 'Paid on',
      method: 'Method',
      source: 'Recorded from',
      bank_reference: personal('Reference at the bank', null),
      external_reference: staying('Reference of the card provider'),
      recorded_at: 'Recorded',
      counted_cents: 'Counted for the invoice or donation',
      credit_cents: 'Kept as a credit',
      used_cents: 'Used of the credit',
      vat_cents: 'VAT within it',
      reported_elsewhere: 'Reported elsewhere',
      is_test: 'A test',
      reversed_at: 'Undone',
      returned_on: 'Money taken back by the bank',
      reversed_reason: personal('Why', textIfAny),
      ...all(key, 'id', 'counts_for'),
      ...all(office, 'recorded_by', 'reversed_by'),
      payer_name: personal(omitted('only of money without an invoice or a donation'), textIfAny),
    },
  },
  payment_proofs: {
    title: 'Your proofs of payment',
    rows: ({ invoiceIds }) => sql`invoice_id = ${among(invoiceIds)}`,
    order: 'received_at',
    isDeleted: true,
    columns: {
      invoice_id: 'Invoice',
      media_type: 'Kind of file',
      received_at: 'Received',
      dealt_with_at: 'Dealt with',
      ...all(key, 'id', 'place'),
      content: omitted('too large for this file; ask us for a copy of what you sent'),
      sha256: omitted('follows from the file'),
      dealt_with_by: office,
    },
  },
  credit_uses: {
    title: 'What became of your credits',
    rows: ({ paymentIds }) => sql`payment_id = ${among(paymentIds)}`,
    order: 'recorded_at',
    kept: ['accounts'],
    columns: {
      kind: 'Use',
      amount_cents: 'Amount',
      used_on: 'On',
      refunded_by: 'Paid back by',
      reference: personal('Reference at the bank', null),
      reason: personal('Why', textIfAny),
      recorded_at: 'Recorded',
      reversed_at: 'Undone',
      reversed_reason: personal('Why undone', textIfAny),
      vat_cents: 'VAT within it',
      ...all(key, 'id', 'payment_id', 'carried_to'),
      ...all(office, 'recorded_by', 'reversed_by'),
    },
  },
  card_notifications: {
    title: 'What PayFast told us of your payments',
    // Only signed messages: anyone can post a message with the member's invoice number. Erase takes all.
    from: sql`(SELECT * FROM card_notifications WHERE is_signed) AS n`,
    rows: ({ invoiceIds, donationIds }) =>
      sql`record_id = ANY (${[...invoiceIds, ...donationIds]}::text[])`,
    order: 'received_at',
    kept: {
      period: 'cardNotifications',
      since: 'received_at',
      where: sql`body <> '' AND next_attempt_at IS NULL`,
    },
    columns: {
      received_at: 'When',
      payment_status: staying('Outcome'),
      amount_cents: 'Amount',
      provider_id: staying('Number of the payment at PayFast'),
      // The name and the address. The other columns are what the accounts need.
      body: personal('Message', ''),
      verdict: 'What we made of it',
      judged_at: 'Judged',
      id: key,
      kind: omitted('follows from the invoice or donation'),
      record_id: staying(omitted('follows from the message')),
      record_number: staying(omitted('follows from the message')),
      fee_cents: omitted('follows from the message'),
      is_signed: omitted('always'),
      source_address: staying(omitted('the provider’s')),
      checks: personal(omitted('about the provider’s signature and address'), '[]'),
      attempts: omitted('about our asking the provider'),
      // Without its message it cannot be judged.
      next_attempt_at: personal(omitted('about our asking the provider'), null),
    },
  },
  provider_transactions: {
    title: 'What PayFast lists of your payments',
    rows: ({ invoiceIds, donationIds }) =>
      sql`record_id = ANY (${[...invoiceIds, ...donationIds]}::uuid[])`,
    order: 'happened_at',
    columns: {
      happened_at: 'When',
      type: staying('Kind'),
      gross_cents: 'Amount',
      fee_cents: 'Fee of PayFast',
      provider_id: staying('Number of the payment at PayFast'),
      ...all(key, 'id', 'record_id'),
      net_cents: omitted('follows from amount and fee'),
      is_test: omitted('no payment of a person'),
      first_seen_at: omitted('about our asking the provider'),
    },
  },
} satisfies Descriptions;

/** In the files of invoices, donations and payments. */
export const paymentColumns = {
  id: text('Payment id', 'Identifies the payment.', 'p.id'),
  method: text(
    'Paid by',
    'How the money came: EFT, Cash, Credit Card, World Remit, Wise, Pay Pal, Card Machine, Debit Order, SnapScan (or Zapper), Cheque or Other.',
    'p.method',
  ),
  bankReference: text('Bank reference', 'The reference on the statement.', 'p.bank_reference'),
  source: text(
    'Recorded by',
    'administrator, payfast (the card provider) or credit (carried on from another payment).',
    'p.source',
  ),
  cardReference: text('Card payment', 'The number of the card provider.', 'p.external_reference'),
  recordedOn: dayOf('Recorded on', 'The day on which the payment was entered.', 'p.recorded_at'),
};
const { id: paymentId, ...entered } = paymentColumns;

export const paymentsFile: ExportFile = {
  from: sql`payments AS p
    LEFT JOIN invoices AS i ON i.id = p.invoice_id
    LEFT JOIN donations AS d ON d.id = p.donation_id
    LEFT JOIN members AS m ON m.id = i.member_id`,
  order: sql`p.paid_on, p.id`,
  columns: [
    paymentId,
    invoiceNumber,
    donationNumber,
    memberNumber,
    text(
      'First name',
      'The first name of the payer or donor.',
      sql`coalesce(i.payer_first_name, d.first_name)`,
    ),
    text(
      'Last name',
      'The last name of the payer or donor.',
      sql`coalesce(i.payer_last_name, d.last_name)`,
    ),
    text('Email', 'The email of the payer or donor.', sql`coalesce(i.payer_email, d.email)`),
    text('Sent by', 'Who sent money that has no invoice and no donation.', 'p.payer_name'),
    money('Amount', 'The amount.', 'p.amount_cents'),
    money(
      'Counts',
      'What pays the invoice or the donation, or did before it was undone.',
      'p.counted_cents',
    ),
    money('VAT', 'The VAT within what pays the invoice.', 'p.vat_cents'),
    money(
      'Credit left',
      'What pays nothing and was not refunded or carried on. Less than nothing: it was, and then its money went back.',
      'p.credit_cents',
    ),
    day('Paid on', 'The day on which the money arrived.', 'p.paid_on'),
    ...Object.values(entered),
    text(
      'State',
      'Counts: it pays its invoice or donation, or a part. Credit: it pays nothing yet. Dealt with: it was a credit, and nothing is left. Undone: it no longer counts.',
      sql`CASE WHEN p.reversed_at IS NOT NULL THEN 'Undone' WHEN p.counts_for IS NOT NULL THEN 'Counts'
        WHEN p.credit_cents > 0 THEN 'Credit' ELSE 'Dealt with' END`,
    ),
    dayOf('Undone on', 'The day on which it was undone.', 'p.reversed_at'),
    day(
      'Taken back on',
      'The day on which the bank or the card scheme took the money back.',
      'p.returned_on',
    ),
    text('Reason for undoing', 'Why it was undone.', 'p.reversed_reason'),
  ],
};

export const creditUsesFile: ExportFile = {
  from: sql`credit_uses AS u
    LEFT JOIN payments AS p ON p.id = u.carried_to
    LEFT JOIN invoices AS i ON i.id = p.invoice_id
    LEFT JOIN donations AS d ON d.id = p.donation_id`,
  order: sql`u.used_on, u.id`,
  columns: [
    text('Use id', 'Identifies this use of a credit.', 'u.id'),
    text('Payment id', 'The payment that the credit was left of.', 'u.payment_id'),
    text('Kind', 'refund, invoice, donation, or other (dealt with in another way).', 'u.kind'),
    money(
      'Amount',
      'The amount. Less than nothing: what was owed of money that went back was given up.',
      'u.amount_cents',
    ),
    money('VAT', 'The VAT within a credit that was kept.', 'u.vat_cents'),
    day('Used on', 'The day on which the money was paid back or carried on.', 'u.used_on'),
    text('Refunded by', 'How a refund was paid back.', 'u.refunded_by'),
    text('Reference', 'The reference of a refund.', 'u.reference'),
    text('Reason', 'Why, or what was done.', 'u.reason'),
    text(
      'Carried to',
      'The payment that it made of another invoice or of a donation.',
      'u.carried_to',
    ),
    invoiceNumber,
    donationNumber,
    dayOf('Recorded on', 'The day on which the payment was entered.', 'u.recorded_at'),
    dayOf('Undone on', 'Since then the money is a credit again.', 'u.reversed_at'),
    text('Reason for undoing', 'Why it was undone.', 'u.reversed_reason'),
  ],
};
