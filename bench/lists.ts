/**
 * How fast lists of 100,000 members are, as shares of what a bare server answers that runs the same
 * SQL at the same time, while one write a second goes on: node bench/lists.ts [members]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { findSession } from '#server/features/auth/sessions.ts';
import { searchDonationRows } from '#server/features/donations/queries.ts';
import { searchInvoiceRows } from '#server/features/invoices/queries.ts';
import { searchMemberRows } from '#server/features/members/queries.ts';
import { openPool, type Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { freePort } from '#test/support/program.ts';
import type { BareServerInput } from './bare/server.ts';
import { inTurn, rateOf, requestOf } from './clients.ts';
import { openOffice, type Office } from './office.ts';

const members = Number(process.argv[2] ?? 100_000);
const rounds = 5;
const pageSize = 25;
const nameParts =
  'lamin nkos dlovu humal botha aidoo okoen ithol mith merwe themb zulu retor ahlan ovend olef illa oetze adebe illia'.split(
    ' ',
  );

interface Page {
  list: 'members' | 'invoices' | 'donations';
  /** The search bodies, one after the other. */
  bodies: object[];
}

const pages: Record<string, Page> = {
  'members, first page': { list: 'members', bodies: [{}] },
  'members, second page': { list: 'members', bodies: [{ page: 2 }] },
  'members by last name': { list: 'members', bodies: [{ sortBy: 'LastName' }] },
  'members, last page': { list: 'members', bodies: [{ page: members / pageSize }] },
  'invoices, first page': { list: 'invoices', bodies: [{}] },
  'donations, first page': { list: 'donations', bodies: [{}] },
  'members by a part of the last name': {
    list: 'members',
    bodies: nameParts.map((lastName) => ({ lastName })),
  },
};

const searches = {
  members: searchMemberRows,
  invoices: searchInvoiceRows,
  donations: searchDonationRows,
};

const office = await openOffice(members);
const writes = setInterval(() => void writeOnce(office.db), 1000);
try {
  for (const [name, page] of Object.entries(pages)) await compare(office, name, page);
} finally {
  clearInterval(writes);
  await office.close();
}

async function writeOnce(db: Db): Promise<void> {
  await sql`UPDATE members SET phone = phone WHERE id = (SELECT id FROM members LIMIT 1)`.execute(
    db,
  );
}

/** By turns, so that other work on the machine affects both sides. */
async function compare(from: Office, name: string, { list, bodies }: Page): Promise<void> {
  const requests = inTurn(
    bodies.map((body) =>
      requestOf('POST', `/api/${list}/search`, JSON.stringify({ pageSize, ...body }), from.token),
    ),
  );
  const bare = await startBareServer(from, list, bodies);
  const shares: number[] = [];
  const rates: number[] = [];
  try {
    await rateOf(from.port, requests);
    for (let round = 0; round < rounds; round += 1) {
      const bareRate = await rateOf(bare.port, requests);
      const rate = await rateOf(from.port, requests);
      rates.push(rate);
      shares.push((100 * rate) / bareRate);
    }
  } finally {
    bare.process.kill();
  }
  const [least, median, most] = [0, (rounds - 1) / 2, rounds - 1].map((place) =>
    shares.toSorted((one, other) => one - other)[place]?.toFixed(0),
  );
  const rate = rates.toSorted((one, other) => one - other)[(rounds - 1) / 2]?.toFixed(0);
  console.log(`${name}: ${rate} a second, ${median} % of the bare server (${least} to ${most})`);
}

async function startBareServer(from: Office, list: Page['list'], bodies: object[]) {
  const { session, queries } = await queriesOf(from, list, bodies);
  const port = Number(await freePort());
  const child = fork(fileURLToPath(new URL('bare/server.ts', import.meta.url)));
  process.once('exit', () => child.kill());
  const input: BareServerInput = { port, databaseUrl: from.databaseUrl, session, queries };
  child.send(input);
  await once(child, 'message');
  return { port, process: child };
}

/** The SQL that the application itself runs for these requests. */
async function queriesOf(
  { databaseUrl, secret, token }: Office,
  list: Page['list'],
  bodies: object[],
) {
  const logged: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: openPool(databaseUrl, 1) });
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void logged.push(query) });
  await findSession(db, new Date(), secret, token);
  for (const body of bodies) await searches[list](db, { pageSize, ...body }).page();
  await db.destroy();
  const [session, ...queries] = logged.map(({ sql: text, parameters }) => ({
    sql: text,
    parameters,
  }));
  if (session === undefined) throw new Error('no session query');
  return { session, queries };
}
