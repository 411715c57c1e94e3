import type { Db } from '#server/platform/db/pool.ts';
import { claim, readLimits, type Claim, type Claimed, type Limits } from './claim-recipients.ts';
import { countFailures, settle, type SendResult } from './record-results.ts';

export interface SendBatcher {
  /** Records the last result and claims the next recipient. `null` if none can be sent to now. */
  next(result?: SendResult): Promise<Claimed | null>;
  /** Records a failure that does not concern a recipient. */
  report(answer: string): Promise<void>;
}

interface Waiting {
  resolve: (row: Claimed | null) => void;
  reject: (error: unknown) => void;
}

/** After this many writes, reads the limits again and resets the failure count of other workers. */
const someWrites = 20;

interface PendingSends extends Omit<Claim, 'at' | 'most' | 'sent'> {
  now: () => Date;
  /** Results that are not recorded yet. They survive a lost database connection. */
  unrecorded: SendResult[];
  isStopping: () => boolean;
}

/**
 * One per worker. Its SMTP connections ask for recipients when they become free. While one statement
 * runs, further requests are collected, and the next statement serves all of them at once.
 */
export function openSendBatcher(db: Db, book: PendingSends): SendBatcher {
  const { bulkEmailId, unrecorded, now } = book;
  let waiting: Waiting[] = [];
  let isWriting = false;
  let writes = 0;
  let limits: Limits = { mails_per_minute: null, mails_per_day: null };

  async function write(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      while (waiting.length > 0) await writeOnce();
    } finally {
      isWriting = false;
    }
  }

  async function writeOnce(): Promise<void> {
    const served = waiting;
    waiting = [];
    try {
      const results = [...unrecorded];
      const sent = await record(results);
      const rows = await take(served.length, sent);
      unrecorded.splice(0, results.length);
      for (const { resolve } of served) resolve(rows.shift() ?? null);
    } catch (error) {
      for (const { reject } of served) reject(error);
    }
  }

  /** If all have left, returns them: the next claim statement records them, without an answer. */
  async function record(results: SendResult[]): Promise<Claimed[]> {
    const isWell = results.every(({ outcome }) => outcome.kind === 'sent' && !outcome.isCaptured);
    writes += 1;
    if (results.length > 0 && (!isWell || writes % someWrites === 1)) {
      const outcomes = results.map(({ outcome }) => outcome);
      await countFailures(db, { bulkEmailId, at: now(), outcomes });
    }
    if (isWell) return results.map(({ recipient }) => recipient);
    // The next success resets the count of failures.
    writes = 0;
    await settle(db, now(), results);
    return [];
  }

  /** Claims until there are enough or no more, because skipped recipients leave room for others. */
  async function take(count: number, sent: Claimed[]): Promise<Claimed[]> {
    const rows: Claimed[] = [];
    let unwritten = sent;
    if (writes % someWrites <= 1) limits = await readLimits(db);
    for (;;) {
      const most = book.isStopping() ? 0 : count - rows.length;
      const claimed = await claim(db, { ...book, at: now(), most, sent: unwritten }, limits);
      unwritten = [];
      rows.push(...claimed.rows);
      if (claimed.passed === 0 || rows.length >= count) return rows;
    }
  }

  return {
    next(result) {
      if (result !== undefined) unrecorded.push(result);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        void write();
      });
    },
    report: (answer) =>
      countFailures(db, { bulkEmailId, at: now(), outcomes: [{ kind: 'unreached', answer }] }),
  };
}
