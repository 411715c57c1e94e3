import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { pathOf } from '../pages/page-address.ts';

/** Enough to see what happens; anyone can send reports. */
export const mostKinds = 100;

interface Violation {
  directive: string;
  blocked: string;
  page: string;
}

/**
 * Counts what a browser reports that it has blocked. A report that is none, or about what a browser
 * extension does, is ignored.
 */
export async function recordViolation({ db, at }: Pick<Context, 'db' | 'at'>, report: unknown) {
  const violation = violationIn(report);
  if (violation === null) return;
  const { directive, blocked, page } = violation;
  await sql`
    INSERT INTO policy_violations AS v (directive, blocked, page, first_at, last_at)
    SELECT ${directive}, ${blocked}, ${page}, ${at}::timestamptz, ${at}::timestamptz
    WHERE (SELECT count(*) FROM policy_violations) < ${mostKinds}
      OR EXISTS (SELECT FROM policy_violations
        WHERE (directive, blocked, page) = (${directive}, ${blocked}, ${page}))
    ON CONFLICT (directive, blocked, page)
      DO UPDATE SET reports = least(v.reports + 1, 1000000), last_at = excluded.last_at`.execute(
    db,
  );
}

/** Only the kind of violation: no ids, tokens or other addresses of people. */
export function violationIn(report: unknown): Violation | null {
  const { 'csp-report': body } = (report ?? {}) as { 'csp-report'?: Record<string, unknown> };
  const text = (name: string) => (typeof body?.[name] === 'string' ? body[name] : '');
  const directive = text('effective-directive') || (text('violated-directive').split(' ')[0] ?? '');
  const document = URL.canParse(text('document-uri')) ? new URL(text('document-uri')) : null;
  const blocked = blockedBy(text('blocked-uri'), document);
  if (document === null || blocked === null || !/^[a-z-]{1,40}$/.test(directive)) return null;
  return { directive, blocked, page: withoutIds(pathOf(document.pathname)) };
}

/** `inline`, `eval`, `self`, the scheme of other addresses or the host; `null` for an extension. */
function blockedBy(blocked: string, document: URL | null): string | null {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return null;
  const { protocol, host } = new URL(blocked);
  if (protocol.endsWith('extension:')) return null;
  if (!/^(https?|wss?):$/.test(protocol)) return protocol.slice(0, -1).slice(0, 100);
  return host === document?.host ? 'self' : host.slice(0, 100);
}

function withoutIds(path: string): string {
  return path
    .split('/')
    .map((part) => (/^[a-z-]{0,30}$/.test(part) ? part : ':id'))
    .join('/')
    .slice(0, 100);
}
