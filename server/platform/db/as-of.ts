import { sql } from 'kysely';

/**
 * What a statement sees, in a text: as long as two statements find the same, nothing at all was
 * written between them. Which transactions a snapshot sees tells all that it sees, on one run of
 * one server. A run ends when the server stops, and when it begins anew by itself after one of its
 * processes has crashed: numbers of transactions that left no trace on disk are given out again
 * then, and its statistics begin anew. Decision 30.
 */
export const asOf = sql<string>`concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time(),
  pg_stat_get_bgwriter_stat_reset_time())`;
