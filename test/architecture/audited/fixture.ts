import { createMemberStatus } from '#contract/member-statuses/endpoints.ts';
import { createMemberType } from '#contract/member-types/endpoints.ts';
import { createMember } from '#contract/members/endpoints.ts';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { createRelative } from '#contract/members/relatives.ts';
import { createUser } from '#contract/users/endpoints.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { callApi } from '#test/support/call.ts';
import { password, registered, typeId } from '#test/support/people.ts';
import type { TestApp } from '#test/support/app.ts';

/** Records for the audited calls. They are new each time, so that no call affects another. */
export function openAuditFixture(app: TestApp, token: string) {
  const as = { token };
  let count = 0;
  const email = () => `audited-${++count}@example.org`;
  const person = () => ({ firstName: 'Nomsa', lastName: 'Dlamini', email: email() });

  async function someone(typeName = 'Individual') {
    const memberTypeId = await typeId(app, typeName);
    return registered(app, { memberTypeId, email: email() });
  }

  async function payer() {
    const member = await someone();
    await settleInvoice(app.ctx(), { invoiceId: member.invoiceId, source: 'administrator' });
    return member;
  }

  const newMember = async () => ({ ...person(), memberTypeID: await typeId(app, 'Individual') });
  const newUser = () => ({ ...person(), password });
  const newType = (fee = 10) => ({ name: email(), fee });
  const newStatus = () => ({ name: email() });
  const newInvoice = () => ({
    userFirstName: 'Nomsa',
    userLastName: 'Dlamini',
    userEmail: email(),
    line: 'Printing',
    amount: 10,
    paymentType: 'EFT' as const,
  });
  const newRelative = async () => ({
    ...person(),
    mainMemberId: (await someone('FAMILY')).memberId,
  });

  const made = {
    user: () => callApi(app, createUser, { body: newUser() }, as),
    member: async () => callApi(app, createMember, { body: await newMember() }, as),
    relative: async () => callApi(app, createRelative, { body: await newRelative() }, as),
    type: (fee?: number) => callApi(app, createMemberType, { body: newType(fee) }, as),
    status: () => callApi(app, createMemberStatus, { body: newStatus() }, as),
    invoice: () => callApi(app, createInvoice, { body: newInvoice() }, as),
  };
  /** The path parameters for a record that was just created. */
  const of = async (reply: Promise<{ data: { id: string } }>) => ({
    params: { id: (await reply).data.id },
  });

  return { app, as, email, person, someone, payer, made, of };
}

export type AuditFixture = ReturnType<typeof openAuditFixture>;
