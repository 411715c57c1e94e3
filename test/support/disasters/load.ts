import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { donate, listDonationTypes } from '#contract/donations/endpoints.ts';
import type { EndpointShape, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { password } from '#test/support/people.ts';
import { until } from '#test/support/outage.ts';
import { callOver } from './call.ts';

/** The addresses of those whose call was answered with a 2xx. */
export interface Answered {
  donations: string[];
  registrations: string[];
  payments: string[];
}

export interface Load {
  answered: Answered;
  /** How often each other outcome came: a status, or "no connection". */
  failures: Map<string, number>;
  count(this: void): number;
  /** The longest time without an answer to any client, in milliseconds. */
  longestGapMs(): number;
  /** Waits until that many more calls have been answered. */
  more(count: number, patienceMs?: number): Promise<void>;
  /** The session of later calls. */
  authorize(headers: { authorization: string }): void;
  /** Ends the clients. With `now`, calls that have no answer yet are given up. */
  stop(now?: 'now'): Promise<void>;
}

interface Options {
  clients?: number;
  authorization: string;
  /** The headers of a client's next call. */
  headers?: (client: number) => Record<string, string>;
}

const pauseMs = 40;
/** Every sixth call of a client is a registration, which takes long because of its password. */
const registrationEvery = 6;
let people = 0;

/**
 * Clients that donate, register and record payments as browsers do: each change has an idempotency
 * key, and a call without an answer is repeated with the same key until it has one.
 */
export async function startLoad(t: TestContext, url: string, options: Options): Promise<Load> {
  const { clients = 3, headers = () => ({}) } = options;
  const answered: Answered = { donations: [], registrations: [], payments: [] };
  const failures = new Map<string, number>();
  let session = { authorization: options.authorization };
  const stopping = { isAsked: false, isNow: false };
  let lastAnswer = performance.now();
  let longestGap = 0;
  const donationTypeId = (await callOver(url, listDonationTypes, {})).data.find(
    ({ name }) => name === 'EFT',
  )!.id;
  const types = (await callOver(url, listMemberTypes, {})).data;
  const memberTypeId = types.find(({ name }) => name.startsWith('Individual'))!.id;

  /** The reply, or null if the test has given the call up. */
  async function insist<E extends EndpointShape>(
    client: number,
    endpoint: E,
    input: InputOf<E>,
  ): Promise<ReplyOf<E> | null> {
    const key = randomUUID();
    const caller = () => (endpoint.access === 'anyone' ? {} : session);
    while (!stopping.isNow) {
      const all = { ...caller(), ...headers(client), 'idempotency-key': key };
      const reply = await callOver(url, endpoint, input, all).catch(() => null);
      if (reply !== null && reply.status >= 200 && reply.status < 300) {
        const now = performance.now();
        longestGap = Math.max(longestGap, now - lastAnswer);
        lastAnswer = now;
        return reply.data;
      }
      const what = reply === null ? 'no connection' : String(reply.status);
      failures.set(what, (failures.get(what) ?? 0) + 1);
      await setTimeout(pauseMs);
    }
    return null;
  }

  async function join(client: number, email: string): Promise<void> {
    const body = {
      memberTypeId,
      title: 'Ms' as const,
      firstName: 'Thandi',
      lastName: 'Dlamini',
      email,
      phone: '082 123 4567',
      postalAddress: '12 Acacia Road',
      zipCode: '0081',
      password,
      confirmPassword: password,
      paymentType: 'EFT' as const,
    };
    const registered = await insist(client, register, { body });
    if (registered === null) return;
    answered.registrations.push(email);
    const id = registered.invoiceId ?? '';
    const paid = await insist(client, processInvoicePayment, { params: { id }, body: {} });
    if (paid !== null) answered.payments.push(email);
  }

  async function give(client: number, email: string): Promise<void> {
    const names = { firstName: 'Sipho', lastName: 'Nkosi', email };
    const body = { ...names, donationTypeId, amount: 120 };
    const given = await insist(client, donate, { body });
    if (given !== null) answered.donations.push(email);
  }

  const work = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; !stopping.isAsked; turn += 1) {
      const email = `load-${++people}@example.org`;
      await (turn % registrationEvery === 0 ? join : give)(client, email);
    }
  });
  // After a failure, too.
  t.after(() => {
    stopping.isAsked = true;
    stopping.isNow = true;
  });
  const count = () => Object.values(answered).reduce((sum, { length }) => sum + length, 0);
  return {
    answered,
    failures,
    count,
    longestGapMs: () => Math.round(longestGap),
    async more(wanted, patienceMs = 60_000) {
      const enough = count() + wanted;
      await until(`${wanted} more answers`, () => count() >= enough, patienceMs);
    },
    authorize: (headersOfSession) => (session = headersOfSession),
    async stop(now) {
      stopping.isAsked = true;
      stopping.isNow = now !== undefined;
      await Promise.all(work);
    },
  };
}
