import { sql } from 'kysely';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { compareMembers } from '#server/features/duplicates/compare-members.ts';
import { createInvoice } from '#server/features/invoices/create-invoice.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import { voidInvoice } from '#server/features/invoices/void-invoice.ts';
import { resendInvoice } from '#server/features/invoices/send-invoice.ts';
import { createMember } from '#server/features/members/create-member.ts';
import { deleteMember } from '#server/features/members/delete-member.ts';
import { updateMember } from '#server/features/members/update-member.ts';
import { createMemberStatus } from '#server/features/member-statuses/change-member-statuses.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import {
  createMemberType,
  updateMemberType,
} from '#server/features/member-types/change-member-types.ts';
import { allMemberTypes } from '#server/features/member-types/queries.ts';
import { undoPayments } from '#server/features/payments/corrections/undo-payments.ts';
import { settlePayable } from '#server/features/payments/settle-payable.ts';
import type { Caller, Context } from '#server/context.ts';
import { personOf } from './people.ts';
import type { Staff } from './staff.ts';

interface Office {
  staff: Staff;
  /** Runs an action a number of days in the past. */
  ctx: (daysAgo: number, by: Caller | null) => Context;
  chance: () => number;
}

/** Data that registrations do not create, so that every screen has content and a history. */
export async function workInOffice(office: Office): Promise<void> {
  await changeMembers(office);
  await enterMembers(office);
  await keepInvoices(office);
  await keepTypes(office);
}

async function changeMembers({ staff, ctx }: Office) {
  const { db } = ctx(0, null);
  const paid = await db
    .selectFrom('members')
    .select('id')
    .where('number', 'is not', null)
    .where('member_status_id', '=', await statusId(db, statusNames.active))
    .orderBy(sql`number % 7`)
    .orderBy('number')
    .limit(12)
    .execute();
  const [moved, corrected, older, honorary, patron, ...leaving] = paid.map(({ id }) => id);
  const bySecretary = (daysAgo: number) => ctx(daysAgo, staff.secretary);
  const street = { postalAddress: '7 Knobthorn Lane\nNelspruit', zipCode: '1200' };
  if (moved) {
    await updateMember(bySecretary(16), moved, { phone: '013 555 0177' });
    await updateMember(bySecretary(3), moved, street);
  }
  if (corrected) await updateMember(bySecretary(9), corrected, { firstName: 'Nomvula' });
  if (older) await updateMember(bySecretary(4), older, { memberTypeID: await typeIn(db, 'Pens') });
  const { id: memberStatusID } = await createMemberStatus(ctx(40, staff.chair), {
    name: 'Honorary',
  });
  for (const id of [honorary, patron]) {
    if (id) await updateMember(ctx(39, staff.chair), id, { memberStatusID });
  }
  const reason = 'Asked to leave: moved abroad';
  const deactivated = await statusId(db, statusNames.deactivated);
  for (const [place, id] of leaving.entries()) {
    if (place === 0) await deleteMember(bySecretary(2), id);
    else {
      await updateMember(bySecretary(10 + place), id, {
        memberStatusID: deactivated,
        deactivatedReason: reason,
      });
    }
  }
}

async function enterMembers({ staff, ctx, chance }: Office) {
  for (let place = 0; place < 3; place += 1) {
    const person = personOf(401 + place, chance);
    const memberTypeID = await typeIn(ctx(0, null).db, 'Individual');
    await createMember(ctx(6 - place, staff.secretary), { ...person, memberTypeID });
  }
}

/** A member who had forgotten the old registration, entered by the office under another address. */
export async function enterTwice({ staff, ctx }: Omit<Office, 'chance'>): Promise<void> {
  const { db } = ctx(0, null);
  const old = await db
    .selectFrom('members')
    .select(['first_name', 'last_name', 'phone', 'postal_address', 'zip_code'])
    .where('number', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy('number')
    .offset(20)
    .limit(1)
    .executeTakeFirstOrThrow();
  await createMember(ctx(5, staff.secretary), {
    title: null,
    firstName: old.first_name,
    lastName: old.last_name,
    email: 'home.address.7@example.org',
    phone: old.phone,
    postalAddress: old.postal_address,
    zipCode: old.zip_code,
    memberTypeID: await typeIn(db, 'Individual'),
  });
  await compareMembers({ db });
}

async function keepInvoices({ staff, ctx }: Office) {
  const byTreasurer = (daysAgo: number) => ctx(daysAgo, staff.treasurer);
  const hire = { amount: 1500, paymentType: 'EFT' as const, line: 'Hire of the education centre' };
  const school = {
    userFirstName: 'Palesa',
    userLastName: 'Molefe',
    userEmail: 'accounts@school.example.org',
    address: 'Hoedspruit Primary School\n2 Buffalo Street\nHoedspruit',
  };
  const wrong = await createInvoice(byTreasurer(2), { ...school, ...hire, amount: 15_000 });
  await voidInvoice(byTreasurer(2), wrong.id, 'Typed the wrong amount');
  const right = await createInvoice(byTreasurer(2), { ...school, ...hire });
  await resendInvoice(byTreasurer(2), right.id);
  await createInvoice(byTreasurer(1), { ...school, ...hire, line: 'Guided walk for 20 pupils' });
  const waiting = await ctx(0, null)
    .db.selectFrom('invoices')
    .select('id')
    .where(whereOpen('invoices'))
    .where('member_type_id', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return;
  const ref = { kind: 'invoice', id: waiting.id } as const;
  await settlePayable(byTreasurer(1), ref, { source: 'administrator' });
  await undoPayments(byTreasurer(0), ref, { reason: 'It was for someone of the same name' });
}

async function keepTypes({ staff, ctx }: Office) {
  const byChair = (daysAgo: number) => ctx(daysAgo, staff.chair);
  const { id } = await createMemberType(byChair(300), {
    name: 'Corporate',
    description: 'For businesses. No longer offered.',
    fee: 5000,
  });
  await updateMemberType(byChair(90), id, { isRetired: true });
  const student = await typeIn(ctx(0, null).db, 'Student');
  await updateMemberType(byChair(30), student, {
    description: 'For full-time students, with proof of registration.',
  });
}

async function typeIn(db: Context['db'], name: string): Promise<string> {
  const types = await allMemberTypes(db);
  return types.find((type) => type.name.startsWith(name))?.id ?? '';
}
