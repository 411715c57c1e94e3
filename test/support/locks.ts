import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** Resolves once that many connections of this database wait for a lock of another connection. */
export async function untilWaiting(app: TestApp, count: number): Promise<void> {
  const waiting = sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await waiting.execute(app.db);
    if (rows[0]!.count >= count) return;
    await setTimeout(2);
  }
}
