import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { login } from '#contract/auth/endpoints.ts';
import { listDonationTypes } from '#contract/donations/endpoints.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { getInvoicePdf, searchInvoices } from '#contract/invoices/endpoints.ts';
import { getMember } from '#contract/members/endpoints.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { searchRelatives } from '#contract/members/relatives.ts';
import { register } from '#contract/registration/endpoints.ts';
import { password } from '#test/support/people.ts';
import type { FloodData } from './flood.ts';

export interface Quantiles {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  most: number;
}

interface Options {
  port: number;
  /** People who use the application meanwhile, each from an address of their own. */
  people: number;
  /** Of each of the two measurements. */
  seconds: number;
}

/**
 * Times pages and calls of other people without and with a flood of every expensive call from one
 * self-registered account and one address. Milliseconds. Rejects if one of the others is refused.
 */
export async function starve({ port, people, seconds }: Options) {
  const memberTypes = await dataOf<{ id: string; name: string }[]>(port, listMemberTypes);
  const donationTypes = await dataOf<{ id: string; name: string }[]>(port, listDonationTypes);
  const memberTypeId = memberTypes.find(({ name }) => name.startsWith('Individual'))?.id ?? '';
  const donationTypeId = donationTypes.find(({ name }) => name === 'EFT')?.id ?? '';
  const names = { firstName: 'Thandi', lastName: 'Dlamini' };
  const registration = {
    ...names,
    memberTypeId,
    title: 'Ms',
    phone: '082 123 4567',
    postalAddress: '12 Acacia Road',
    zipCode: '0081',
    password,
    confirmPassword: password,
    paymentType: 'EFT',
  };
  const run = Date.now();
  const joined = [];
  for (let n = 0; n <= people; n += 1) {
    joined.push(
      await join(port, addressOf(n), { ...registration, email: `p${run}-${n}@example.org` }),
    );
  }
  const [attacker, ...others] = joined;
  if (attacker === undefined) throw new Error('no one has joined');
  const quiet = await timeOthers(port, others, seconds);
  const data: FloodData = {
    ...attacker,
    port,
    registration,
    donation: { ...names, donationTypeId, amount: 50 },
  };
  const flood = fork(new URL('flood.ts', import.meta.url), [JSON.stringify(data)]);
  try {
    await once(flood, 'message');
    const flooded = await timeOthers(port, others, seconds);
    flood.send('stop');
    const [answers] = (await once(flood, 'message')) as [Record<string, number>];
    return { quiet, flooded, answers };
  } finally {
    flood.kill();
  }
}

interface Person {
  localAddress: string;
  email: string;
  token: string;
  memberId: string;
  invoiceId: string;
}

/** Loopback addresses, so that each person is a client of its own. */
const addressOf = (n: number) => `127.0.${2 + Math.floor(n / 250)}.${1 + (n % 250)}`;

async function join(port: number, localAddress: string, form: { email: string }): Promise<Person> {
  const { invoiceId } = await dataOf<{ invoiceId: string }>(port, register, {
    body: form,
    localAddress,
  });
  const credentials = { email: form.email, password };
  const { token } = await dataOf<{ token: string }>(port, login, {
    body: credentials,
    localAddress,
  });
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    MemberId: string;
  };
  return { localAddress, email: form.email, token, memberId: claims.MemberId, invoiceId };
}

/** Each opens a page or makes a call every half a second to a second, and one in ten is a sign-in. */
async function timeOthers(port: number, people: Person[], seconds: number): Promise<Quantiles> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    people.map(async (person, n) => {
      const calls = callsOf(person);
      for (let turn = n; performance.now() < end; turn += 1) {
        await setTimeout(500 + Math.random() * 500);
        const call = calls[turn % calls.length];
        if (call === undefined) break;
        const start = performance.now();
        const { status, text } = await send(port, { ...call, localAddress: person.localAddress });
        if (status !== 200) throw new Error(`${call.path} was answered ${status}: ${text}`);
        times.push(performance.now() - start);
      }
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  const most = Math.round(sorted.at(-1) ?? 0);
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), most };
}

interface Call {
  method: string;
  path: string;
  body?: object;
  token?: string;
  localAddress?: string;
}

function callsOf({ email, token, memberId, invoiceId }: Person): Call[] {
  const own = ({ method, path }: EndpointShape, id: string, body?: object): Call => ({
    method,
    path: `/api${path.replace(':id', id)}`,
    token,
    ...(body ? { body } : {}),
  });
  const page = (path: string): Call => ({ method: 'GET', path });
  const signIn = { method: 'POST', path: `/api${login.path}`, body: { email, password } };
  return [
    page('/'),
    own(getMember, memberId),
    own(searchInvoices, '', { pageSize: 10 }),
    page('/donate'),
    own(searchRelatives, '', { mainMemberId: memberId }),
    own(getInvoicePdf, invoiceId),
    page('/register'),
    own(getMember, memberId),
    page('/member/profile'),
    signIn,
  ];
}

const agents = new Map<string, Agent>();

function send(port: number, { method, path, body, token, localAddress = '127.0.0.1' }: Call) {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress });
  agents.set(localAddress, agent);
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (reply) => {
      const pieces: Buffer[] = [];
      reply.on('data', (piece: Buffer) => pieces.push(piece));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      );
    });
    asked.on('error', reject).end(text);
  });
}

async function dataOf<T>(
  port: number,
  { method, path }: EndpointShape,
  call: Pick<Call, 'body' | 'localAddress'> = {},
): Promise<T> {
  const { status, text } = await send(port, { ...call, method, path: `/api${path}` });
  if (status >= 300) throw new Error(`${path} was answered ${status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}
