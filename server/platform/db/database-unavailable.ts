/** The SQLSTATE when the role of the connection lacks a right. */
export const insufficientPrivilege = '42501';
export const giveRights =
  'The role in DATABASE_URL must own the database: ALTER DATABASE name OWNER TO role.';

/**
 * SQLSTATEs and system errors of an unavailable database: connection lost (08), no resources (53),
 * shutting down, starting up, dropped (57P), retry requested (40), read-only after a failover
 * (25006), not accepting connections (55000), not yet restored (3D000), password just changed (28); and of
 * the limits of `session-settings.ts`: waited too long for a lock (55P03), took too long (57014), was idle in
 * a transaction (25P03).
 */
const codes =
  /^(08...|53...|57P0\d|55P03|57014|25P03|40001|40P01|25006|55000|3D000|28...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/;
const words =
  /Connection (terminated|ended)|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client (has encountered|was closed)/;

/** The database is unreachable or requests a retry. The error is temporary. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (code === 'ENOENT') return syscall === 'connect';
  return (typeof code === 'string' && codes.test(code)) || words.test(error.message);
}
