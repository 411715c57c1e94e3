import * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import { chosenId } from '#contract/fields.ts';
import { type createInvoice, invoiceAdminTexts } from '#contract/invoice-admin.ts';
import { typedInvoice } from './invoice-values.ts';

/** Who an invoice is for: a member, whose name and address it takes, or anybody else. */
export type PayerKind = 'member' | 'other';

const unread = z.string();
const { line, amount, paymentType } = typedInvoice.shape;

const forMember = z.extend(typedInvoice, {
  memberId: chosenId(invoiceAdminTexts.noMember),
  userFirstName: unread,
  userLastName: unread,
  userEmail: unread,
  address: unread,
});
const forOther = z.extend(typedInvoice, { memberId: unread });

export type TypedNewInvoice = z.input<typeof forOther>;

type Body = BodyOf<typeof createInvoice>;

/** The schema of the form; what the other way would need is left alone, and not sent. */
export function newInvoiceFor(kind: PayerKind): z.ZodMiniType<Body, TypedNewInvoice> {
  return kind === 'member'
    ? z.pipe(
        forMember,
        z.transform((given): Body => ({ ...matterOf(given), memberId: given.memberId })),
      )
    : z.pipe(
        forOther,
        z.transform(({ memberId: _none, ...given }): Body => given),
      );
}

function matterOf({ line: what, amount: rand, paymentType: type }: Matter): Matter {
  return { line: what, amount: rand, paymentType: type };
}

type Matter = {
  line: z.output<typeof line>;
  amount: z.output<typeof amount>;
  paymentType: z.output<typeof paymentType>;
};

export const emptyInvoice: TypedNewInvoice = {
  memberId: '',
  userFirstName: '',
  userLastName: '',
  userEmail: '',
  address: '',
  line: '',
  amount: '',
  paymentType: 'EFT',
};
