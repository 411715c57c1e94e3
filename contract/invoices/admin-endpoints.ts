import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  email,
  emptyId,
  id,
  idParams,
  money,
  optionalLines,
  personName,
  requiredText,
} from '#contract/fields.ts';
import { invoice, invoiceFields, paymentType } from './endpoints.ts';
import { reasonForm } from '#contract/reason.ts';

/** Texts for administrators only, apart from those that public pages load. */
export const invoiceAdminTexts = {
  badAmount: 'Please enter an amount of more than R0.',
  noLine: 'Please say what the invoice is for.',
  noFirstName: 'First name is required.',
  noLastName: 'Last name is required.',
  noEmail: 'Email is required.',
  noMember: 'Please choose a member.',
  added: 'Invoice added. It has not been sent yet.',
  saved: 'Invoice saved.',
  voided: 'Invoice voided.',
  sent: 'Invoice email sent successfully.',
  sendFailed: 'Failed to send invoice email.',
  usualLine: 'Invoice',
  notSentYet: 'This invoice has not been sent yet.',
  askSend: 'Are you sure you want to send this invoice?',
  isSent: 'This invoice has been sent and cannot be changed or deleted.',
  isKept: 'The email with this invoice is kept here, so it cannot be changed or deleted.',
  voidSent: 'If it is wrong, void it and create a new one.',
  isPaid: 'This invoice has been paid and cannot be changed or deleted.',
  undoPaid: 'If the payment was recorded by mistake, undo the payment.',
  correctPaid: 'If only the day or the way in which the money came is wrong, correct the payment.',
  isPartPaid: 'A part of this invoice has been paid, so it cannot be changed or deleted.',
  undoPart: 'Undo the part payment first.',
  isVoid: 'This invoice is void and cannot be changed or deleted.',
  isWrittenOff: 'This invoice has been written off and cannot be changed or deleted.',
  writtenOffNotSent: 'This invoice has been written off and cannot be sent.',
  amountHadPayment:
    'This invoice once had a payment, so its amount cannot be changed. Void it and create a new one.',
  hadPayment: 'This invoice once had a payment and cannot be deleted. You can void it instead.',
  hadWriteOff: 'This invoice was written off once and cannot be deleted. You can void it instead.',
  isMembership: 'A membership invoice cannot be deleted. You can void it instead.',
  fixedByType:
    'Only the payment type of a membership invoice can be changed. The fee comes from the member type.',
  voidPaid: 'This invoice has been paid. Undo the payment before you void it.',
  voidWrittenOff: 'This invoice has been written off. Undo the write-off before you void it.',
  askVoid: 'A void invoice can no longer be paid. It keeps its number. This cannot be undone.',
  saveFirst: 'Please save your changes before you continue.',
} as const;

const texts = invoiceAdminTexts;

const amount = z
  .number(texts.badAmount)
  .check(z.refine((rand) => Math.round(rand * 100) > 0, { error: texts.badAmount, abort: true }));

/** The form of an invoice for any amount. For a member, the payer's fields are omitted. */
export const invoiceForm = z.object({
  userFirstName: personName(texts.noFirstName),
  userLastName: personName(texts.noLastName),
  userEmail: email(texts.noEmail),
  address: optionalLines(),
  line: requiredText(texts.noLine),
  amount: z.pipe(amount, money),
  paymentType,
});

const { shape } = invoiceForm;
const optional = <S extends z.ZodMiniType>(field: S) => z.optional(field);
/** `null`, `''` and the empty id mean that no member is chosen. */
const memberId = z.pipe(
  z.union([z.null(), z.literal(''), id]),
  z.transform((value) => (value === '' || value === emptyId ? null : value)),
);

export const createInvoice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices',
  permission: 'money.write',
  summary: 'Create an invoice that is not for a membership fee; it is sent only on request',
  body: z.object({
    memberId: optional(memberId),
    userFirstName: optional(shape.userFirstName),
    userLastName: optional(shape.userLastName),
    userEmail: optional(shape.userEmail),
    address: optional(z.nullable(shape.address)),
    /** Left out, the line is "Invoice". */
    line: optional(shape.line),
    amount: shape.amount,
    paymentType: shape.paymentType,
  }),
  reply: invoice,
  status: 201,
  idempotent: true,
});

export const updateInvoice = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/invoices/:id',
  permission: 'money.write',
  summary: 'Change an invoice that has not been sent, paid or voided',
  params: idParams,
  body: z.object({
    userFirstName: optional(shape.userFirstName),
    userLastName: optional(shape.userLastName),
    userEmail: optional(shape.userEmail),
    address: optional(z.nullable(shape.address)),
    line: optional(shape.line),
    amount: optional(shape.amount),
    paymentType: optional(shape.paymentType),
  }),
  reply: invoice,
  versioned: invoiceFields,
});

export const deleteInvoice = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/invoices/:id',
  permission: 'money.write',
  summary: 'Delete an invoice that has not been sent, paid or voided and is not for a membership',
  params: idParams,
  status: 204,
});

export const voidInvoice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/void/:id',
  permission: 'money.write',
  summary: 'Void an unpaid invoice with a reason; it keeps its number; a repeat changes nothing',
  params: idParams,
  body: reasonForm,
  reply: invoice,
});
