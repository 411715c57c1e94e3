import {
  readInvoiceNumber,
  readMembershipNumber,
} from '#server/platform/spreadsheets/values/read-number.ts';
import { readEmail, readName } from '#server/platform/spreadsheets/values/read-text.ts';
import type { Question, FileRow, ImportJob } from '../import-kind.ts';
import { readMoney, type ReceivedMoney, rowReader } from '../read-row.ts';

export interface PaymentRow extends ReceivedMoney {
  row: number;
  /** As it is in the file: it may be a number of another product. */
  invoice: string;
  invoiceNumber: number | null;
  memberNumber: number | null;
  firstName: string;
  lastName: string;
  email: string;
  description: string;
  problems: string[];
  questions: Question[];
}

const longestDescription = 150;
const longestInvoice = 40;

export function readPaymentRow(job: ImportJob, row: FileRow, at: Date): PaymentRow {
  const reader = rowReader('payments', job, row);
  const invoice = reader.bounded('invoiceNumber', longestInvoice);
  const number = readInvoiceNumber(invoice);
  return {
    row: row.row,
    invoice,
    invoiceNumber: 'value' in number ? number.value : null,
    memberNumber: reader.read('membershipNumber', readMembershipNumber),
    firstName: reader.read('firstName', readName) ?? '',
    lastName: reader.read('lastName', readName) ?? '',
    email: reader.read('email', readEmail) ?? '',
    ...readMoney(reader, 'paidOn', at),
    description: reader.bounded('description', longestDescription),
    problems: reader.problems,
    questions: reader.questions,
  };
}
