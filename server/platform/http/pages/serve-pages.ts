import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sentences } from '#server/errors.ts';
import { loadSsrPages, type Replies } from './ssr-pages.ts';
import { pageLimit } from '../security/rate-limits.ts';
import { isPage, pathOf } from './page-address.ts';

const built = fileURLToPath(new URL('../../../../dist/web/', import.meta.url));

/**
 * Serves the built pages. Browsers cache hashed files for a year and revalidate the document. Each
 * document contains the public replies that it needs; public pages are rendered on the server.
 */
export async function servePages(
  app: FastifyInstance,
  repliesFor: (pattern: string) => Promise<Replies>,
): Promise<void> {
  const empty = await readFile(join(built, 'index.html'), 'utf8').catch(() => null);
  const draw = empty === null ? null : await loadSsrPages(join(built, 'drawn'), empty, repliesFor);
  // Without rate limits there is no such decorator.
  const limit = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit(pageLimit) } : {};
  app.setNotFoundHandler(limit, async (request, reply) => {
    if (draw === null || !isPage(request)) {
      return reply.status(404).send({ success: false, message: sentences.notFound });
    }
    // The browser shows its "not found" page for an unknown address.
    const { html, status } = await draw(pathOf(request.url));
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(html);
  });
  if (empty === null) return;
  await app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    // For the server, not for browsers.
    globIgnore: ['drawn/**', '.vite/**'],
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
