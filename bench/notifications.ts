/**
 * How soon card notifications are settled: 40 at once, and one after 120 badly signed ones, from
 * another client and from the same: node bench/notifications.ts [members]
 */
import { setTimeout } from 'node:timers/promises';
import { startProvider } from './card-provider.ts';
import {
  countSettled,
  donateByCard,
  donationTypeId,
  notificationOf,
  type Card,
} from './card-payments.ts';
import { addressOf, openClient, type Client } from './http-client.ts';
import { openOffice } from './office.ts';

const members = Number(process.argv[2] ?? 1000);
const burst = 40;
const bad = 120;
const limits = { burst: 5000, single: 1000 };
const rounds = 5;

const provider = await startProvider();
const office = await openOffice(members, { PROCESS: 'all', PAYFAST_VALIDATE_URL: provider.url });
try {
  const typeId = await donationTypeId(office, 'Credit Card');
  let clients = 0;
  const open = () => openClient(office.port, addressOf((clients += 1)));
  const warm = await pledge(open(), typeId, 5);
  await settleTime(open(), warm);
  for (let round = 0; round < rounds; round += 1) {
    const all = await pledge(open(), typeId, burst);
    report(`${burst} at once`, await settleTime(open(), all), limits.burst);
    for (const isSame of [false, true]) {
      const valid = await pledge(open(), typeId, 1);
      const forger = open();
      console.log(await sendBad(forger, valid));
      const who = isSame ? 'the same client' : 'another client';
      const time = await settleTime(isSame ? forger : open(), valid);
      report(`one after them, ${who}`, time, limits.single);
    }
  }
} finally {
  await office.close();
  await provider.stop();
}

/** Unpaid donations by card. */
async function pledge(client: Client, typeId: string, count: number): Promise<Card[]> {
  const cards: Card[] = [];
  for (let n = 0; n < count; n += 1) cards.push(await donateByCard(client, typeId, 100 + n));
  return cards;
}

/** Milliseconds from the first notification until all are settled. */
async function settleTime(client: Client, cards: Card[]): Promise<number> {
  const start = performance.now();
  const replies = await Promise.all(cards.map((card) => client.send(notificationOf(card))));
  const refused = replies.filter(({ status }) => status !== 200).length;
  if (refused > 0) throw new Error(`${refused} valid notifications were refused`);
  while ((await countSettled(office, cards)) < cards.length) {
    if (performance.now() - start > 60_000) throw new Error('Not all were settled in a minute.');
    await setTimeout(5);
  }
  return performance.now() - start;
}

/** Those beyond the limit are answered 429. */
async function sendBad(client: Client, [card]: Card[]): Promise<string> {
  if (card === undefined) throw new Error('no donation');
  const call = () => notificationOf(card, 'wrong');
  const replies = await Promise.all(Array.from({ length: bad }, () => client.send(call())));
  const counts = Object.entries(Object.groupBy(replies, ({ status }) => String(status)));
  const shown = counts.map(([status, each]) => `${each?.length} answered ${status}`);
  return `${bad} badly signed: ${shown.join(', ')}`;
}

function report(what: string, milliseconds: number, most: number): void {
  console.log(`${what}: ${milliseconds.toFixed(0)} ms of ${most}`);
  if (milliseconds > most) process.exitCode = 1;
}
