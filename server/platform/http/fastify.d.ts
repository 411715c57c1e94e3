import 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { Session } from '#server/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's, or `null`. */
    session: Session | null;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointShape;
  }
}
