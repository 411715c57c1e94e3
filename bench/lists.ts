/**
 * How fast the lists of an office of 100,000 members are, as shares of what the machine can do at
 * the same moment: node bench/lists.ts [members]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import { openPool } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { searchMemberRows } from '#server/features/members/queries.ts';
import { freePort } from '#test/support/program.ts';
import { rateOf, requestOf } from './clients.ts';
import { openOffice, type Office } from './office.ts';
import { hasPgbench, pgbenchRateOf } from './pgbench.ts';

const members = Number(process.argv[2] ?? 100_000);
const rounds = 5;
const pageSize = 25;
const parts =
  'lamin nkos dlovu humal botha aidoo okoen ithol mith merwe themb zulu retor ahlan ovend olef illa oetze adebe illia'.split(
    ' ',
  );

const office = await openOffice(members);
try {
  await comparePages(office);
  await compareSearches(office);
} finally {
  await office.close();
}

function listing({ token }: Office, list: string, body: object): Buffer {
  return requestOf('POST', `/api/${list}/search`, JSON.stringify({ pageSize, ...body }), token);
}

/** The first pages of lists, and a last one, against a bare server with a body as long. */
async function comparePages(from: Office): Promise<void> {
  const pages = {
    // Kept for as long as nobody writes; the second is read each time. Decision 30.
    'members, first page': listing(from, 'members', {}),
    'members, second page': listing(from, 'members', { page: 2 }),
    'members by last name': listing(from, 'members', { sortBy: 'LastName' }),
    'members, last page': listing(from, 'members', { page: members / pageSize }),
    'invoices, first page': listing(from, 'invoices', {}),
    'donations, first page': listing(from, 'donations', {}),
  };
  const bare = await startBareServer(await lengthOf(from));
  try {
    for (const [name, request] of Object.entries(pages)) {
      await compare(name, 'a bare node:http reply', {
        ours: () => rateOf(from.port, [request]),
        theirs: () => rateOf(bare.port, [request]),
      });
    }
  } finally {
    bare.process.kill();
  }
}

async function lengthOf({ port, token }: Office): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/members/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pageSize }),
  });
  const text = await reply.text();
  const { data } = JSON.parse(text) as { data: { results: unknown[]; totalCount: number } };
  console.log(
    `A page of ${data.results.length} of ${data.totalCount} members is ${text.length} characters long.\n`,
  );
  return Buffer.byteLength(text);
}

async function startBareServer(bytes: number) {
  const port = Number(await freePort());
  const program = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = fork(program, [String(port), String(bytes)]);
  process.once('exit', () => child.kill());
  await once(child, 'message');
  return { port, process: child };
}

/** A search by a part of a last name, against the same SQL without us. */
async function compareSearches(from: Office): Promise<void> {
  if (!hasPgbench) {
    console.log(
      'pgbench is not installed (Debian: postgresql-contrib): searches are not compared.',
    );
    return;
  }
  const requests = parts.map((lastName) => listing(from, 'members', { lastName }));
  const queries = await queriesOf(from);
  await compare('members by a part of the last name', 'the same SQL in pgbench', {
    ours: () => rateOf(from.port, requests),
    theirs: () => pgbenchRateOf(from.databaseUrl, queries),
  });
}

async function queriesOf({ databaseUrl }: Office): Promise<CompiledQuery[]> {
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: openPool(databaseUrl, 1) });
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void asked.push(query) });
  for (const lastName of parts) await searchMemberRows(db, { lastName, pageSize }).page();
  await db.destroy();
  return asked;
}

interface Contest {
  ours: () => Promise<number>;
  theirs: () => Promise<number>;
}

/** Turn by turn, so that whatever else the machine does meets both. */
async function compare(name: string, what: string, { ours, theirs }: Contest): Promise<void> {
  await ours();
  const shares: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const theirRate = await theirs();
    const ourRate = await ours();
    rates.push(ourRate);
    shares.push((100 * ourRate) / theirRate);
  }
  const [least, middle, most] = [0, (rounds - 1) / 2, rounds - 1].map((place) =>
    shares.toSorted((one, other) => one - other)[place]?.toFixed(1),
  );
  const rate = rates.toSorted((one, other) => one - other)[(rounds - 1) / 2]?.toFixed(0);
  console.log(`${name}: ${rate} a second, ${middle} % of ${what} (${least} to ${most})`);
}
