import { networkProblem } from '#server/platform/http/network-problem.ts';
import { apiSignature } from './api-signature.ts';
import { HistoryFailure, unreadable } from './history-failure.ts';
import { readHistory, type HistoryRow } from './read-history.ts';

/** The provider's API, and the account that asks. */
export interface HistoryAccount {
  apiUrl: string;
  merchantId: string;
  passphrase: string;
}

/** A day or a month of the provider's list. */
export type HistoryPeriod = { day: string } | { month: string };

interface FetchOptions {
  at: Date;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Rows of one reply; the provider's own default. */
const pageSize = 1000;
const mostPages = 100;
const largestReply = 5 * 1024 * 1024;

/** All transactions of the period. Throws a `HistoryFailure` unless every page could be read. */
export async function fetchHistory(
  account: HistoryAccount,
  period: HistoryPeriod,
  options: FetchOptions,
): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const read = readHistory(await fetchPage(account, period, page * pageSize, options));
    if (page > 0 && isSameRow(read[0], rows.at(-pageSize))) {
      throw unreadable('PayFast repeats a part of it');
    }
    rows.push(...read);
    if (read.length < pageSize) return rows;
    if (read.length > pageSize) throw unreadable('a part of it is longer than the limit');
  }
  throw unreadable('it has no end');
}

function isSameRow(one: HistoryRow | undefined, other: HistoryRow | undefined): boolean {
  return (
    one !== undefined &&
    one.pfPaymentId === other?.pfPaymentId &&
    one.type === other.type &&
    one.grossCents === other.grossCents &&
    one.happenedAt.getTime() === other.happenedAt.getTime()
  );
}

async function fetchPage(
  { apiUrl, merchantId, passphrase }: HistoryAccount,
  period: HistoryPeriod,
  offset: number,
  { at, timeoutMs = 15_000, signal }: FetchOptions,
): Promise<string> {
  const [path, date] = 'day' in period ? ['daily', period.day] : ['monthly', period.month];
  const query = { date, limit: String(pageSize), offset: String(offset) };
  const headers = { 'merchant-id': merchantId, version: 'v1', timestamp: timestampOf(at) };
  const signature = apiSignature({ ...headers, ...query }, passphrase);
  const url = `${apiUrl}/transactions/history/${path}?${new URLSearchParams(query).toString()}`;
  const timeout = AbortSignal.timeout(timeoutMs);
  let status: number;
  let body: string;
  try {
    const reply = await fetch(url, {
      headers: { ...headers, signature, 'user-agent': 'conservation-membership' },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    status = reply.status;
    body = await textOf(reply);
  } catch (error) {
    if (error instanceof HistoryFailure) throw error;
    throw new HistoryFailure(
      timeout.aborted
        ? `PayFast did not answer within ${timeoutMs / 1000} seconds. The next attempt is in the coming night. To try now, press Check now.`
        : `PayFast could not be reached (${networkProblem(error) ?? codeOf(error)}). Check that this server may open connections to ${new URL(apiUrl).host}.`,
      true,
    );
  }
  if (status !== 200) throw refusal(status, body);
  return body;
}

/** The time of Johannesburg, as the provider expects it. */
function timestampOf(at: Date): string {
  return `${new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, 19)}+02:00`;
}

async function textOf(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early ends the download.
  for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > largestReply) throw unreadable('it is larger than 5 MB');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refusal(status: number, body: string): HistoryFailure {
  const said = messageIn(body);
  const words = `PayFast refused the request (${status}${said === '' ? '' : `: ${said}`}).`;
  if (status === 429) {
    return new HistoryFailure(`${words} There were too many requests. Wait an hour.`, true);
  }
  if (status >= 500) {
    return new HistoryFailure(`${words} See https://status.payfast.io for its faults.`, true);
  }
  const advice =
    status === 404
      ? 'Ask PayFast to allow your account the transaction history.'
      : 'Check the Merchant ID and the passphrase (PAYFAST_MERCHANT_ID and PAYFAST_PASSPHRASE, if they are set on the server). If your PayFast account limits addresses (IP whitelist), add the one of this server.';
  return new HistoryFailure(`${words} ${advice}`, false, status !== 404);
}

/** What the provider says in its JSON, on one line. */
function messageIn(body: string): string {
  try {
    const { data } = JSON.parse(body) as { data?: { message?: unknown } };
    const message = typeof data?.message === 'string' ? data.message : '';
    return message
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 200)
      .toWellFormed();
  } catch {
    return '';
  }
}

function codeOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: string }; code?: string; name: string };
  return cause?.code ?? code ?? name;
}
