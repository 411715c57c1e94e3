import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sentences } from '../errors.ts';

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url));

/** The built pages: hashed files are kept for a year, the page itself is asked for each time. */
export async function servePages(app: FastifyInstance): Promise<void> {
  const page = await readFile(join(built, 'index.html')).catch(() => null);
  app.setNotFoundHandler((request, reply) => {
    if (page === null || !isPage(request)) {
      return reply.status(404).send({ success: false, message: sentences.notFound });
    }
    return reply.type('text/html').header('cache-control', 'no-cache').send(page);
  });
  if (page === null) return;
  await app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const hashed = path.includes(`${join('web', 'assets')}/`);
      void reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
}

/**
 * Any address that is not a file or a call may be a page of the browser's router. What follows the
 * `?` says nothing of that: the address in a reset link ends like a file's name.
 */
function isPage({ method, url }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !isCall(url) && !/\.\w+$/.test(pathOf(url));
}

export function isCall(url: string): boolean {
  return `${pathOf(url)}/`.startsWith('/api/');
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
