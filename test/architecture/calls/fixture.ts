import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { createMemberStatus } from '#contract/member-statuses/endpoints.ts';
import { createMemberType } from '#contract/member-types/endpoints.ts';
import { createMember } from '#contract/members/endpoints.ts';
import { createRelative } from '#contract/members/relatives.ts';
import { createUser } from '#contract/users/endpoints.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import {
  naledi,
  password,
  registered,
  sibusisosForm,
  tokenOf,
  typeId,
} from '#test/support/people.ts';
import type { Call, Options, Prepare } from './call.ts';

/**
 * Makes calls and the records that they need. `made` and the like are new each time, so that no call affects
 * another; `member`, `invoice` and `donation` are the first with a number above `above`.
 */
export async function openFixture(app: TestApp, above = 0) {
  const { id: adminId, token } = await naledi(app);
  const as = { token };
  let count = 0;
  const email = () => `called-${++count}@example.org`;
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

  const forms = {
    user: () => ({ ...person(), password }),
    member: () => sibusisosForm(app, { email: email() }),
    relative: async () => ({ ...person(), mainMemberId: (await someone('FAMILY')).memberId }),
    type: (fee = 10) => ({ name: email(), fee }),
    status: () => ({ name: email() }),
    invoice: () => ({
      userFirstName: 'Nomsa',
      userLastName: 'Dlamini',
      userEmail: email(),
      line: 'Printing',
      amount: 10,
      paymentType: 'EFT' as const,
    }),
  };
  const made = {
    user: () => callApi(app, createUser, { body: forms.user() }, as),
    member: async () => callApi(app, createMember, { body: await forms.member() }, as),
    relative: async () => callApi(app, createRelative, { body: await forms.relative() }, as),
    type: (fee?: number) => callApi(app, createMemberType, { body: forms.type(fee) }, as),
    status: () => callApi(app, createMemberStatus, { body: forms.status() }, as),
    invoice: () => callApi(app, createInvoice, { body: forms.invoice() }, as),
  };
  /** The path parameters for a record that was just created. */
  const of = async (reply: Promise<{ data: { id: string } }>) => ({
    params: { id: (await reply).data.id },
  });

  if (above === 0) {
    await payer();
    await pledged(app);
  }
  const records = await recordsAbove(app, above);

  return {
    app,
    adminId,
    as,
    email,
    person,
    someone,
    payer,
    forms,
    made,
    of,
    ...records,
    ...makers(app, token, records),
  };
}

/** Makes calls by the administrator with this token, and by others. */
function makers(app: TestApp, token: string, { member }: { member: { userId: string } }) {
  const tokens = {
    administrator: async () => token,
    member: () => tokenOf(app, member.userId),
    nobody: async () => undefined,
  };

  /** A call with this input. Only the call is measured, not how the input is made. */
  function call<E extends EndpointShape>(
    endpoint: E,
    input: InputOf<E> | (() => InputOf<E> | Promise<InputOf<E>>),
    options: Options = {},
  ): Call {
    const { by = 'administrator', headers = {} } = options;
    const makeInput = async () =>
      typeof input === 'function' ? (input as () => InputOf<E>)() : input;
    const prepare = async () => {
      const sent = await makeInput();
      const caller = await (typeof by === 'function' ? by() : tokens[by]());
      return () => callApi(app, endpoint, sent, { ...(caller && { token: caller }), headers });
    };
    return { ...options, endpoint, prepare };
  }

  /** A call that is more than one request, or that is sent in another way. */
  const run = (endpoint: EndpointShape, prepare: Prepare, options: Options = {}): Call => ({
    ...options,
    endpoint,
    prepare,
  });

  return { call, run };
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** An active member with an invoice, and a donation. */
async function recordsAbove(app: TestApp, above: number) {
  const member = await app.db
    .selectFrom('members')
    .innerJoin('member_statuses', 'member_statuses.id', 'member_status_id')
    .where('members.number', '>', above)
    .where('archived_at', 'is', null)
    .where('member_statuses.name', '=', 'Active')
    .orderBy('members.number')
    .select(['members.id', 'user_id as userId', 'email'])
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('users')
    .set({ email_proved_at: app.clock.now() })
    .where('id', '=', member.userId)
    .execute();
  const invoice = await app.db
    .selectFrom('invoices')
    .where('member_id', '=', member.id)
    .select(['id', 'number'])
    .executeTakeFirstOrThrow();
  const donation = await app.db
    .selectFrom('donations')
    .where('number', '>', above)
    .orderBy('number')
    .select(['id', 'email'])
    .executeTakeFirstOrThrow();
  return { member, invoice, donation };
}
