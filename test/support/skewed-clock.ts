import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';

/** Connections that open after this see the database's clock ahead by these seconds. With 0 it is right. */
export async function skewDatabaseClock(db: Db, url: string, seconds: number): Promise<void> {
  const database = sql.ref(new URL(url).pathname.slice(1));
  await sql`
    CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
    ${sql.lit(`SELECT pg_catalog.clock_timestamp() + interval '${seconds} seconds'`)}`.execute(db);
  // Otherwise PostgreSQL's own function of that name comes first.
  await sql`ALTER DATABASE ${database} SET search_path = public, pg_catalog`.execute(db);
}
