import type { FastifyRequest } from 'fastify';

/**
 * Any address that is not a file or a call may be a page of the browser's router. What follows the
 * `?` says nothing of that: the address in a reset link ends like a file's name.
 */
export function isPage({ method, url }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isCall(url) && !/\.\w+$/.test(pathOf(url));
}

export function isCall(url: string): boolean {
  return `${pathOf(url)}/`.startsWith('/api/');
}

export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
