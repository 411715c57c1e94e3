import pg from 'pg';

export const poolerTexts = {
  problem:
    'DATABASE_URL leads to a pooler that gives each transaction another connection. Locks and notifications of the application would be lost.',
  advice:
    'Use the address of the database itself, or a pool in session mode (PgBouncer: pool_mode = session). Hosted databases often have a second port for it.',
};

export class TransactionPooler extends Error {
  constructor() {
    super(`${poolerTexts.problem} ${poolerTexts.advice}`);
  }
}

/** The process ids of the server for two connections: one, then the other in a transaction, then the one again. */
interface Backends {
  first: number;
  beside: number;
  again: number;
}

/** Two connections have the same process of the server, or one has two. */
export function isShared({ first, beside, again }: Backends): boolean {
  return first === beside || first !== again;
}

/** Before any `SET`: in such a pool it would change the connections of other programs. */
export async function assertNoTransactionPooler(url: string): Promise<void> {
  const [one, other] = [open(url), open(url)];
  try {
    await Promise.all([one.connect(), other.connect()]);
    const first = await backendOf(one);
    await other.query('BEGIN');
    const beside = await backendOf(other);
    // With a pool of one connection this would wait for the transaction.
    const again = beside === first ? first : await backendOf(one);
    if (isShared({ first, beside, again })) throw new TransactionPooler();
  } finally {
    await Promise.all([one.end(), other.end()]).catch(() => {});
  }
}

function open(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 4000,
    query_timeout: 4000,
  });
  // Its queries fail with the same error.
  client.on('error', () => {});
  return client;
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
