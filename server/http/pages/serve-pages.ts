import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sentences } from '#server/errors.ts';
import { drawingFrom, type Replies } from './drawn-pages.ts';
import { isPage, pathOf } from './page-address.ts';

const built = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/**
 * The built pages: hashed files are kept for a year, the page itself is asked for each time. Public
 * ones come drawn, with the replies that they would ask for.
 */
export async function servePages(
  app: FastifyInstance,
  repliesFor: (pattern: string) => Promise<Replies>,
): Promise<void> {
  const empty = await readFile(join(built, 'index.html')).catch(() => null);
  const draw = empty && (await drawingFrom(join(built, 'drawn'), repliesFor));
  app.setNotFoundHandler(async (request, reply) => {
    if (draw === null || !isPage(request)) {
      return reply.status(404).send({ success: false, message: sentences.notFound });
    }
    const page = (await draw(pathOf(request.url))) ?? empty;
    return reply.type('text/html').header('cache-control', 'no-cache').send(page);
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
