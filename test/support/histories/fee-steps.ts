import assert from 'node:assert/strict';
import type { Day } from '#contract/days.ts';
import {
  previewMembershipPayment,
  recordMembershipPayment,
} from '#contract/payments/membership-payment.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { typeId } from '#test/support/people.ts';
import { readLiveMembers } from './live-members.ts';
import { part, pick, type Picked as Step } from './pick.ts';

interface Options {
  as: () => Promise<{ token: string }>;
  paidOn: ((step: Step) => Day) | undefined;
}

/** A fee that is recorded where the member is: with an open invoice, or one that is made of the day of the payment. */
export function openFeeSteps(app: TestApp, { as, paidOn }: Options) {
  return {
    async recordFee(step: Step) {
      const member = pick(await readLiveMembers(app), step);
      if (member === undefined) return undefined;
      const params = { id: member.id };
      // Some pay for another type than that of their open invoice, which is voided then.
      const memberTypeId = await typeId(app, step.share % 4 === 0 ? 'Pensioner' : 'Individual');
      const choice = { memberTypeId, ...(paidOn && { paidOn: paidOn(step) }) };
      const input = { params, query: choice };
      const seen = await callApi(app, previewMembershipPayment, input, await as());
      // All of it is held as a credit.
      if (seen.status === 409) return undefined;
      assert.equal(seen.status, 200, seen.message);
      const { amount, paidUntil, validUntil } = seen.data;
      const body = { ...choice, paidUntil, amount: part(amount * 100, step) };
      const reply = await callApi(app, recordMembershipPayment, { params, body }, await as());
      assert.equal(reply.status, 200, reply.message);
      if (reply.data.invoice.isPaid) assert.equal(reply.data.validUntil, validUntil);
      return reply;
    },
  };
}
