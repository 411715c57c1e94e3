import { sql } from 'kysely';
import type { Office } from '../office.ts';
import { watchMemory } from '../memory.ts';
import { readingOf, residentBytes } from '../process-memory.ts';
import { read, send, timeCalls, type Call } from './calls.ts';

const pageMs = 50;
const summaryMs = 1000;
const pageSize = 20;

const parts =
  'lamin nkos dlovu humal botha aidoo okoen ithol mith merwe themb zulu retor ahlan ovend olef illa oetze adebe illia'.split(
    ' ',
  );

const search = (list: string, body: object): Call => ({
  method: 'POST',
  path: `/${list}/search`,
  body: { pageSize, ...body },
});

/** The lists and pages that administrators open most. */
export async function measureLists(office: Office): Promise<void> {
  const { rows: members } = await sql<{ id: string; number: number; email: string }>`
    SELECT id, number, email FROM members
    WHERE number IS NOT NULL AND archived_at IS NULL AND number % 20001 < 2
    ORDER BY number`.execute(office.db);
  const statuses = await read<{ id: string; name: string }[]>(office, {
    method: 'GET',
    path: '/memberstatuses',
  });
  const pending = statuses.find(({ name }) => name === 'Pending')?.id;
  const { totalCount } = await read<{ totalCount: number }>(office, search('members', {}));
  const time = (name: string, calls: Call[], times = 50) =>
    timeCalls(office, name, { calls, times, target: pageMs });
  console.log(`${totalCount.toLocaleString('en')} members on the list`);
  await time('members, first page', [search('members', {})]);
  await time('members, second page', [search('members', { page: 2 })]);
  await time('members by last name', [search('members', { sortBy: 'LastName' })]);
  await time(
    'members by number',
    members.map(({ number }) =>
      search('members', { membershipNumber: String(number).padStart(5, '0') }),
    ),
  );
  await time(
    'members by email',
    members.map(({ email }) => search('members', { email })),
  );
  await time(
    'members by a part of the last name',
    parts.map((lastName) => search('members', { lastName })),
  );
  await time('members waiting for payment', [search('members', { memberStatusID: pending })], 20);
  await time(
    'members, last page',
    [search('members', { page: Math.ceil(totalCount / pageSize) })],
    10,
  );
  await time('invoices, first page', [search('invoices', {})]);
  await time('donations, first page', [search('donations', {})]);
  await time(
    "the member's page: the member",
    members.map(({ id }) => ({ method: 'GET', path: `/members/${id}` })),
  );
  await time(
    "the member's page: open invoice",
    members.map(({ id }) => search('invoices', { memberId: id, isPaid: false, pageSize: 100 })),
  );
  await time(
    "the member's page: relatives",
    members.map(({ id }) => search('members/relatives', { mainMemberId: id, pageSize: 50 })),
  );
}

export async function measureSummaries(office: Office): Promise<void> {
  for (const list of ['members', 'invoices', 'donations']) {
    const calls: Call[] = [{ method: 'GET', path: `/${list}/summary` }];
    await timeCalls(office, `summary of ${list}`, { calls, times: 10, target: summaryMs });
  }
}

const files = 2;

/** The file of all members, several times: memory that grows with the rows would grow each time. */
export async function measureExport(office: Office): Promise<void> {
  const watch = watchMemory(() => readingOf(office.pid));
  for (let n = 0; n < files; n += 1) {
    const start = performance.now();
    const { bytes, lines } = await readFile(office);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(
      `members as a file: ${lines - 1} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s; memory ${(residentBytes(office.pid) / 1e6).toFixed(0)} MB after it`,
    );
  }
  console.log(watch.stop().table);
}

async function readFile(office: Office): Promise<{ bytes: number; lines: number }> {
  const reply = await send(office, { ...search('members', {}), accept: 'text/csv' });
  let [bytes, lines] = [0, 0];
  for await (const piece of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) lines += 1;
  }
  return { bytes, lines };
}
