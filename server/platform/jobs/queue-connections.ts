import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { ConstructorOptions } from 'pg-boss';
import { openPool } from '#server/platform/db/pool.ts';
import { applySessionSettings } from '#server/platform/db/session-settings.ts';

/** They fetch and complete jobs. The jobs themselves use the application's connections. */
const queueConnections = 2;
const checkEveryMs = 10_000;
const checkMs = 5000;
const reconnectAfterMs = 1000;

type Connections = NonNullable<ConstructorOptions['db']> & { close(): Promise<void> };

/** The queue's connections. Those that pg-boss opens itself would lack the settings of decision 50. */
export function openQueueConnections(url: string): Connections {
  const pool = openPool(url, queueConnections);
  return {
    executeSql: (text, values) => pool.query(text, values),
    listen: (channel, onNotification, onConnect) =>
      listen(url, `LISTEN "${channel}"`, { onNotification, onConnect }),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

interface Listener {
  onNotification: (payload: string) => void;
  /** Also after a lost connection, because notifications may have been missed. */
  onConnect: () => void;
}

/** Keeps a connection that listens, until it is closed. Without one, the queue polls. */
async function listen(url: string, statement: string, listener: Listener) {
  const closing = new AbortController();
  const { signal } = closing;
  let client = await openListener(url, statement, listener);
  const checking = setInterval(() => void check(client), checkEveryMs).unref();
  void keepListening();

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await client.ended;
      await setTimeout(reconnectAfterMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      client = await openListener(url, statement, listener).catch(() => client);
      if (signal.aborted) void client.connection.end().catch(() => {});
    }
  }

  return {
    async close() {
      closing.abort();
      clearInterval(checking);
      await client.connection.end().catch(() => {});
    },
  };
}

interface OpenListener {
  connection: pg.Client;
  ended: Promise<void>;
}

async function openListener(
  url: string,
  statement: string,
  { onNotification, onConnect }: Listener,
): Promise<OpenListener> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: checkMs });
  connection.on('error', () => {});
  connection.on('notification', ({ payload }) => {
    if (payload !== undefined) onNotification(payload);
  });
  const ended = new Promise<void>((resolve) => connection.once('end', resolve));
  try {
    await connection.connect();
    await applySessionSettings(connection);
    await connection.query(statement);
  } catch (error) {
    void connection.end().catch(() => {});
    throw error;
  }
  onConnect();
  return { connection, ended };
}

/** A silent network causes no error. */
async function check({ connection }: OpenListener): Promise<void> {
  const query = { text: 'SELECT 1', query_timeout: checkMs };
  await connection.query(query).catch(() => connection.end().catch(() => {}));
}
