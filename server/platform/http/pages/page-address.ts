import type { FastifyRequest } from 'fastify';

/**
 * An address of plain words may be a page of the browser's router, or a mistyped one. Files, calls
 * and what only programs ask for are not: `/.git/config`, `/api-docs`, `/%2e%2e/`. What follows the
 * `?` says nothing of that: the address in a reset link ends like a file's name.
 */
export function isPage({ method, url }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const path = pathOf(url);
  return isRead && !path.startsWith('/api') && /^(\/[\w-]+)*\/?$/.test(path);
}

export function isCall(url: string): boolean {
  return `${pathOf(url)}/`.startsWith('/api/');
}

export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
