import pg from 'pg';

const patienceMs = 1000;
const answerMs = 1500;
const lookMs = 250;
/** One packet that is lost, or a busy server, must not end the work of others. */
const mostMisses = 2;

/**
 * A silent network or a hanging server causes no error, so a query would wait for 15 minutes. While
 * a connection is held for long, this checks the database on a new connection. If that fails twice in a
 * row, the held connections are closed within the 5 seconds of product-rules 1.11. Slow queries are not affected.
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
    const held = new Map(heldSince);
    let misses = 0;
    while (misses < mostMisses && !(await answers(url))) misses += 1;
    if (misses === mostMisses) {
      for (const [client, since] of held) if (heldSince.get(client) === since) giveUp(client);
    }
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
  });
  client.on('error', () => {});
  const start = performance.now();
  try {
    await client.connect();
    // A pooler accepts connections also while the server behind it is silent.
    const left = Math.max(1, answerMs - (performance.now() - start));
    const look: pg.QueryConfig & pg.ClientConfig = { text: 'SELECT 1', query_timeout: left };
    await client.query(look);
    return true;
  } catch (error) {
    // With a code of this class a pooler says that it has lost the server.
    return error instanceof pg.DatabaseError && !error.code?.startsWith('08');
  } finally {
    void client.end().catch(() => {});
  }
}
