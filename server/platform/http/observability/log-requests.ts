import type { FastifyInstance } from 'fastify';

/** Each reply names its request, and one line tells of it: the route, not the address, which may hold an email or a token. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route?.startsWith('/api/')) {
      const ms = Math.round(reply.elapsedTime);
      request.log.info({ method: request.method, route, status: reply.statusCode, ms }, 'served');
    }
    done();
  });
}
