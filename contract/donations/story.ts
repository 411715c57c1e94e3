import { type Day, formatDay } from '#contract/days.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { recordStory } from '#contract/payments/record-story.ts';

export const donationSentences = {
  withdrawn: 'It was made by booking a bank line, which was undone. It waits for no money.',
  received: (how: string) => `Received ${how}.`,
  pending: (since: Day, method: string) =>
    `Pending since ${formatDay(since)}: no payment by ${method} yet.`,
  pendingNext: 'Process the payment when the money has arrived. The donor then gets a receipt.',
  answerNext: (method: string) =>
    `The donor waits for your email that says how to transfer the money by ${method}. Mark the donation as answered when you have written.`,
  cardNext: 'Received as soon as PayFast reports the payment. The donor then gets a receipt.',
  failed: 'Pending: the last payment by card failed.',
  cancelled: 'Pending: the donor cancelled the last payment by card.',
} as const;

export const getDonationStory = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/donations/:id/story',
  permission: 'money.read',
  summary: 'Why a donation has its state, its payments and its latest mails',
  params: idParams,
  reply: recordStory,
});
