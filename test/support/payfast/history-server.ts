import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from '#server/platform/payfast/encode.ts';

/** A row of the provider's list. Amounts in cents; the fee is negative. */
export interface ListedTransaction {
  /** `2027-03-09 14:05:00`, in Johannesburg. */
  date: string;
  gross: number;
  providerId?: string;
  reference?: string;
  type?: string;
  sign?: string;
  fee?: number;
  party?: string;
  name?: string;
  /** Instead of the sum of the rows so far. */
  balance?: number;
}

type Reply = Answer | 'silence';

interface Answer {
  status?: number;
  body: string;
}

/** What the sandbox's account signs with, unless a test says otherwise. */
const account = { merchantId: '10000100', passphrase: 'jt7NOE43FZPn' };

/**
 * Stands in for the provider's API. It checks what the provider checks, and answers `rows` of the day or the
 * month. `answer` replaces the reply: by another one, or by silence.
 */
export async function openHistoryServer({ passphrase = account.passphrase } = {}) {
  const state = {
    rows: [] as ListedTransaction[],
    hasBatchColumn: false,
    answer: null as ((csv: string, nth: number) => Reply | Promise<Reply>) | null,
    /** Path and query of each request, and the time that it was signed for. */
    requests: [] as { path: string; query: Record<string, string>; timestamp: string }[],
  };
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { path, query } = addressOf(request);
    const timestamp = String(request.headers['timestamp'] ?? '');
    state.requests.push({ path, query, timestamp });
    const problem = problemOf(request, query, passphrase);
    const csv = csvOf(pageOf(state.rows, path, query), state.hasBatchColumn);
    const given = problem ?? (await state.answer?.(csv, state.requests.length)) ?? { body: csv };
    if (given === 'silence') return;
    reply.statusCode = given.status ?? 200;
    reply.end(given.body);
  }
  const server = createServer((request, reply) => void answer(request, reply));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

export type HistoryServer = Awaited<ReturnType<typeof openHistoryServer>>;

/** An error as the provider words it. */
export function refused(status: number, message: string): Answer {
  const data = { response: false, message };
  return { status, body: JSON.stringify({ code: status, status: 'failed', data }) };
}

function addressOf(request: IncomingMessage) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) };
}

function problemOf(
  { headers }: IncomingMessage,
  query: Record<string, string>,
  passphrase: string,
): Answer | null {
  const named = ['merchant-id', 'version', 'timestamp'] as const;
  const fields: Record<string, string> = { ...query, passphrase };
  for (const name of named) fields[name] = String(headers[name] ?? '');
  if (named.some((name) => fields[name] === '')) {
    return refused(400, 'The following required variables are missing');
  }
  if (fields['version'] !== 'v1') return refused(400, 'Invalid version');
  const signature = String(headers['signature'] ?? '');
  if (!/^[0-9a-f]{32}$/.test(signature)) return refused(400, 'The signature is not an MD5');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/.test(fields['timestamp'] ?? '')) {
    return refused(400, 'Invalid timestamp');
  }
  delete fields['testing'];
  const signed = Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${encode(fields[name] ?? '')}`)
    .join('&');
  const expected = createHash('md5').update(signed).digest('hex');
  if (fields['merchant-id'] !== account.merchantId) return refused(401, 'Merchant not found');
  return signature === expected ? null : refused(401, 'Merchant authorisation failed');
}

function pageOf(
  rows: ListedTransaction[],
  path: string,
  { date = '', limit = '1000', offset = '0' }: Record<string, string>,
): ListedTransaction[] {
  let balance = 0;
  const all = rows
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .map((row) => {
      balance = row.balance ?? balance + row.gross + (row.fee ?? 0);
      return { ...row, balance };
    });
  if (!/^\/transactions\/history\/(daily|monthly)$/.test(path)) return [];
  const inPeriod = all.filter((row) => row.date.startsWith(date));
  return inPeriod.slice(Number(offset), Number(offset) + Number(limit));
}

const columns = [
  'Date,Type,Sign,Party,Name,Description,Currency,Funding Type,Gross,Fee,Net,Balance',
  'M Payment ID,PF Payment ID,custom str1,custom int1,custom str2,custom int2,custom str3',
  'custom str4,custom str5,custom int3,custom int4,custom int5',
].flatMap((line) => line.split(','));

/** As the provider writes it: quoted where needed, thousands with a comma, a blank in the last cell. */
export function csvOf(rows: ListedTransaction[], hasBatchColumn = false): string {
  const withBatch = (cells: string[], batch: string) =>
    hasBatchColumn ? cells.toSpliced(8, 0, batch) : cells;
  const lines = rows.map((row) => {
    const { fee = 0, gross, balance = 0 } = row;
    const cells = [
      row.date,
      row.type ?? 'FUNDS_RECEIVED',
      row.sign ?? (gross < 0 ? 'DEBIT' : 'CREDIT'),
      row.party ?? "Ngũgĩ O'Brien",
      row.name ?? 'TGA - Donation',
      'Standard',
      'ZAR',
      'CC',
      money(gross),
      money(fee),
      money(gross + fee),
      money(balance),
      row.reference ?? '',
      row.providerId ?? '',
    ];
    return withBatch([...cells, ...Array.from({ length: 9 }, () => ''), ' '], 'B-1');
  });
  return [withBatch(columns, 'Batch ID'), ...lines]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n');
}

function money(cents: number): string {
  const [rand = '', decimals = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const thousands = rand.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}${thousands}.${decimals}`;
}

function quoted(cell: string): string {
  return /[\s,"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
