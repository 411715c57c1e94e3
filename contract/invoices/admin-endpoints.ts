import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  email,
  emptyId,
  id,
  idParams,
  money,
  optionalLines,
  requiredText,
} from '#contract/fields.ts';
import { invoice, invoiceFields, paymentType } from './endpoints.ts';
import { reasonForm } from '#contract/reason.ts';

/** What administrators do with single invoices; public pages need none of it. */
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
  notSentYet: 'This invoice has not been sent yet.',
  askSend: 'Are you sure you want to send this invoice?',
  isSent:
    'This invoice has been sent: it cannot be changed or deleted. If something is wrong, void it and make a new one.',
  isPaid:
    'This invoice has been paid: it cannot be changed or deleted. If the payment was recorded by mistake, undo the payment.',
  isVoid: 'This invoice is void: it cannot be changed or deleted.',
  hadPayment:
    'A payment was recorded for this invoice once: it cannot be deleted. You can void it instead.',
  isMembership: 'A membership invoice cannot be deleted. You can void it instead.',
  fixedByType:
    'Of a membership invoice only the payment type can be changed: the fee comes from the member type.',
  voidPaid: 'This invoice has been paid. Undo the payment before you void it.',
  askVoid: 'Nobody can pay a void invoice any more. It keeps its number. This cannot be undone.',
  saveFirst: 'Please save your changes before you go on.',
} as const;

const texts = invoiceAdminTexts;

const amount = z
  .number(texts.badAmount)
  .check(z.refine((rand) => Math.round(rand * 100) > 0, { error: texts.badAmount, abort: true }));

/** What is typed of an invoice for any amount; the payer's part is left out for a member. */
export const invoiceForm = z.object({
  userFirstName: requiredText(texts.noFirstName, 100),
  userLastName: requiredText(texts.noLastName, 100),
  userEmail: email(texts.noEmail),
  address: optionalLines(),
  line: requiredText(texts.noLine),
  amount: z.pipe(amount, money),
  paymentType,
});

const { shape } = invoiceForm;
const kept = <S extends z.ZodMiniType>(field: S) => z.optional(field);
/** `null`, `''` and the empty id are "nobody". */
const memberId = z.pipe(
  z.union([z.null(), z.literal(''), id]),
  z.transform((given) => (given === '' || given === emptyId ? null : given)),
);

export const createInvoice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices',
  access: 'admin',
  summary: 'An invoice for any amount that is no membership fee; nothing is sent until asked',
  body: z.object({
    memberId: kept(memberId),
    userFirstName: kept(shape.userFirstName),
    userLastName: kept(shape.userLastName),
    userEmail: kept(shape.userEmail),
    address: kept(z.nullable(shape.address)),
    line: shape.line,
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
  access: 'admin',
  summary: 'Change an invoice that is neither sent nor paid nor void',
  params: idParams,
  body: z.object({
    userFirstName: kept(shape.userFirstName),
    userLastName: kept(shape.userLastName),
    userEmail: kept(shape.userEmail),
    address: kept(z.nullable(shape.address)),
    line: kept(shape.line),
    amount: kept(shape.amount),
    paymentType: kept(shape.paymentType),
  }),
  reply: invoice,
  versioned: invoiceFields,
});

export const deleteInvoice = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/invoices/:id',
  access: 'admin',
  summary: 'Delete an invoice that is neither sent nor paid nor void, and no membership invoice',
  params: idParams,
  status: 204,
});

export const voidInvoice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/void/:id',
  access: 'admin',
  summary: 'Withdraw an unpaid invoice with a reason; it keeps its number, a void one stays',
  params: idParams,
  body: reasonForm,
  reply: invoice,
});
