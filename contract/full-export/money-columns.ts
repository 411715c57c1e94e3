import { amount, day, email, firstName, lastName, memberId, number, text } from './columns.ts';

const method = text(
  'method',
  'Paid by',
  'How the money came: EFT, Cash, Credit Card, World Remit, Wise or Pay Pal.',
);
const bankReference = text('bankReference', 'Bank reference', 'The reference on the statement.');
const invoiceNumber = text('invoiceNumber', 'Invoice number', 'The number, such as INV-00042.');
const donationNumber = text('donationNumber', 'Donation number', 'The number, such as DON-00042.');

/** The payment that an invoice or a donation is paid by. */
const paidBy = [
  text('paymentId', 'Payment id', 'The payment that counts, as payments.csv has it.'),
  method,
  bankReference,
  text('source', 'Recorded by', 'administrator or payfast, the card provider.'),
  text('cardReference', 'Card payment', 'The number of the card provider.'),
  day('recordedOn', 'Recorded on', 'The day on which the payment was entered.'),
];

export const invoices = [
  text('invoiceId', 'Invoice id', 'Identifies the invoice.'),
  invoiceNumber,
  memberId,
  number,
  firstName,
  lastName,
  email,
  text('address', 'Postal address', 'The address of the payer.'),
  text('description', 'Description', 'What it is for.'),
  text('type', 'Type', 'The member type whose membership it pays. Empty for other invoices.'),
  amount,
  text('paymentType', 'Chosen method', 'Credit Card, Pay Pal or EFT.'),
  day('issuedOn', 'Issued on', 'The day of the invoice.'),
  day('sentOn', 'Sent on', 'The day on which it was first mailed.'),
  text('state', 'State', 'Open, Paid or Void.'),
  day('paidOn', 'Paid on', 'The day on which the money arrived.'),
  ...paidBy,
  day('voidedOn', 'Voided on', 'Since then it cannot be paid.'),
  text('voidReason', 'Reason for voiding', 'Why it was voided.'),
  text('issuer', 'Issuer', 'The organisation as the invoice shows it, as JSON.'),
];

export const payments = [
  text('paymentId', 'Payment id', 'Identifies the payment.'),
  invoiceNumber,
  donationNumber,
  number,
  text('firstName', 'First name', 'The first name of the payer or donor.'),
  text('lastName', 'Last name', 'The last name of the payer or donor.'),
  text('email', 'Email', 'The email of the payer or donor.'),
  amount,
  day('paidOn', 'Paid on', 'The day on which the money arrived.'),
  method,
  bankReference,
  text('source', 'Recorded by', 'administrator or payfast, the card provider.'),
  text('cardReference', 'Card payment', 'The number of the card provider.'),
  day('recordedOn', 'Recorded on', 'The day on which it was entered.'),
  text(
    'state',
    'State',
    'Counts: it pays its invoice or donation. Credit: it came too often and waits. Undone, or Dealt with for a credit: it no longer counts.',
  ),
  day('closedOn', 'Closed on', 'The day on which it was undone or dealt with.'),
  text('closedReason', 'Reason for closing', 'Why it was undone or how it was dealt with.'),
];

export const donations = [
  text('donationId', 'Donation id', 'Identifies the donation.'),
  donationNumber,
  firstName,
  lastName,
  email,
  amount,
  text('donationType', 'Chosen method', 'The donation type.'),
  day('givenOn', 'Given on', 'The day on which the donor filled in the form.'),
  day('receivedOn', 'Received on', 'The day on which the money arrived. Empty: not received.'),
  ...paidBy,
];
