import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDb, type openPool } from '#server/platform/db/pool.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';

/** Migrates the database. What an administrator does there, while nothing takes jobs from the queue. */
export async function adminContext(pool: ReturnType<typeof openPool>): Promise<Context> {
  await migrate(pool);
  const db = openDb(pool);
  const at = new Date();
  const userId = randomUUID();
  const name = { first_name: 'Naledi', last_name: 'Khumalo' };
  const email = 'naledi@bench.example';
  await db
    .insertInto('users')
    .values({ id: userId, email, role: 'Admin', created_at: at, ...name })
    .execute();
  const queue = { enqueue: async () => {} } as unknown as Queue;
  return { db, queue, at, by: { userId, role: 'Admin', sessionId: '', memberId: null } };
}
