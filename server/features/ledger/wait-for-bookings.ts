import { sql } from 'kysely';
import type { Month } from '#contract/month-end/periods.ts';
import { monthEndTexts } from '#contract/month-end/texts.ts';
import { conflict } from '#server/errors.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** From now on nothing is booked until this transaction has ended. An error names the months closed before. */
export async function waitForBookings(db: Db, closed: Month[] = []): Promise<void> {
  try {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.closeMonth})`.execute(db);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55P03') throw error;
    throw conflict(monthEndTexts.closing(closed));
  }
}
