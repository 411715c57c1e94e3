import pg from 'pg';

const patienceMs = 1000;
const answerMs = 3000;
const lookMs = 250;

/**
 * A silent network or a hanging server causes no error, so a query would wait for 15 minutes. While
 * a connection is held for long, this checks the database on a new connection. If that fails too, the
 * held connections are closed within the 5 seconds of product-rules 1.11. Slow queries are not affected.
 */
export function watchPool(pool: pg.Pool, url: string): void {
  const heldSince = new Map<pg.PoolClient, number>();
  pool.on('acquire', (client) => heldSince.set(client, performance.now()));
  pool.on('release', (_error, client) => heldSince.delete(client));
  pool.on('remove', (client) => heldSince.delete(client));
  let isAsking = false;

  const timer = setInterval(() => {
    if (pool.ended) clearInterval(timer);
    else if (!isAsking && isLong(heldSince)) void ask();
  }, lookMs).unref();

  async function ask(): Promise<void> {
    isAsking = true;
    const held = [...heldSince.keys()];
    if (!(await answers(url))) for (const client of held) giveUp(client);
    isAsking = false;
  }
}

function isLong(heldSince: Map<pg.PoolClient, number>): boolean {
  const now = performance.now();
  return heldSince.values().some((since) => now - since > patienceMs);
}

/** Closing a connection that waits for a reply makes its query fail. */
function giveUp(client: pg.PoolClient): void {
  if (client instanceof pg.Client) void client.end().catch(() => {});
}

/** Whether the server replies at all, even with "too many connections". */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // A pooler accepts connections also while the server behind it is silent.
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    // With a code of this class a pooler says that it has lost the server.
    return error instanceof pg.DatabaseError && !error.code?.startsWith('08');
  } finally {
    void client.end().catch(() => {});
  }
}
