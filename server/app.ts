import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Registry } from '@prometheus-io/client';
import { answerError, answerErrors } from './platform/http/error-reply.ts';
import { registerEndpoints } from './platform/http/handle.ts';
import { describeCalls, serveDocuments } from './platform/http/openapi.ts';
import { serveMailFrame } from './platform/http/pages/mail-frame.ts';
import { servePages } from './platform/http/pages/serve-pages.ts';
import { takeBodiesAsBytes } from './platform/http/read-json.ts';
import { warnOfProxy } from './platform/http/security/forwarding.ts';
import { servePolicyReports } from './platform/http/security/policy-reports.ts';
import { limitRates } from './platform/http/security/rate-limits.ts';
import { answerExpectations, answerUnreadable } from './platform/http/security/unreadable.ts';
import { endSlowRequests, limitConnections } from './platform/http/security/slow-requests.ts';
import { addSecurityHeaders } from './platform/http/security/security-headers.ts';
import type { AppDeps } from './app-deps.ts';
import { sentences } from './errors.ts';
import { serveHealth } from './platform/http/observability/health.ts';
import { logRequests } from './platform/http/observability/log-requests.ts';
import { serveMetrics } from './platform/http/observability/metrics.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { addBackupMetrics } from './features/backups/metrics.ts';
import { backupRoutes } from './features/backups/routes.ts';
import { bulkEmailRoutes } from './features/bulk-emails/routes.ts';
import { renderLoggedMail } from './emails.ts';
import { serveOneClick } from './features/communication/one-click-unsubscribe.ts';
import { communicationRoutes } from './features/communication/routes.ts';
import { companyInfoRoutes } from './features/company-info/routes.ts';
import { duplicateRoutes } from './features/duplicates/routes.ts';
import { donationRoutes } from './features/donations/routes.ts';
import { bankMatchingRoutes } from './features/bank-matching/routes.ts';
import { bankStatementRoutes } from './features/bank-statements/routes.ts';
import { fullExportRoutes } from './features/full-export/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { fileRoutes } from './platform/files/routes.ts';
import { globalSearchRoutes } from './features/global-search/routes.ts';
import { getStartedRoutes } from './features/get-started/routes.ts';
import { menuCountRoutes } from './features/menu-counts/routes.ts';
import { addRetentionMetrics } from './features/privacy/retention/metrics.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { invoiceRoutes } from './features/invoices/routes.ts';
import { proofRoutes } from './features/proofs/routes.ts';
import { memberStatusRoutes } from './features/member-statuses/routes.ts';
import { memberTypeRoutes } from './features/member-types/routes.ts';
import { completeReturn } from './features/members/return-from-archive.ts';
import { memberRoutes } from './features/members/routes.ts';
import { addSystemMetrics } from './features/system-check/metrics.ts';
import { addBookMetrics } from './features/books/metrics.ts';
import { bookRoutes } from './features/books/routes.ts';
import { monthEndRoutes } from './features/month-end/routes.ts';
import { addComparisonMetrics } from './features/payments/comparison/metrics.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { serveSimulator } from './dev/payfast-simulator/routes.ts';
import type { SimulatorDeps } from './dev/payfast-simulator/simulator-deps.ts';
import { restoreRoutes } from './features/restores/routes.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { preloadDataFor } from './preload-data.ts';
import { securityRecordRoutes } from './features/security-record/routes.ts';
import { storedSettingsRoutes } from './features/stored-settings/routes.ts';
import { systemCheckRoutes } from './features/system-check/routes.ts';
import { renewalRoutes } from './features/renewals/routes.ts';
import { writeOffRoutes } from './features/write-offs/routes.ts';
import { savedSearchRoutes } from './features/saved-searches/routes.ts';
import { userRoutes } from './features/users/routes.ts';

const largestBody = 100 * 1024;

