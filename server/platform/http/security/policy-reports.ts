import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '#server/app-deps.ts';
import { clientOf } from './client-of.ts';
import { recordViolation } from './record-violation.ts';

export const policyReportsPath = '/policy-reports';

const reportsPerMinute = 30;

/** Where browsers report what the content security policy has blocked. The System Check shows it. */
export function servePolicyReports(app: FastifyInstance, { db, clock }: AppDeps): void {
  app.post(
    policyReportsPath,
    {
      schema: { hide: true },
      bodyLimit: 10_000,
      config: {
        rateLimit: { max: reportsPerMinute, timeWindow: '1 minute', keyGenerator: clientOf },
      },
    },
    async ({ body }, reply) => {
      await recordViolation({ db, at: clock.now() }, readReport(body));
      return reply.status(204).send();
    },
  );
}

function readReport(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return null;
  }
}
