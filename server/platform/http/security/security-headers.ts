import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '#server/config.ts';
import { paymentOrigins } from '#server/platform/payfast/payment-form.ts';
import { isCall } from '../pages/page-address.ts';
import { policyReportsPath } from './policy-reports.ts';

/** The headers of every reply. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  // Computed once, because the Fastify plugin would build the same headers for each reply.
  let [mode, putHeaders] = [config.payfast.mode, headersOf(config)];
  app.addHook('onRequest', (request, reply, done) => {
    // An administrator can change it.
    if (config.payfast.mode !== mode) {
      [mode, putHeaders] = [config.payfast.mode, headersOf(config)];
    }
    putHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
  app.addHook('onRequest', async (request, reply) => {
    // Browsers and proxies must not cache personal replies.
    // The address may be encoded: `/%61pi/members` is a call, too.
    if (isCall(request.routeOptions.url ?? request.url))
      void reply.header('cache-control', 'no-store');
  });
}

function headersOf(config: Config) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // The frame of bulk emails.
        frameSrc: ["'self'"],
        // The one address that a page of ours posts a form to is the card provider's.
        formAction: ["'self'", ...paymentOrigins(config.payfast)],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // Text cannot become HTML or a script, except through the one policy, of the editor.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
        reportUri: [policyReportsPath],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'no-referrer' },
  });
}
