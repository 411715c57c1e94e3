import { donationTypeNames, type DonationType } from '#contract/donations/endpoints.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { donate } from '#server/features/donations/donate.ts';
import { allDonationTypes } from '#server/features/donations/queries.ts';
import type { Site } from '#server/app-deps.ts';
import { issueInvoice } from '#server/features/invoices/issue-invoice.ts';
import { allMemberTypes } from '#server/features/member-types/queries.ts';
import { settleDonation } from '#server/features/payments/settle-donation.ts';
import { settleInvoice } from '#server/features/payments/settle-invoice.ts';
import { runDay } from '#server/features/renewals/daily/run-day.ts';
import { register } from '#server/features/registration/register.ts';
import type { Caller, Work } from '#server/context.ts';
import { payTwice, withCards, type CardPayment } from './cards.ts';
import { writeToMembers } from './mailing.ts';
import { endMails } from './mails.ts';
import { workInOffice } from './office.ts';
import { describeOrganisation } from './organisation.ts';
import { personOf, seeded } from './people.ts';
import { hireStaff, type Staff } from './staff.ts';

const members = 250;
const donations = 120;
const dayMs = 86_400_000;
const year = 365;
export const demoPassword = 'Demo123';

/** Two years of an organisation, made by the product's own verbs at their moments. */
export async function fillDemo(site: Site): Promise<void> {
  const chance = seeded(7);
  const now = site.clock.now().getTime();
  const work = (daysAgo: number, by: Caller | null = null): Work => ({
    db: site.db,
    queue: site.queue,
    at: new Date(now - Math.max(0, daysAgo) * dayMs),
    by,
  });
  const staff = await hireStaff(work(2 * year), {
    email: site.config.adminEmail,
    password: site.config.adminPassword ?? demoPassword,
  });
  await describeOrganisation(work(2 * year, staff.chair));
  const types = await allMemberTypes(site.db);
  const methods = await allDonationTypes(site.db, site.config);
  await withCards(site, async (byCard) => {
    const scene = { work, chance, staff, types, methods, byCard };
    for (let place = 0; place < members; place += 1) {
      // Evenly over the two years, the latest last, so that numbers rise with time.
      const daysAgo = Math.round((2 * year * (members - place)) / members);
      await live(scene, daysAgo, place);
    }
    for (let place = 0; place < donations; place += 1) {
      const daysAgo = Math.round((2 * year * (donations - place)) / donations);
      await give(scene, daysAgo, place);
    }
    await payTwice(work(2), byCard);
  });
  await runDay(work(0));
  await workInOffice({ staff, work, chance });
  await writeToMembers({ staff, work, log: site.log });
  await endMails(site);
}

interface Scene {
  work: (daysAgo: number, by?: Caller) => Work;
  staff: Staff;
  byCard: (work: Work, payment: CardPayment) => Promise<void>;
  chance: () => number;
  types: MemberType[];
  methods: DonationType[];
}

async function live(scene: Scene, daysAgo: number, place: number) {
  const { work, chance, types, staff, byCard } = scene;
  const type = types[Math.floor(chance() * types.length)] as MemberType;
  const person = personOf(place, chance);
  const children = type.isFamily ? Math.floor(chance() * 5) : 0;
  const paymentType = chance() < 0.4 ? 'Credit Card' : 'EFT';
  const { invoiceId } = await register(work(daysAgo), {
    ...person,
    memberTypeId: type.id,
    password: demoPassword,
    confirmPassword: demoPassword,
    paymentType,
    relatives: Array.from({ length: children }, (_, child) => ({
      ...personOf(place * 5 + child + 1, chance),
      lastName: person.lastName,
    })),
  });
  if (invoiceId === null || chance() < 0.08) return;
  let paidDaysAgo = daysAgo - Math.floor(chance() * 20);
  if (paymentType === 'Credit Card') {
    const payment = { kind: 'subscription', recordId: invoiceId, amount: type.fee } as const;
    await byCard(work(daysAgo), payment);
  } else {
    await settleInvoice(work(paidDaysAgo, staff.treasurer), { invoiceId, source: 'administrator' });
  }
  while (paidDaysAgo > year - 40 && chance() < 0.75) {
    const renewal = await issueRenewal(work(paidDaysAgo - year + 30), person, type);
    paidDaysAgo = paidDaysAgo - year + 20;
    if (paidDaysAgo < 0 || chance() < 0.1) return;
    const receipt = { invoiceId: renewal, source: 'administrator' } as const;
    await settleInvoice(work(paidDaysAgo, staff.treasurer), receipt);
  }
}

async function issueRenewal(work: Work, person: ReturnType<typeof personOf>, type: MemberType) {
  const { id } = await work.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  return issueInvoice(work, {
    memberId: id,
    memberTypeId: type.id,
    payer: { ...person, address: `${person.postalAddress}\n${person.zipCode}` },
    line: `Membership: ${type.name}`,
    amountCents: Math.round(type.fee * 100),
    paymentType: 'EFT',
  });
}

async function give(scene: Scene, daysAgo: number, place: number) {
  const { work, chance, methods, staff, byCard } = scene;
  const method = methods[Math.floor(chance() * methods.length)] as DonationType;
  const amount = [50, 100, 250, 500, 1000, 1234.5][Math.floor(chance() * 6)] ?? 100;
  const person = personOf(place * 3, chance);
  const { id } = await donate(work(daysAgo), { ...person, amount, donationTypeId: method.id });
  if (chance() >= 0.8) return;
  if (method.name === donationTypeNames.card) {
    await byCard(work(daysAgo), { kind: 'donation', recordId: id, amount });
  } else {
    const receipt = { donationId: id, source: 'administrator' } as const;
    await settleDonation(work(daysAgo - 3, staff.treasurer), receipt);
  }
}
