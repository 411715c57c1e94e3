import 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { Caller } from '../work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointShape;
  }
}
