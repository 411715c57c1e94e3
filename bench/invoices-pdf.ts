/**
 * Documents a second, the CPU time of each and the memory of the threads, alone; then invoices that
 * the application issues and renders for 16 clients: node bench/invoices-pdf.ts [documents]
 */
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { invoicePage } from '#server/features/invoices/pdf/invoice-page.ts';
import { openPdfThreads } from '#server/platform/pdf/render-pdf.ts';
import { openOffice, type Office } from './office.ts';

const documents = Number(process.argv[2] ?? 1000);
const clients = 16;
const idleMs = 1000;
/** V8 keeps the pages of an ended thread for some seconds. */
const releaseMs = 15_000;

await renderAlone();
const office = await openOffice(1000);
try {
  await issueAndRender(office);
} finally {
  await office.close();
}
console.log(`load ${loadavg()[0]?.toFixed(0)}`);

async function renderAlone(): Promise<void> {
  const threads = openPdfThreads({ idleMs });
  const before = megabytes();
  const first = await timed(() => threads.render(contentOf(0)));
  // Compiles what is called often.
  await renderMany(threads);
  const cpu = process.cpuUsage();
  const mainCpu = process.threadCpuUsage();
  const seconds = (await timed(() => renderMany(threads))) / 1000;
  const during = megabytes();
  console.log(
    `${documents} documents: ${(documents / seconds).toFixed(0)} a second by ${threads.count()} threads, ` +
      `${each(process.cpuUsage(cpu))} ms of CPU each, ${each(process.threadCpuUsage(mainCpu))} ms of them in the main thread; ` +
      `the first after ${first.toFixed(0)} ms`,
  );
  await setTimeout(idleMs + releaseMs);
  console.log(
    `memory: ${before} MB before, ${during} MB with threads, ${megabytes()} MB after ${threads.count()} are left`,
  );
}

async function renderMany(threads: ReturnType<typeof openPdfThreads>): Promise<void> {
  await eachOf(documents, async (n) => {
    await threads.render(contentOf(n));
  });
}

async function issueAndRender(at: Office): Promise<void> {
  // Warms up.
  await eachOf(clients, () => issue(at));
  const seconds = (await timed(() => eachOf(documents, () => issue(at)))) / 1000;
  console.log(
    `${documents} invoices issued and their PDFs read by ${clients} clients: ${(documents / seconds).toFixed(0)} a second`,
  );
}

async function issue(at: Office): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${at.port}/api${createInvoice.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      userFirstName: 'Sibusiso',
      userLastName: 'Nkosi',
      userEmail: 'sibusiso@example.org',
      address: '12 Bosveld Avenue\nModimolle',
      line: 'A guided walk',
      amount: 120,
      paymentType: 'EFT',
    }),
  });
  const { data } = (await reply.json()) as { data: { id: string } };
  const pdf = await fetch(`http://127.0.0.1:${at.port}/api/invoices/${data.id}/pdf`, {
    headers: { authorization: `Bearer ${at.token}` },
  });
  const bytes = await pdf.arrayBuffer();
  if (!pdf.ok || bytes.byteLength < 5000) throw new Error(`a PDF failed with ${pdf.status}`);
}

/** Does all of them, as many at a time as there are clients. */
async function eachOf(count: number, run: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) await run((next += 1));
    }),
  );
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function each({ user, system }: NodeJS.CpuUsage): string {
  return ((user + system) / 1000 / documents).toFixed(1);
}

function megabytes(): number {
  return Math.round(process.memoryUsage().rss / 1e6);
}

function contentOf(n: number) {
  return invoicePage({
    number: `INV-${n}`,
    paymentReference: `INV-${n}-K`,
    issuedAt: new Date('2026-11-20T23:30:00Z'),
    issuer: {
      name: 'Friends of the Waterberg',
      email: 'office@example.org',
      phone: '014 755 4000',
      address: 'PO Box 1187\nVaalwater',
      bank: 'First National Bank',
      accountType: 'Cheque',
      branchCode: '050655',
      accountNumber: '00812345678',
      swiftCode: '',
    },
    payerName: 'Ngũgĩ Łukasz Ṱhilivhali',
    payerAddress: '12 Bosveld Avenue\nModimolle\n0510',
    line: 'Individual membership',
    amountCents: 45000,
    paidCents: 0,
    paidOn: null,
    isVoid: false,
  });
}
