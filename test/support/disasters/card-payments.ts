import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { donate, listDonationTypes } from '#contract/donations/endpoints.ts';
import { notifyDonation } from '#contract/payments/endpoints.ts';
import { until } from '#test/support/outage.ts';
import { signed, toldOf } from '#test/support/payfast/notifications.ts';
import { callOver } from './call.ts';

const pauseMs = 150;
const amount = 75;
/** Not a number that another test or another run of this one uses. */
let lastPayment = 7_000_000_000 + Math.floor(Math.random() * 1_000_000_000);

/**
 * A donor after the other pays by card. As the provider does, each notification is repeated until it is accepted,
 * and every fifth one comes again.
 */
export async function startCardPayments(t: TestContext, url: string) {
  /** The provider's numbers of accepted notifications, with their donations. */
  const accepted = new Map<string, string>();
  const stopping = new AbortController();
  t.after(() => stopping.abort());
  const types = (await callOver(url, listDonationTypes, {})).data;
  const donationTypeId = types.find(({ name }) => name === 'Credit Card')?.id ?? '';

  /** Repeats it until it succeeds. */
  async function insist<T>(effect: () => Promise<T | null>): Promise<T | null> {
    while (!stopping.signal.aborted) {
      const result = await effect().catch(() => null);
      if (result !== null) return result;
      await setTimeout(pauseMs);
    }
    return null;
  }

  async function pay(email: string): Promise<void> {
    const body = { firstName: 'Sipho', lastName: 'Nkosi', email, donationTypeId, amount };
    const headers = { 'idempotency-key': randomUUID() };
    const donation = await insist(async () => {
      const reply = await callOver(url, donate, { body }, headers);
      return reply.status === donate.status ? reply.data : null;
    });
    if (donation === null) return;
    const payment = String((lastPayment += 1));
    const fields = toldOf(donation.id, { pf_payment_id: payment, amount_gross: amount.toFixed(2) });
    for (let times = accepted.size % 5 === 0 ? 2 : 1; times > 0; times -= 1) {
      if ((await insist(() => notify(url, signed(fields)))) === null) return;
    }
    accepted.set(payment, donation.id);
  }

  const working = (async () => {
    for (let n = 1; !stopping.signal.aborted; n += 1) {
      await pay(`card-${lastPayment}-${n}@example.org`);
      await setTimeout(pauseMs);
    }
  })();
  return {
    accepted,
    async stop(): Promise<void> {
      stopping.abort();
      await working;
    },
  };
}

async function notify(url: string, body: string): Promise<true | null> {
  const { ok } = await fetch(`${url}/api${notifyDonation.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  return ok ? true : null;
}

/** How many accepted notifications have no payment, and how many more than one, once all are processed. */
export async function countCardPayments(databaseUrl: string, accepted: Map<string, string>) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const references = [...accepted.keys()].map((payment) => `payfast:${payment}`);
    const read = async () => {
      const { rows } = await client.query<{ donation_id: string }>(
        'SELECT donation_id FROM payments WHERE external_reference = ANY($1)',
        [references],
      );
      return rows.map(({ donation_id }) => donation_id);
    };
    const isDone = async () => new Set(await read()).size >= accepted.size;
    await until('the card payments', isDone, 60_000).catch(() => {});
    const paid = await read();
    const lost = [...accepted.values()].filter((id) => !paid.includes(id)).length;
    return { lost, twice: paid.length - new Set(paid).size };
  } finally {
    await client.end();
  }
}
