import pg from 'pg';

const patienceMs = 1000;
const answerMs = 3000;
const lookMs = 250;

/**
 * A network that swallows everything, and a server that hangs, tell nobody: what waits on them
 * would wait for a quarter of an hour. So while someone has held a connection for a while, the
 * database is asked on a new one; when even that is not answered, those held are given up, within
 * the 5 seconds of product-rules 1.11, and nothing of theirs is committed. A slow query is left alone.
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

/** Ending one that waits for an answer breaks it off, and its query fails. */
function giveUp(client: pg.PoolClient): void {
  if (client instanceof pg.Client) void client.end().catch(() => {});
}

/** Whether anything answers, be it that there is no room. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerMs });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => {});
  }
}
