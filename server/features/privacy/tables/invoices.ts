import { sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';
import {
  day,
  dayOf,
  donationNumber,
  type ExportFile,
  invoiceNumber,
  memberId,
  memberNumber,
  money,
  text,
  yesNo,
} from './csv-file.ts';
import {
  all,
  among,
  type Descriptions,
  key,
  office,
  personalName,
  omitted,
  personal,
  textIfAny,
  staying,
} from './describe.ts';
import { paymentColumns } from './payments.ts';

export const invoiceTables = {
  invoices: {
    title: 'Your invoices',
    rows: ({ invoiceIds }) => sql`id = ${among(invoiceIds)}`,
    order: 'number',
    kept: ['accounts'],
    columns: {
      id: 'Number',
      // Of a membership it is the name of the type.
      line: personalName(
        'For',
        sql`CASE WHEN member_type_id IS NULL THEN ${erased.text} ELSE line END`,
      ),
      amount_cents: 'Amount',
      payment_type: 'Method',
      member_type_id: 'Member type',
      payer_first_name: personalName('First name', erased.firstName),
      payer_last_name: personalName('Last name', erased.lastName),
      payer_email: personal('Email', erased.email),
      payer_address: personalName('Address', ''),
      created_at: 'Issued',
      sent_at: 'Sent',
      voided_at: 'Withdrawn',
      void_reason: personal('Why withdrawn', textIfAny),
      card_outcome: 'Last answer of the card provider',
      reported_elsewhere: 'Reported elsewhere',
      written_off_cents: 'Written off',
      number: omitted('in words, under Number'),
      member_id: key,
      payment_id: omitted('stands among the payments'),
      paid_cents: omitted('follows from the payments'),
      write_off_id: omitted('stands among the write-offs'),
      is_open: omitted('follows from the other columns'),
      issuer: staying(omitted('the organisation’s own details')),
      digest: staying(omitted('a checksum of the others')),
    },
  },
  write_offs: {
    title: 'What was written off of your invoices',
    rows: ({ invoiceIds }) => sql`invoice_id = ${among(invoiceIds)}`,
    order: 'number',
    kept: ['accounts'],
    columns: {
      number: 'Credit note',
      invoice_id: 'Invoice',
      amount_cents: 'Amount',
      reason: personal('Why', erased.text),
      as_paid: 'The membership continued',
      recorded_at: 'Recorded',
      reversed_at: 'Undone',
      reversed_reason: personal('Why undone', textIfAny),
      ...all(key, 'id', 'counts_for'),
      ...all(office, 'recorded_by', 'reversed_by'),
    },
  },
  donations: {
    title: 'Your donations',
    rows: ({ donationIds }) => sql`id = ${among(donationIds)}`,
    order: 'number',
    kept: ['neverPaid', 'accounts'],
    columns: {
      id: 'Reference',
      amount_cents: 'Amount',
      donation_type_id: 'Method',
      first_name: personalName('First name', erased.firstName),
      last_name: personalName('Last name', erased.lastName),
      email: personal('Email', erased.email),
      created_at: 'Given',
      card_outcome: 'Last answer of the card provider',
      needs_answer_since: personal('Waits for our answer since', null),
      withdrawn_at: 'Withdrawn',
      number: omitted('in words, under Reference'),
      payment_id: omitted('stands among the payments'),
      paid_cents: omitted('follows from the payments'),
      digest: staying(omitted('a checksum of the others')),
    },
  },
} satisfies Descriptions;

/** The payment that an invoice or a donation is paid by. */
const { id, ...paidBy } = paymentColumns;
const paid = [
  { ...id, meaning: 'The last payment that counts, as payments.csv has it.' },
  ...Object.values(paidBy),
];

export const invoicesFile: ExportFile = {
  from: sql`invoices AS i
    LEFT JOIN members AS m ON m.id = i.member_id
    LEFT JOIN member_types AS t ON t.id = i.member_type_id
    LEFT JOIN payments AS p ON p.id = i.payment_id
    LEFT JOIN write_offs AS w ON w.id = i.write_off_id`,
  order: sql`i.number`,
  columns: [
    text('Invoice id', 'Identifies the invoice.', 'i.id'),
    invoiceNumber,
    memberId,
    memberNumber,
    text('First name', 'First name.', 'i.payer_first_name'),
    text('Last name', 'Last name.', 'i.payer_last_name'),
    text('Email', 'Email address.', 'i.payer_email'),
    text('Postal address', 'The address of the payer.', 'i.payer_address'),
    text('Description', 'What it is for.', 'i.line'),
    text('Type', 'The member type whose membership it pays. Empty for other invoices.', 't.name'),
    money('Amount', 'The amount.', 'i.amount_cents'),
    text('Chosen method', 'Credit Card, Pay Pal or EFT.', 'i.payment_type'),
    dayOf('Issued on', 'The day of the invoice.', 'i.created_at'),
    dayOf('Sent on', 'The day on which it was first mailed.', 'i.sent_at'),
    text(
      'State',
      'Open, Paid, Void or Written off.',
      sql`CASE WHEN i.payment_id IS NOT NULL THEN 'Paid'
        WHEN i.voided_at IS NOT NULL THEN 'Void' WHEN w.id IS NOT NULL THEN 'Written off' ELSE 'Open' END`,
    ),
    money('Paid so far', 'The sum of the payments that count.', 'i.paid_cents'),
    day(
      'Paid on',
      'The day on which the last money arrived. Empty: not paid in full.',
      'p.paid_on',
    ),
    ...paid,
    dayOf('Voided on', 'Since then it cannot be paid.', 'i.voided_at'),
    text('Reason for voiding', 'Why it was voided.', 'i.void_reason'),
    text(
      'Issuer',
      'The organisation as the invoice shows it, as JSON.',
      sql`(i.issuer - 'logo')::text`,
    ),
  ],
};

export const writeOffsFile: ExportFile = {
  from: sql`write_offs AS w JOIN invoices AS i ON i.id = w.invoice_id
    LEFT JOIN members AS m ON m.id = i.member_id`,
  order: sql`w.number`,
  columns: [
    text('Credit note', 'Its number, such as CN-00042.', sql`'CN-' || zero_padded(w.number)`),
    invoiceNumber,
    memberNumber,
    money('Amount', 'What was written off of the invoice.', 'w.amount_cents'),
    text('Reason', 'Why it was written off.', 'w.reason'),
    yesNo('As paid', 'Whether the membership continued as if it had been paid.', 'w.as_paid'),
    dayOf('Written off on', 'The day of the credit note.', 'w.recorded_at'),
    dayOf('Undone on', 'Since then the credit note is withdrawn.', 'w.reversed_at'),
    text('Reason for undoing', 'Why it was undone.', 'w.reversed_reason'),
  ],
};

export const donationsFile: ExportFile = {
  from: sql`donations AS d
    JOIN donation_types AS t ON t.id = d.donation_type_id
    LEFT JOIN payments AS p ON p.id = d.payment_id`,
  order: sql`d.number`,
  columns: [
    text('Donation id', 'Identifies the donation.', 'd.id'),
    donationNumber,
    text('First name', 'First name.', 'd.first_name'),
    text('Last name', 'Last name.', 'd.last_name'),
    text('Email', 'Email address.', 'd.email'),
    money('Amount', 'The amount.', 'd.amount_cents'),
    text('Chosen method', 'The donation type.', 't.name'),
    dayOf('Given on', 'The day on which the donor filled in the form.', 'd.created_at'),
    day('Received on', 'The day on which the money arrived. Empty: not received.', 'p.paid_on'),
    ...paid,
  ],
};
