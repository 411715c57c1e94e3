import 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { Caller } from '#server/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` without a live session. */
    caller: Caller | null;
    /** When the caller was read, in milliseconds of `performance.now()`. */
    admittedAt: number;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointShape;
  }
}
