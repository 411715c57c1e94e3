import type { Claims } from '#contract/auth/endpoints.ts';

/**
 * The token's claims, or null if unreadable. They only decide what to show: the server verifies
 * the token.
 */
export function claimsOf(token: string): Claims | null {
  try {
    const bytes = Uint8Array.from(atob(payloadOf(token)), (letter) => letter.codePointAt(0) ?? 0);
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(claims) ? readable(claims) : null;
  } catch {
    return null;
  }
}

export function rolesOf(role: Claims['role']): string[] {
  return (Array.isArray(role) ? role : [role]).filter((name) => name !== '');
}

function payloadOf(token: string): string {
  return (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
}

function readable(claims: Record<string, unknown>): Claims {
  const role = claims['role'];
  return {
    sub: textOf(claims['sub']),
    name: textOf(claims['name']),
    role: Array.isArray(role) ? role.map(textOf) : textOf(role),
    ProfilePicture: textOf(claims['ProfilePicture']),
    MemberId: textOf(claims['MemberId']),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
