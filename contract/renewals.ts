import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { chosenId, id, money } from './fields.ts';
import { offeredPaymentType } from './invoices.ts';
import { formatRand } from './money.ts';

/** What someone who renews one membership is told. Specification §8. */
export const renewTexts = {
  eftNext: 'An invoice will be sent to your email address with EFT details.',
  failed: 'Failed to generate invoice. Please try again.',
  updateFailed: 'Failed to update member data. Please check and try again.',
  error: 'An unexpected error occurred. Please try again later.',
  chooseMember: 'Please choose a member.',
  notDue: 'A membership can be renewed once it is Due for Renewal or Expired.',
  archived: 'This member is archived: nothing can be invoiced.',
  freeRunsOn:
    'This free membership runs on for more than two months: there is nothing to renew yet.',
  feeIs: (rand: number) =>
    `The renewal fee is ${formatRand(rand)}. Please check the member type and try again.`,
} as const;

/** Why an invoice was withdrawn when its member was asked to pay another fee or for another type. */
export const replacedReason = 'Replaced: the fee has changed';

export const generateInvoice = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/invoices/generate',
  access: 'signedIn',
  summary:
    'Issue the renewal invoice, or answer the open one with this method; EFT is mailed. Null: a free type, renewed at once',
  body: z.object({
    /** The fee of the member's type; another one is refused with the fee. */
    amount: money,
    memberId: chosenId(renewTexts.chooseMember),
    paymentType: offeredPaymentType,
  }),
  reply: z.nullable(id),
  idempotent: true,
});
