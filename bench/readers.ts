import { setTimeout } from 'node:timers/promises';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { getInvoicePdf, searchInvoices } from '#contract/invoices/endpoints.ts';
import { getMember, searchMembers } from '#contract/members/endpoints.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { addressOf, callOf, openClient, type Call } from './http-client.ts';
import type { Office } from './office.ts';

export interface Read {
  path: string;
  status: number;
  milliseconds: number;
}

const names = ['Dlamini', 'Nkosi', 'Botha', 'Naidoo', 'van der Merwe', 'Khumalo', 'Xaba'];
const pauseMs = 1000;

/**
 * Half of the people are administrators in lists, half are members in their profile. Each waits one
 * to two seconds before the next request, and opens a PDF now and then.
 */
export async function startReaders(office: Office, people: number) {
  const reads: Read[] = [];
  const stopping = new AbortController();
  const members = await someMembers(office, people);
  const calls = await Promise.all(
    members.map(async (member, n) =>
      n % 2 === 0 ? administratorCalls(office, member, n) : memberCalls(office, member),
    ),
  );
  const reading = Promise.all(
    calls.map((own, n) => readInTurn({ office, n, calls: own, reads, signal: stopping.signal })),
  );
  return {
    async stop(): Promise<Read[]> {
      stopping.abort();
      await reading;
      return reads;
    },
  };
}

function someMembers({ db }: Office, count: number) {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('invoices as i', 'i.member_id', 'm.id')
    .select(['m.id', 'm.last_name', 'u.id as userId', 'i.id as invoiceId'])
    .orderBy('m.id')
    .limit(count)
    .execute();
}

type Member = Awaited<ReturnType<typeof someMembers>>[number];

interface Reader {
  office: Office;
  n: number;
  calls: Call[];
  reads: Read[];
  signal: AbortSignal;
}

async function readInTurn({ office, n, calls, reads, signal }: Reader): Promise<void> {
  const client = openClient(office.port, addressOf(n));
  for (let turn = n; !signal.aborted; turn += 1) {
    await setTimeout(pauseMs * (1 + Math.random()), undefined, { signal }).catch(() => {});
    const call = calls[turn % calls.length];
    if (call === undefined || signal.aborted) break;
    const { status, milliseconds } = await client.send(call);
    reads.push({ path: call.path, status, milliseconds });
  }
  client.close();
}

function administratorCalls({ token }: Office, member: Member, n: number): Call[] {
  const search = (body: object) => ({ body: { pageSize: 20, ...body }, token });
  return [
    callOf(searchMembers, search({})),
    callOf(searchMembers, search({ lastName: names[n % names.length] })),
    callOf(getMember, { params: { id: member.id }, token }),
    callOf(searchInvoices, search({ memberId: member.id })),
    callOf(searchInvoices, search({})),
    callOf(searchMembers, search({ page: 2 + n })),
    callOf(searchDonations, search({})),
    callOf(searchAudit, search({})),
    callOf(getInvoicePdf, { params: { id: member.invoiceId }, token }),
    callOf(searchMembers, search({ lastName: member.last_name.slice(1, 5) })),
    callOf(searchInvoices, search({ userLastName: member.last_name })),
  ];
}

async function memberCalls({ db, secret }: Office, member: Member): Promise<Call[]> {
  const token = await startSession(db, new Date(), secret, {
    id: member.userId,
    firstName: 'Thandi',
    lastName: member.last_name,
    role: 'Member',
    profilePicture: '',
    memberId: member.id,
  });
  return [
    { method: 'GET', path: '/member/profile' },
    callOf(getMember, { params: { id: member.id }, token }),
    callOf(searchRelatives, { body: { mainMemberId: member.id }, token }),
    callOf(searchInvoices, { body: { pageSize: 10 }, token }),
    callOf(getInvoicePdf, { params: { id: member.invoiceId }, token }),
    { method: 'GET', path: '/donate' },
  ];
}
