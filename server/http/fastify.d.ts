import 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { Caller } from '../work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** What the database held when the caller's session was looked at. */
    asOf: string | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointShape;
  }
}
