/**
 * Sixteen administrators enter members and issue invoices at once; then the numbers are looked at
 * in the database: node bench/writes.ts [rounds]
 */
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { createMember } from '#contract/members/endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { openOffice, type Office } from './office.ts';

const clients = 16;
const rounds = Number(process.argv[2] ?? 50);
const town = 1000;

const office = await openOffice(town);
try {
  await write(office);
  const invoices = await lookAt(office, 'invoices');
  const members = await lookAt(office, 'members');
  if (!invoices || !members) process.exitCode = 1;
} finally {
  await office.close();
}

async function write(at: Office): Promise<void> {
  const type = await at.db.selectFrom('member_types').select('id').executeTakeFirstOrThrow();
  const start = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      let errors = 0;
      for (let round = 0; round < rounds; round += 1) {
        const email = `entered.${client}.${round}@example.org`;
        const person = { firstName: 'Sibusiso', lastName: 'Nkosi', email };
        const member = await post(at, createMember, { ...person, memberTypeID: type.id });
        const invoice = await post(at, createInvoice, {
          userFirstName: 'Sibusiso',
          userLastName: 'Nkosi',
          userEmail: email,
          address: '',
          line: 'A guided walk',
          amount: 120,
          paymentType: 'EFT',
        });
        errors += [member, invoice].filter((status) => status !== 201).length;
      }
      return errors;
    }),
  );
  const requests = 2 * clients * rounds;
  const seconds = (performance.now() - start) / 1000;
  const errors = outcomes.reduce((sum, count) => sum + count, 0);
  console.log(
    `${requests} calls by ${clients} clients: ${(requests / seconds).toFixed(0)} a second, ${errors} errors`,
  );
  if (errors > 0) process.exitCode = 1;
}

async function post(at: Office, { path }: EndpointShape, body: object): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${at.port}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await reply.arrayBuffer();
  return reply.status;
}

/** The numbers assigned during the run must be unique and without gaps. */
async function lookAt({ db }: Office, table: 'invoices' | 'members'): Promise<boolean> {
  const rows = await db
    .selectFrom(table)
    .select('number')
    .where('number', '>', town)
    .orderBy('number')
    .execute();
  const numbers = rows.map(({ number }) => number ?? 0);
  const duplicates = numbers.length - new Set(numbers).size;
  const gaps = numbers.filter((number, place) => number !== town + 1 + place).length;
  const isWhole = numbers.length === clients * rounds && duplicates === 0 && gaps === 0;
  console.log(`${table}: ${numbers.length} numbers, ${duplicates} twice, ${gaps} out of place`);
  return isWhole;
}
