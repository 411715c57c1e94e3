import { donationTypeNames, type DonationType } from '#contract/donations/endpoints.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { confirmConsents } from '#server/features/communication/confirm-consents.ts';
import { donate } from '#server/features/donations/donate.ts';
import { allDonationTypes } from '#server/features/donations/queries.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { issueInvoice } from '#server/features/invoices/issue-invoice.ts';
import { allMemberTypes } from '#server/features/member-types/queries.ts';
import { completeLedger } from '#server/features/ledger/complete-ledger.ts';
import type { PaymentInput } from '#server/features/payments/record-payment.ts';
import { settlePayable } from '#server/features/payments/settle-payable.ts';
import { remind } from '#server/features/renewals/daily/remind.ts';
import { runDaily } from '#server/features/renewals/daily/run-day.ts';
import { register } from '#server/features/registration/register.ts';
import type { Caller, Context } from '#server/context.ts';
import { closeMonths, receiveStatements } from './bank.ts';
import { payTwice, withCards, type CardPayment } from './cards.ts';
import { demoPassword } from '#contract/company-info/public-settings.ts';
import { writeToMembers } from './mailing.ts';
import { endMails } from './mails.ts';
import { enterTwice, workInOffice } from './office.ts';
import { describeOrganisation } from './organisation.ts';
import { personOf, seeded } from './people.ts';
import { hireStaff, type Staff } from './staff.ts';

const members = 250;
const donations = 120;
const dayMs = 86_400_000;
const year = 365;

/** Two years of an organisation, made by the product's own verbs at their moments. */
export async function fillDemo(deps: AppDeps): Promise<void> {
  const chance = seeded(7);
  const now = deps.clock.now().getTime();
  const ctx = (daysAgo: number, by: Caller | null = null): Context => ({
    db: deps.db,
    queue: deps.queue,
    at: new Date(now - Math.max(0, daysAgo) * dayMs),
    by,
  });
  // As at the first start, so that no money is taken for that of an earlier version.
  await completeLedger(ctx(2 * year));
  const staff = await hireStaff(ctx(2 * year), {
    email: deps.config.adminEmail,
    password: deps.config.adminPassword ?? demoPassword,
  });
  await describeOrganisation(ctx(2 * year, staff.chair));
  const types = await allMemberTypes(deps.db);
  const methods = await allDonationTypes(deps.db, deps.config);
  await withCards(deps, async (byCard) => {
    const scene = { ctx, chance, staff, types, methods, byCard };
    // Evenly over the two years.
    const lives = Array.from({ length: members }, (_, place) =>
      live(scene, Math.round((2 * year * (members - place)) / members), place),
    );
    const gifts = Array.from({ length: donations }, (_, place) =>
      give(scene, Math.round((2 * year * (donations - place)) / donations), place),
    );
    await inOrderOfDays([...lives, ...gifts, reminders(scene)]);
    await payTwice(ctx(2), byCard);
  });
  await runDaily(ctx(0));
  await workInOffice({ staff, ctx, chance });
  await receiveStatements({ deps, staff, ctx });
  await enterTwice({ staff, ctx });
  await writeToMembers({ staff, ctx, log: deps.log });
  await closeMonths({ staff, ctx });
  await endMails(deps);
}

/** As the days went by: otherwise a reminder of last year would be mailed today. */
async function* reminders({ ctx }: Scene): Steps {
  for (let daysAgo = 2 * year; daysAgo > 0; daysAgo -= 3) {
    yield daysAgo;
    await remind(ctx(daysAgo));
  }
}

/** Yields how many days ago its next step is, before it takes the step. */
type Steps = AsyncGenerator<number, void, void>;

/** The earliest step first, so that numbers rise with time. */
async function inOrderOfDays(all: Steps[]): Promise<void> {
  const waiting: { steps: Steps; daysAgo: number }[] = [];
  const wait = async (steps: Steps) => {
    const { done, value } = await steps.next();
    if (done !== true) waiting.push({ steps, daysAgo: value });
  };
  for (const steps of all) await wait(steps);
  while (waiting.length > 0) {
    const earliest = waiting.reduce((first, other) =>
      other.daysAgo > first.daysAgo ? other : first,
    );
    waiting.splice(waiting.indexOf(earliest), 1);
    await wait(earliest.steps);
  }
}

interface Scene {
  ctx: (daysAgo: number, by?: Caller) => Context;
  staff: Staff;
  byCard: (ctx: Context, payment: CardPayment) => Promise<void>;
  chance: () => number;
  types: MemberType[];
  methods: DonationType[];
}