/** The application, not yet listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = openServer(deps);
  app.decorateRequest('caller', null);
  app.decorateRequest('admittedAt', 0);
  takeBodiesAsBytes(app);
  answerErrors(app);
  answerExpectations(app);
  logRequests(app);
  letConnectionsEnd(app, deps.ending);
  addSecurityHeaders(app, deps.config);
  warnOfProxy(app, deps);
  endSlowRequests(app);
  // Behind a proxy, all connections are the proxy's.
  const isBehindProxy = deps.config.trustProxy.length > 0;
  if (deps.config.rateLimits)
    limitConnections(app, isBehindProxy ? { mostOfAddress: Infinity } : {});
  await limitRates(app, deps.config);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // A packed request could unpack to anything.
    globalDecompression: false,
  });
  await describeCalls(app);
  serveHealth(app, deps);
  serveMetrics(app, deps, (registry) => addMetrics(deps, registry));
  const serve = registerEndpoints(app, deps);
  auditRoutes(serve);
  securityRecordRoutes(serve);
  authRoutes(serve, deps, completeReturn);
  backupRoutes(serve, deps);
  savedSearchRoutes(serve);
  userRoutes(serve);
  fileRoutes(serve);
  companyInfoRoutes(serve, deps);
  memberTypeRoutes(serve);
  memberStatusRoutes(serve);
  memberRoutes(serve, deps);
  invoiceRoutes(serve, deps);
  proofRoutes(serve, deps);
  donationRoutes(serve, deps);
  paymentRoutes(serve, deps);
  writeOffRoutes(serve);
  communicationRoutes(serve, deps, renderLoggedMail(deps));
  bulkEmailRoutes(serve, deps);
  restoreRoutes(serve);
  storedSettingsRoutes(serve, deps, renderLoggedMail(deps));
  registrationRoutes(serve, deps);
  renewalRoutes(serve, deps);
  importRoutes(serve);
  fullExportRoutes(serve);
  bankStatementRoutes(serve);
  bankMatchingRoutes(serve);
  privacyRoutes(serve, deps);
  duplicateRoutes(serve);
  getStartedRoutes(serve);
  menuCountRoutes(serve, deps);
  globalSearchRoutes(serve);
  systemCheckRoutes(serve, deps);
  bookRoutes(serve);
  monthEndRoutes(serve);
  if (deps.config.payfast.mode === 'simulator') await serveSimulator(app, simulatorOf(deps));
  serveOneClick(app, deps);
  servePolicyReports(app, deps);
  serveMailFrame(app);
  serveDocuments(app);
  await servePages(app, preloadDataFor(deps));
  return app;
}

function addMetrics(deps: AppDeps, registry: Registry): void {
  addBackupMetrics(deps, registry);
  addRetentionMetrics(deps, registry);
  addComparisonMetrics(deps, registry);
  addBookMetrics(deps, registry);
  addSystemMetrics(deps, registry);
}

/** What a process that serves no pages answers on its port: whether it is well. */
export function buildWorkerApp(deps: AppDeps): FastifyInstance {
  const app = openServer(deps);
  answerErrors(app);
  letConnectionsEnd(app, deps.ending);
  addSecurityHeaders(app, deps.config);
  serveHealth(app, deps);
  serveMetrics(app, deps, (registry) => addMetrics(deps, registry));
  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send({ success: false, message: sentences.notFound }),
  );
  return app;
}

function openServer(deps: AppDeps): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const app = fastify({
    loggerInstance,
    // `logRequests` writes the line instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: largestBody,
    // A file may arrive over a slow connection; headers must arrive quickly, and other bodies, too.
    requestTimeout: 120_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    clientErrorHandler: answerUnreadable,
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    forceCloseConnections: 'idle',
    // While closing, what still arrives on an open connection is served like all the rest.
    return503OnClosing: false,
    frameworkErrors: answerError,
    // `handle` parses both ways itself; the schemas of the routes are for the OpenAPI document.
    schemaController: { compilersFactory: { buildSerializer: () => () => JSON.stringify } },
  });
  app.setValidatorCompiler(() => (value: unknown) => ({ value }));
  return app;
}

/** Closes connections after their current reply. Keep-alive would delay the shutdown. */
function letConnectionsEnd(app: FastifyInstance, ending: AbortSignal): void {
  app.addHook('onSend', async (_, reply) => {
    if (ending.aborted) void reply.header('connection', 'close');
  });
}

function simulatorOf({ config, secret, log }: AppDeps): SimulatorDeps {
  return { settings: config.payfast, publicUrl: config.publicUrl, secret, log };
}
