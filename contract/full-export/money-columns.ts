import {
  amount,
  day,
  email,
  firstName,
  lastName,
  memberId,
  money,
  number,
  text,
} from './columns.ts';

const method = text(
  'method',
  'Paid by',
  'How the money came: EFT, Cash, Credit Card, World Remit, Wise or Pay Pal.',
);
const bankReference = text('bankReference', 'Bank reference', 'The reference on the statement.');
const invoiceNumber = text('invoiceNumber', 'Invoice number', 'The number, such as INV-00042.');
const donationNumber = text('donationNumber', 'Donation number', 'The number, such as DON-00042.');

const source = text(
  'source',
  'Recorded by',
  'administrator, payfast (the card provider) or credit (carried on from another payment).',
);
const cardReference = text('cardReference', 'Card payment', 'The number of the card provider.');
const recordedOn = day('recordedOn', 'Recorded on', 'The day on which the payment was entered.');

/** The payment that an invoice or a donation is paid by. */
const paidBy = [
  text('paymentId', 'Payment id', 'The last payment that counts, as payments.csv has it.'),
  method,
  bankReference,
  source,
  cardReference,
  recordedOn,
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
  money('paid', 'Paid so far', 'The sum of the payments that count.'),
  day('paidOn', 'Paid on', 'The day on which the last money arrived. Empty: not paid in full.'),
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
  text('payerName', 'Sent by', 'Who sent money that has no invoice and no donation.'),
  amount,
  money('counted', 'Counts', 'What pays the invoice or the donation, or did before it was undone.'),
  money('credit', 'Credit left', 'What pays nothing and was not refunded or carried on.'),
  day('paidOn', 'Paid on', 'The day on which the money arrived.'),
  method,
  bankReference,
  source,
  cardReference,
  recordedOn,
  text(
    'state',
    'State',
    'Counts: it pays its invoice or donation, or a part. Credit: it pays nothing yet. Dealt with: it was a credit, and nothing is left. Undone: it no longer counts.',
  ),
  day('undoneOn', 'Undone on', 'The day on which it was undone.'),
  text('undoneReason', 'Reason for undoing', 'Why it was undone.'),
];

export const creditUses = [
  text('useId', 'Use id', 'Identifies this use of a credit.'),
  text('paymentId', 'Payment id', 'The payment that the credit was left of.'),
  text('kind', 'Kind', 'refund, invoice, donation, or other (dealt with in another way).'),
  amount,
  day('usedOn', 'Used on', 'The day on which the money was paid back or carried on.'),
  text('reference', 'Reference', 'The reference of a refund.'),
  text('reason', 'Reason', 'Why, or what was done.'),
  text('carriedTo', 'Carried to', 'The payment that it made of another invoice or of a donation.'),
  invoiceNumber,
  donationNumber,
  recordedOn,
  day('undoneOn', 'Undone on', 'Since then the money is a credit again.'),
  text('undoneReason', 'Reason for undoing', 'Why it was undone.'),
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
