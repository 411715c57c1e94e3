import type { Db } from '#server/db/pool.ts';
import { claim, type Claim, type Claimed } from './claim.ts';
import { countFailures, settle, type Told } from './settle.ts';

export interface Ledger {
  /** Records what became of the last one, and marks the next; `null` when there is none to send now. */
  next(told?: Told): Promise<Claimed | null>;
  /** Trouble that is about no recipient. */
  report(answer: string): Promise<void>;
}

interface Waiting {
  resolve: (row: Claimed | null) => void;
  reject: (error: unknown) => void;
}

interface Book extends Omit<Claim, 'at' | 'most'> {
  now: () => Date;
  /** What has happened and is not written down yet; kept beyond a lost connection. */
  unrecorded: Told[];
  isStopping: () => boolean;
}

/**
 * One for each worker: its lines ask as they become free, and while the database writes for some of
 * them the others gather, so that however many lines there are it writes for all of them at once.
 */
export function openLedger(db: Db, book: Book): Ledger {
  const { bulkEmailId, unrecorded, now } = book;
  let waiting: Waiting[] = [];
  let isWriting = false;

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
      const told = [...unrecorded];
      await settle(db, now(), told);
      if (told.length > 0) {
        const outcomes = told.map(({ outcome }) => outcome);
        await countFailures(db, { bulkEmailId, at: now(), outcomes });
      }
      unrecorded.splice(0, told.length);
      const rows = await take(served.length);
      for (const { resolve } of served) resolve(rows.shift() ?? null);
    } catch (error) {
      for (const { reject } of served) reject(error);
    }
  }

  /** Until there are enough or no more: those that are passed over make room for others. */
  async function take(count: number): Promise<Claimed[]> {
    const rows: Claimed[] = [];
    while (rows.length < count && !book.isStopping()) {
      const most = count - rows.length;
      const found = await claim(db, { ...book, at: now(), most });
      rows.push(...found.rows);
      if (found.passed === 0) break;
    }
    return rows;
  }

  return {
    next(told) {
      if (told !== undefined) unrecorded.push(told);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        void write();
      });
    },
    report: (answer) =>
      countFailures(db, { bulkEmailId, at: now(), outcomes: [{ kind: 'unreached', answer }] }),
  };
}
