import { sql, type RawBuilder } from 'kysely';

/**
 * The hash of an address, with the salt of this database. An erased address is stored only like this: the
 * same address is recognised if it comes back, and cannot be read. Decision 57.
 */
export function addressHash(email: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`encode(sha256(
    (SELECT salt FROM erasure_salt) || convert_to(lower(${email}), 'UTF8')), 'hex')`;
}

/** What a suppression of an erased address has in the place of the address. */
export function suppressionKey(email: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`'erased:' || ${addressHash(email)}`;
}

/** The suppression of an address as `s`, and the one that it had before it was erased as `e`. */
export function joinSuppressions(email: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`LEFT JOIN suppressions s ON s.email = ${email}
    LEFT JOIN suppressions e ON e.email = ${suppressionKey(email)}`;
}

export const isSuppressed = sql<boolean>`coalesce(s.id, e.id) IS NOT NULL`;
