import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { createMember } from '#contract/members/endpoints.ts';
import { donate } from '#contract/donations/endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { checkNumbers } from './check-numbers.ts';
import { rateOf, requestOf } from './clients.ts';
import type { Office } from './office.ts';

const rounds = 5;

/**
 * Sixteen clients enter members, donate and issue invoices, each for some seconds a turn. Then the
 * numbers taken since the database was filled with `seeded` of each are checked.
 */
export async function measureWrites(
  office: Office,
  { seeded, seconds }: { seeded: number; seconds: number },
): Promise<void> {
  const { memberTypeID, donationTypeId } = await idsOf(office);
  const person = { firstName: 'Sibusiso', lastName: 'Nkosi' };
  const writes: Record<string, Write> = {
    'members entered': {
      endpoint: createMember,
      token: office.token,
      bodyOf: (email) => ({ ...person, email, memberTypeID }),
    },
    'donations by EFT': {
      endpoint: donate,
      bodyOf: (email) => ({ ...person, email, donationTypeId, amount: 50 }),
    },
    'invoices issued': {
      endpoint: createInvoice,
      token: office.token,
      bodyOf: (email) => ({
        userFirstName: person.firstName,
        userLastName: person.lastName,
        userEmail: email,
        line: 'A guided walk',
        amount: 120,
        paymentType: 'EFT',
      }),
    },
  };
  const rates: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, each] of Object.entries(writes)) {
      const rate = await write(office, each, seconds);
      // The first round warms up.
      if (round > 0) (rates[name] ??= []).push(rate);
    }
  }
  for (const [name, each] of Object.entries(rates)) report(name, each);
  await checkNumbers(office, seeded);
}

interface Write {
  endpoint: EndpointShape;
  token?: string;
  bodyOf: (email: string) => object;
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
  { endpoint: { method, path, status = 200 }, token, bodyOf }: Write,
  seconds: number,
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
