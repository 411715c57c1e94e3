/**
 * Sixteen clients write at once: administrators enter members and issue invoices, visitors donate.
 * Then the numbers are checked in the database: node bench/writes.ts [members] [seconds]
 */
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { createMember } from '#contract/members/endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { rateOf, requestOf } from './clients.ts';
import { checkNumbers } from './check-numbers.ts';
import { openOffice, type Office } from './office.ts';

const members = Number(process.argv[2] ?? 1000);
const seconds = Number(process.argv[3] ?? 5);
const rounds = 5;

// A visitor may donate 120 times a minute, which is not the question here.
const office = await openOffice(members, { RATE_LIMITS: 'off' });
try {
  const { memberTypeID, donationTypeId } = await idsOf(office);
  const person = { firstName: 'Sibusiso', lastName: 'Nkosi' };
  const rates: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    const made = {
      'members entered': await write(office, createMember, office.token, (email) => ({
        ...person,
        email,
        memberTypeID,
      })),
      'donations by EFT': await write(office, donate, undefined, (email) => ({
        ...person,
        email,
        donationTypeId,
        amount: 50,
      })),
      'invoices issued': await write(office, createInvoice, office.token, (email) => ({
        userFirstName: person.firstName,
        userLastName: person.lastName,
        userEmail: email,
        line: 'A guided walk',
        amount: 120,
        paymentType: 'EFT',
      })),
    };
    // The first round warms up.
    for (const [name, rate] of Object.entries(round > 0 ? made : {}))
      (rates[name] ??= []).push(rate);
  }
  for (const [name, each] of Object.entries(rates)) report(name, each);
  await checkNumbers(office, members);
} finally {
  await office.close();
}

async function idsOf({ db }: Office) {
  const type = await db.selectFrom('member_types').select('id').executeTakeFirstOrThrow();
  const eft = await db
    .selectFrom('donation_types')
    .select('id')
    .where('name', '=', 'EFT')
    .executeTakeFirstOrThrow();
  return { memberTypeID: type.id, donationTypeId: eft.id };
}

/** Calls a second. Each has an address of its own. */
function write(
  { port }: Office,
  { method, path, status = 200 }: EndpointShape,
  token: string | undefined,
  bodyOf: (email: string) => object,
): Promise<number> {
  let count = 0;
  const start = performance.now().toFixed(0);
  const next = () => {
    const body = bodyOf(`${start}.${++count}@example.org`);
    return requestOf(method, `/api${path}`, JSON.stringify(body), token);
  };
  return rateOf(port, next, { seconds, status });
}

function report(name: string, rates: number[]): void {
  const sorted = rates.toSorted((one, other) => one - other).map((rate) => rate.toFixed(0));
  console.log(`${name}: ${sorted[(rounds - 1) / 2]} a second (${sorted[0]} to ${sorted.at(-1)})`);
}
