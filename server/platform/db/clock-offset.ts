import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Db } from './pool.ts';

export interface ClockOffset {
  /** By how much this machine's clock is ahead of the database's; negative if it is behind. */
  aheadMs: number;
  /** The query took this long, so the true offset may differ by half of it. */
  tookMs: number;
}

const mostMs = 60_000;

export class ClockWrong extends Error {
  constructor(offset: ClockOffset) {
    super(`${describeOffset(offset)} ${clockAdvice}`);
  }
}

export const clockAdvice =
  'Memberships would expire at the wrong time. Set the clocks of both machines, for example with "timedatectl set-ntp true".';

/** The database's clock is the one that all processes share. Decision 51. */
export async function measureClock(db: Db): Promise<ClockOffset> {
  const before = Date.now();
  const { rows } = await sql<{ ms: number }>`
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`.execute(db);
  const after = Date.now();
  return { aheadMs: (before + after) / 2 - (rows[0]?.ms ?? 0), tookMs: after - before };
}

export function isClockWrong({ aheadMs, tookMs }: ClockOffset): boolean {
  return Math.abs(aheadMs) - tookMs / 2 > mostMs;
}

/** Refuses to work with a wrong clock. `NOW` sets another time on purpose. */
export async function assertClock({ db, config }: { db: Db; config: Config }): Promise<void> {
  if (config.now !== null) return;
  const offset = await measureClock(db);
  if (isClockWrong(offset)) throw new ClockWrong(offset);
}

export function describeOffset({ aheadMs }: ClockOffset): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const amount = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `The clock of this machine is ${amount} ${aheadMs < 0 ? 'behind' : 'ahead of'} the clock of the database.`;
}
