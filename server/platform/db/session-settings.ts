import { type Kysely, sql } from 'kysely';
import type { ClientBase, QueryResult } from 'pg';
import type { Tables } from './tables.ts';

/**
 * The settings of every connection (decision 50). They bound how long a process that hangs can hold up
 * the others: a transaction that it leaves open ends before the others stop waiting for its locks.
 */
const sessionSettings = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '8s',
  lock_timeout: '10s',
  // A machine that is gone is noticed after about 20 seconds. They do not apply to Unix sockets.
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '3s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20s',
  // A reply promises that the data is on the disk, whatever the server or the role has as its default.
  synchronous_commit: 'on',
  // The tables are in memory or on an SSD: to go to single rows by an index costs little more than to
  // read them all. PostgreSQL's own default, 4, is that of a turning disk.
  random_page_cost: '1.1',
} as const;

/** A pause between two statements in which a file may wait for a slow client; `sendList` allows 60 s. */
export const downloadPause = '90s';

const setAll = Object.entries(sessionSettings)
  .map(([name, value]) => `SET ${name} = '${value}'`)
  .join('; ');

/** A failover may leave an address with a server that takes no changes. SQLSTATE 25006: read only. */
export class StandbyDatabase extends Error {
  readonly code = '25006';

  constructor() {
    super(
      'DATABASE_URL leads to a standby, which takes no changes. Use the address that always leads to the primary.',
    );
  }
}

/**
 * One round trip when a connection opens. Poolers refuse these settings as start-up options. A connection to a
 * standby is refused: a later one finds the primary.
 */
export async function applySessionSettings(client: ClientBase): Promise<void> {
  // A query like any other, except that a silent server must not keep the connection from being given up.
  const query = { text: `${setAll}; SELECT pg_is_in_recovery() AS standby`, query_timeout: 4000 };
  const results = (await client.query(query)) as unknown as QueryResult<{ standby?: boolean }>[];
  if (results.at(-1)?.rows[0]?.standby) throw new StandbyDatabase();
}

/**
 * For statements over all members, and for waiting until another process has done the same work. Until the
 * end of the transaction.
 */
export async function allowLongStatements(db: Kysely<Tables>): Promise<void> {
  if (!db.isTransaction) throw new Error('The longer limits need a transaction.');
  await sql`SET LOCAL statement_timeout = '15min'; SET LOCAL lock_timeout = '15min'`.execute(db);
}
