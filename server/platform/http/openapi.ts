import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const info = {
  title: 'Membership',
  version: '1',
  description: 'Every call of the application, below /api.',
  license: { name: 'MIT', identifier: 'MIT' },
};

/** The document of all calls, generated from the schemas that validate them. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: jsonSchemaTransform,
  });
}

const pages = new Map([
  ['index.css', 'text/css'],
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
]);

/** The document itself, and a page to read it, from the server's own files. */
export function serveDocuments(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  let document: string | undefined;
  // It is large, and packed for each reply.
  const config = { rateLimit: { max: 60 } };
  app.get('/api/openapi.json', { ...hidden, config }, (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(app.swagger()))),
  );
  app.get('/api/docs', hidden, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', readingPolicy)
      .send(readingPage),
  );
  app.get('/api/docs/start.js', hidden, (_request, reply) =>
    reply.type('text/javascript').send(startScript),
  );
  app.get<{ Params: { file: string } }>('/api/docs/:file', hidden, async (request, reply) => {
    const type = pages.get(request.params.file);
    if (type === undefined) return reply.callNotFound();
    const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${request.params.file}`);
    return reply
      .type(type)
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(path));
  });
}

// The reader sets inline styles; nothing else on the site may.
const readingPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";
const startScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#calls', deepLinking: true });`;
const readingPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Membership: calls</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/docs/swagger-ui.css"></head><body><div id="calls"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;
