import type { FastifyInstance } from 'fastify';
import { mailFramePath } from '#contract/bulk-emails/mail-frame.ts';

/**
 * The empty document in which the browser shows the HTML of a bulk email. Emails have inline styles,
 * so it has a policy of its own: no scripts, no other addresses, only inside a page of ours.
 */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";

export function serveMailFrame(app: FastifyInstance): void {
  app.get(mailFramePath, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .send('<!doctype html><html lang="en"><head><title>Email</title></head><body></body></html>'),
  );
}
