import { createHook } from 'node:async_hooks';
import { sql } from 'kysely';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { issueInvoice } from '#server/features/invoices/issue-invoice.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { typeId } from './people.ts';
import type { TestApp } from './app.ts';

/** A member's number, type, status and periods, which payments change. */
export async function membershipOf(app: TestApp, memberId: string) {
  const member = await app.db
    .selectFrom('members as m')
    .innerJoin('member_types as t', 't.id', 'm.member_type_id')
    .innerJoin('member_statuses as s', 's.id', 'm.member_status_id')
    .where('m.id', '=', memberId)
    .select(['m.number', 't.name as type', 's.name as status', 'm.status_set_by as statusSetBy'])
    .executeTakeFirstOrThrow();
  const periods = await app.db
    .selectFrom('membership_periods')
    .where('member_id', '=', memberId)
    .select(['starts_on', 'ends_on'])
    .orderBy('starts_on')
    .execute();
  return { ...member, periods: periods.map((period) => [period.starts_on, period.ends_on]) };
}

/** An invoice with its payments and its mails. */
export async function rowsOf(app: TestApp, invoiceId: string) {
  const { db } = app;
  const invoice = await db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .execute();
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .where(isAbout(invoiceId))
    .orderBy('kind')
    .execute();
  return { invoice, payments, mails };
}

/** An unpaid membership invoice for the member. */
export async function openInvoice(app: TestApp, memberId: string, type: string): Promise<string> {
  return issueInvoice(app.ctx(), {
    memberId,
    memberTypeId: await typeId(app, type),
    payer: { firstName: 'Thandi', lastName: 'Dlamini', email: 'thandi@example.org', address: '' },
    line: `Membership: ${type}`,
    amountCents: 45_000,
    paymentType: 'EFT',
  });
}

export async function setStatusByHand(
  app: TestApp,
  memberId: string,
  status: string,
  adminId: string,
): Promise<void> {
  await app.db
    .updateTable('members')
    .set({
      member_status_id: await statusId(app.db, status),
      status_set_by: adminId,
      status_set_at: app.clock.now(),
      deactivated_reason: 'By hand',
    })
    .where('id', '=', memberId)
    .execute();
}

/** The last used number of a counter. */
export async function lastUsed(app: TestApp, name: 'invoice' | 'member'): Promise<number> {
  const row = await app.db
    .selectFrom('counters')
    .select('last_used')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.last_used;
}

/** The number of rows in each table of the domain. */
export async function allRows(app: TestApp) {
  const { db } = app;
  const one = await db
    .selectNoFrom((none) =>
      tables.map((table) =>
        none
          .selectFrom(table)
          .select(sql<number>`count(*)`.as('count'))
          .as(table),
      ),
    )
    .executeTakeFirstOrThrow();
  return one as Record<(typeof tables)[number], number>;
}

const tables = [
  'users',
  'members',
  'member_relatives',
  'invoices',
  'payments',
  'membership_periods',
  'mails',
  'idempotency_keys',
] as const;

export async function archive(app: TestApp, memberId: string): Promise<void> {
  await app.db
    .updateTable('members')
    .set({ archived_at: app.clock.now() })
    .where('id', '=', memberId)
    .execute();
}

/** Argon2 runs as native work, which its binding gives no name. */
export async function countHashings(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'undefined') count += 1;
    },
  }).enable();
  await work();
  hook.disable();
  return count;
}
