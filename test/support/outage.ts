import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** Waits until the condition holds. After `patienceMs` it throws an error that names `what`. */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  patienceMs = 30_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
    await setTimeout(10);
  }
}

/** Ends every connection to the application's database, as a restart of the server does. */
export async function breakConnections(url: string): Promise<void> {
  await beside(url, async (client, name) => {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
  });
}

/** The application's database refuses all connections until `bringBack`. */
export async function takeAway(url: string): Promise<void> {
  await beside(url, (client, name) =>
    client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`),
  );
  await breakConnections(url);
}

export async function bringBack(url: string): Promise<void> {
  await beside(url, (client, name) =>
    client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`),
  );
  // A pooler waits a moment before it tries again.
  await until('the database to answer', () => answers(url));
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    // A pooler accepts connections also without the server.
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs queries on another database of the same server. */
async function beside(
  url: string,
  ask: (client: pg.Client, name: string) => Promise<unknown>,
): Promise<void> {
  const other = new URL(url);
  const name = other.pathname.slice(1);
  other.pathname = '/postgres';
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  try {
    await ask(client, name);
  } finally {
    await client.end();
  }
}
