/**
 * Everything at once, as on the busiest day: 50 people read, visitors register and donate, the card
 * provider notifies, a bulk email goes to all members, the daily run and renewals mail reminders and
 * invoices: node bench/everything.ts [minutes] [members] [minutes of rest]
 */
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { createBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { processBulkEmail } from '#contract/bulk-emails/sending.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { register } from '#contract/registration/endpoints.ts';
import { sendRenewals } from '#contract/renewals/endpoints.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { startProvider } from './card-provider.ts';
import {
  cardOf,
  countSettled,
  donateByCard,
  donationTypeId,
  notificationOf,
  type Card,
} from './card-payments.ts';
import { checkNumbers } from './check-numbers.ts';
import { addressOf, callOf, dataOf, openClient, type Call } from './http-client.ts';
import { startCounter } from './mail-counter.ts';
import { watchMemory } from './memory.ts';
import { openOffice } from './office.ts';
import { isPostgres, memoryOf, readingOf, residentBytes, treeOf } from './process-memory.ts';
import { startReaders, type Read } from './readers.ts';

const [minutes = 3, members = 100_000, restMinutes = 1] = process.argv.slice(2).map(Number);
const people = 50;
const slowest = 250;
const mostMemory = 300;
const password = 'Secret123';

const counter = await startCounter();
const provider = await startProvider();
const office = await openOffice(members, {
  PROCESS: 'all',
  SMTP_URL: counter.url,
  PAYFAST_VALIDATE_URL: provider.url,
});
const errors: string[] = [];
const cards: Card[] = [];
const counts = { registered: 0, donations: 0, notifications: 0 };
try {
  console.log(`before: ${memoryNow()}`);
  const memory = watchMemory(() => readingOf(office.pid));
  const readers = await startReaders(office, people);
  const end = performance.now() + minutes * 60_000;
  await Promise.all([
    repeat(end, 1000, registerOne, await registrationForm()),
    repeat(end, 500, donateOne, await donationTypes()),
    sendBulkEmail(),
    renewAll(),
    setTimeout(minutes * 60_000),
  ]);
  reportReads(await readers.stop());
  const { table, peakMegabytes, memoryRatio, megabytesAMinute } = memory.stop();
  console.log(table);
  console.log(JSON.stringify({ peakMegabytes, memoryRatio, megabytesAMinute }));
  console.log(JSON.stringify({ ...counts, ...(await counter.count()), load: loadavg()[0] }));
  console.log(`after the load: ${memoryNow()}`);
  await checkPayments();
  await checkNumbers(office, members);
  for (let minute = 1; minute <= restMinutes; minute += 1) {
    await setTimeout(60_000);
    if (minute === 1 || minute === restMinutes) console.log(`${minute} min later: ${memoryNow()}`);
  }
  // The threads that draw PDFs end after a minute.
  if (residentBytes(office.pid) / 1e6 > mostMemory) process.exitCode = 1;
  for (const error of new Set(errors)) console.log(error);
  console.log(`${errors.length} errors`);
  if (errors.length > 0) process.exitCode = 1;
} finally {
  await office.close();
  await counter.stop();
  await provider.stop();
}

/** One after the other, each with a client of its own, at most one per `pauseMs`. */
async function repeat<T>(
  until: number,
  pauseMs: number,
  run: (input: T, n: number) => Promise<void>,
  input: T,
): Promise<void> {
  const running: Promise<void>[] = [];
  for (let n = 1; performance.now() < until; n += 1) {
    const one = run(input, n).catch((error: unknown) => void errors.push(String(error)));
    running.push(one);
    await setTimeout(pauseMs);
  }
  await Promise.all(running);
}

async function registrationForm() {
  const type = await office.db
    .selectFrom('member_types')
    .select('id')
    .where('name', 'like', 'Individual%')
    .executeTakeFirstOrThrow();
  return {
    memberTypeId: type.id,
    title: 'Ms',
    firstName: 'Thandi',
    lastName: 'Dlamini',
    phone: '082 123 4567',
    postalAddress: '12 Acacia Road\nSkukuza',
    zipCode: '0081',
    password,
    confirmPassword: password,
  };
}

/** Every second one pays by card. */
async function registerOne(form: object, n: number): Promise<void> {
  const client = openClient(office.port, addressOf(100 + (n % 500)));
  const isCard = n % 2 === 0;
  const paymentType = isCard ? 'Credit Card' : 'EFT';
  const body = { ...form, paymentType, email: `new.${n}@example.org` };
  const { invoiceId } = await expect<{ invoiceId: string }>(client, callOf(register, { body }));
  counts.registered += 1;
  if (isCard) {
    const call = callOf(getInvoice, { params: { id: invoiceId } });
    const { amount } = await expect<{ amount: number }>(client, call);
    await pay(client, cardOf('subscription', invoiceId, amount));
  }
  client.close();
}

async function donationTypes() {
  return {
    card: await donationTypeId(office, 'Credit Card'),
    eft: await donationTypeId(office, 'EFT'),
  };
}

async function donateOne(types: { card: string; eft: string }, n: number): Promise<void> {
  const client = openClient(office.port, addressOf(600 + (n % 500)));
  if (n % 2 === 0) await pay(client, await donateByCard(client, types.card, 50 + (n % 500)));
  else {
    const person = { firstName: 'Sibusiso', lastName: 'Nkosi', email: `donor.${n}@example.org` };
    const body = { ...person, donationTypeId: types.eft, amount: 50 };
    await expect(client, callOf(donate, { body }), donate.status);
  }
  counts.donations += 1;
  client.close();
}

/** The provider may send the same notification again. */
async function pay(client: ReturnType<typeof openClient>, card: Card): Promise<void> {
  cards.push(card);
  for (let times = cards.length % 5 === 0 ? 2 : 1; times > 0; times -= 1) {
    const { status } = await client.send(notificationOf(card));
    if (status === 200) counts.notifications += 1;
    else errors.push(`a notification was answered ${status}`);
  }
}

async function sendBulkEmail(): Promise<void> {
  const client = openClient(office.port);
  const { token } = office;
  const list = (await allLists(office.db)).find(({ name }) => name === 'All members');
  const content = `<h2>News</h2>${'<p>Dear {{FirstName}}, the rain came early this year.</p>'.repeat(20)}`;
  const draft = { communicationListId: list?.id, subject: 'News for {{FirstName}}', content };
  const created = callOf(createBulkEmail, { body: draft, token });
  const { id } = await expect<{ id: string }>(client, created, createBulkEmail.status);
  await expect(client, callOf(processBulkEmail, { params: { id }, token }));
  client.close();
}

async function renewAll(): Promise<void> {
  const client = openClient(office.port);
  const call = callOf(sendRenewals, { body: { sendAll: true }, token: office.token });
  const start = performance.now();
  const { created } = await expect<{ created: number }>(client, call);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${created} renewals issued in ${seconds} s`);
  client.close();
}

async function expect<T>(client: ReturnType<typeof openClient>, call: Call, status = 200) {
  const reply = await client.send(call);
  if (reply.status !== status) throw new Error(`${call.path} was answered ${reply.status}`);
  return dataOf<T>(reply);
}

function reportReads(reads: Read[]): void {
  for (const { path, status } of reads.filter((read) => read.status !== 200))
    errors.push(`${path.replaceAll(/[\da-f-]{36}/g, ':id')} was answered ${status}`);
  const groups = Map.groupBy(reads, ({ path }) => path.replaceAll(/[\da-f-]{36}/g, ':id'));
  for (const [path, group] of groups) console.log(`${path}: ${quantiles(group)}`);
  console.log(`pages: ${quantiles(reads)}`);
  const waits = reads.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  if ((waits[Math.floor(waits.length * 0.99)] ?? 0) > slowest) process.exitCode = 1;
}

function quantiles(reads: { milliseconds: number }[]): string {
  const sorted = reads.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(0);
  return `${reads.length}, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, most ${sorted.at(-1)?.toFixed(0)} ms`;
}

async function checkPayments(): Promise<void> {
  const start = performance.now();
  // The last ones may still be queued.
  while ((await countSettled(office, cards)) < cards.length && performance.now() - start < 30_000)
    await setTimeout(500);
  const settled = await countSettled(office, cards);
  console.log(`${cards.length} card payments, ${settled} settled once`);
  if (settled < cards.length) process.exitCode = 1;
}

function memoryNow(): string {
  const application = memoryOf([office.pid]);
  const postgres = memoryOf(treeOf(process.pid).filter(isPostgres));
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  return (
    `application ${megabytes(application.own + application.files)} MB (${megabytes(application.own)} without program files), ` +
    `PostgreSQL ${megabytes(postgres.own)} MB and ${megabytes(postgres.files)} MB shared`
  );
}