async function* live(scene: Scene, daysAgo: number, place: number): Steps {
  yield daysAgo;
  const { ctx, chance, types, staff, byCard } = scene;
  const type = types[Math.floor(chance() * types.length)] as MemberType;
  const person = personOf(place, chance);
  const children = type.isFamily ? Math.floor(chance() * 5) : 0;
  const paymentType = chance() < 0.4 ? 'Credit Card' : 'EFT';
  const { invoiceId } = await register(ctx(daysAgo), {
    ...person,
    memberTypeId: type.id,
    password: demoPassword,
    confirmPassword: demoPassword,
    paymentType,
    consents: consentsOf(place),
    relatives: Array.from({ length: children }, (_, child) => ({
      ...personOf(place * 5 + child + 1, chance),
      lastName: person.lastName,
    })),
  });
  await confirmByMail(ctx(daysAgo), person.email);
  if (invoiceId === null || chance() < 0.08) return;
  let paidDaysAgo = daysAgo - Math.floor(chance() * 20);
  if (paymentType === 'Credit Card') {
    const payment = { kind: 'subscription', recordId: invoiceId, amount: type.fee } as const;
    await byCard(ctx(daysAgo), payment);
  } else {
    yield paidDaysAgo;
    const ref = { kind: 'invoice', id: invoiceId } as const;
    await settlePayable(ctx(paidDaysAgo, staff.treasurer), ref, broughtBy(person, place));
  }
  // The office works on the latest days.
  while (paidDaysAgo > year - 27 && chance() < 0.75) {
    const issuedDaysAgo = paidDaysAgo - year + 30;
    yield issuedDaysAgo;
    const renewal = await issueRenewal(ctx(issuedDaysAgo), person, type);
    paidDaysAgo = issuedDaysAgo - 10;
    if (paidDaysAgo < 0 || chance() < 0.1) return;
    yield paidDaysAgo;
    const ref = { kind: 'invoice', id: renewal } as const;
    const receipt = broughtBy(person, place + paidDaysAgo);
    await settlePayable(ctx(paidDaysAgo, staff.treasurer), ref, receipt);
  }
}

/** Two of three members want news, and one of three requests for donations. */
const consentsOf = (place: number) => ({ news: place % 3 !== 0, appeals: place % 3 === 1 });

/** By the link in the email, the same day. */
async function confirmByMail(ctx: Context, email: string): Promise<void> {
  const ticked = await ctx.db
    .selectFrom('consents')
    .select('id')
    .where('email', '=', email)
    .where('is_waiting', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (ticked !== undefined) await confirmConsents(ctx, ticked.id);
}

/** Most money comes by EFT, some of it with a text of the payer, and some in cash. */
function broughtBy(
  { lastName }: ReturnType<typeof personOf>,
  place: number,
  method: string = donationTypeNames.eft,
): PaymentInput {
  const source = 'administrator';
  if (method !== donationTypeNames.eft) return { source };
  if (place % 7 === 0) return { source, paidBy: 'Cash', bankReference: `Receipt ${400 + place}` };
  if (place % 11 === 0) return { source, paidBy: 'Cash' };
  const texts = [
    `${lastName} MEMBERSHIP`,
    `${lastName} EFT ${1000 + place}`,
    'CASH DEP BRANCH 4711',
  ];
  const bankReference = texts[place % 4]?.toUpperCase();
  return bankReference === undefined ? { source } : { source, bankReference };
}

async function issueRenewal(ctx: Context, person: ReturnType<typeof personOf>, type: MemberType) {
  const { id } = await ctx.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  return issueInvoice(ctx, {
    memberId: id,
    memberTypeId: type.id,
    payer: { ...person, address: `${person.postalAddress}\n${person.zipCode}` },
    line: `Membership: ${type.name}`,
    amountCents: Math.round(type.fee * 100),
    paymentType: 'EFT',
  });
}

/** As if both sites had an address: no donor waits for an answer. */
const transferLinks = new Map([
  [donationTypeNames.worldRemit, 'https://worldremit.example'],
  [donationTypeNames.wise, 'https://wise.example'],
]);

async function* give(scene: Scene, daysAgo: number, place: number): Steps {
  yield daysAgo;
  const { ctx, chance, methods, staff, byCard } = scene;
  const method = methods[Math.floor(chance() * methods.length)] as DonationType;
  const amount = [50, 100, 250, 500, 1000, 1234.5][Math.floor(chance() * 6)] ?? 100;
  const person = personOf(place * 3, chance);
  const { id } = await donate(
    ctx(daysAgo),
    { ...person, amount, donationTypeId: method.id },
    { transferLinks },
  );
  if (chance() >= 0.8) return;
  if (method.name === donationTypeNames.card) {
    await byCard(ctx(daysAgo), { kind: 'donation', recordId: id, amount });
  } else {
    yield daysAgo - 3;
    const receipt = broughtBy(person, place, method.name);
    await settlePayable(ctx(daysAgo - 3, staff.treasurer), { kind: 'donation', id }, receipt);
  }
}
