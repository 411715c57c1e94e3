import { sql } from 'kysely';
import type { Db } from './pool.ts';

/**
 * Every advisory lock of the application. Two locks of one number would wait for each other. The
 * numbers stay the same between versions, so that two versions running at once share the locks.
 */
export const advisoryLocks = {
  /** One process migrates. */
  migrations: 727_001,
  /** In tests: one process makes the template database. */
  testTemplate: 727_002,
  /** One process creates the first administrator. */
  firstAdministrator: 727_003,
  /** One transaction recounts the lists. */
  recountLists: 727_004,
  /** The first key of two; the second is the client's hash. */
  signInAttempts: 727_005,
  /** The first key of two; the second is the worker's number. */
  bulkEmailWorker: 727_018,
  /** Held while a worker counts what the mail limits leave. */
  mailLimits: 727_019,
  /** One process makes and tests backups. */
  backups: 727_020,
  /** One process at a time erases what is older than its period. */
  retention: 727_021,
  /** One transaction compares members for duplicates. */
  compareMembers: 727_022,
  /** One transaction merges members. */
  mergeMembers: 727_023,
  /** The first key of two; the second is the address's hash. */
  consents: 727_050,
  /** One transaction stores what differs from the card provider's list. */
  comparePayments: 727_024,
  /** One export of everything is written. */
  fullExport: 727_025,
  /** One process checks the books. */
  books: 727_027,
  /** One transaction says which card payments a payout contains. */
  payouts: 727_030,
  /** Held while the fees of card payments are posted. */
  cardFees: 727_032,
  /** Held while it is counted how much room is left for proofs of payment. */
  proofRoom: 727_046,
  /** Bookings share it, in a trigger. Closing a month has it alone. */
  closeMonth: 727_031,
} as const;

/** Until the transaction ends. False: another process has the lock. */
export async function tryLock(db: Db, lock: keyof typeof advisoryLocks): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    SELECT pg_try_advisory_xact_lock(${advisoryLocks[lock]}) AS "isMine"`.execute(db);
  return rows[0]?.isMine === true;
}
