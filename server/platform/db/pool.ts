import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';
import { applySessionSettings } from './session-settings.ts';
import { watchPool } from './watch-pool.ts';

/** A connection or an open transaction; the caller decides which. */
export type Db = Kysely<Tables> | Transaction<Tables>;

// A day is a day, not midnight somewhere: dates stay `YYYY-MM-DD`. Counts fit a number.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPool(url: string, most = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: 4000,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
    onConnect: applySessionSettings,
  });
  // A connection that breaks is replaced; without a listener it would end the process, whether it
  // breaks idle (the pool hears it) or between two statements of a transaction (it alone does).
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  watchPool(pool, url);
  return pool;
}

export function openDb(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
