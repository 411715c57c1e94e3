import { sql } from 'kysely';
import type { BookResult } from '#contract/books/endpoints.ts';
import { dayOf } from '#contract/days.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { auditLogCheck } from './checks/audit-log.ts';
import { bankLineCheck } from './checks/bank-lines.ts';
import { cardNotificationCheck } from './checks/card-notifications.ts';
import { contentCheck } from './checks/contents.ts';
import { ledgerCheck } from './checks/ledger.ts';
import { ledgerOfLinesCheck } from './checks/ledger-of-lines.ts';
import { membershipCheck } from './checks/memberships.ts';
import { monthDigestCheck } from './checks/month-digests.ts';
import { monthCheck } from './checks/months.ts';
import { numberCheck } from './checks/numbers.ts';
import { paymentCheck } from './checks/payments.ts';
import { donationCheck, invoiceCheck } from './checks/records.ts';
import { sumCheck } from './checks/sums.ts';
import { vatCheck } from './checks/vat.ts';

const checks = [
  invoiceCheck(),
  donationCheck(),
  paymentCheck(),
  sumCheck(),
  numberCheck(),
  membershipCheck(),
  cardNotificationCheck(),
  bankLineCheck(),
  ledgerCheck(),
  ledgerOfLinesCheck(),
  vatCheck(),
  auditLogCheck(),
  contentCheck(),
  monthCheck(),
  monthDigestCheck(),
];

/**
 * Proves that the books agree, in one snapshot and without writing anything. `null`: another process does it
 * at this moment. product-rules 23.
 */
export async function runBookChecks(db: Db, at: Date): Promise<BookResult[] | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await allowLongStatements(snapshot);
      const { rows } = await sql<{ isMine: boolean }>`
        SELECT pg_try_advisory_xact_lock(${advisoryLocks.books}) AS "isMine"`.execute(snapshot);
      return rows[0]?.isMine === true ? evaluateBooks(snapshot, at) : null;
    });
}

/** Every check, in the transaction of the caller. */
export async function evaluateBooks(db: Db, at: Date): Promise<BookResult[]> {
  const results: BookResult[] = [];
  for (const { name, advice, run } of checks) {
    const result = await run(db, dayOf(at));
    results.push({ name, ...result, advice: result.count === 0 ? '' : advice });
  }
  return results;
}
