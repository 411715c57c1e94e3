import type { FastifyInstance } from 'fastify';
import { buildApp, buildWorkerApp } from './app.ts';
import { resetUrl } from './features/auth/password-links.ts';
import {
  AddressTaken,
  AdminPasswordCommon,
  welcomeFirstAdministrator,
} from './features/auth/welcome-first-administrator.ts';
import { BadSettings, readConfig, type Config } from './config.ts';
import { ClockWrong } from './platform/db/clock-offset.ts';
import {
  giveRights,
  insufficientPrivilege,
  isDatabaseUnavailable,
} from './platform/db/database-unavailable.ts';
import { BackupBeforeMigrationFailed } from './back-up-before-migration.ts';
import { adviceOn, CannotStart } from './platform/embedded-postgres/cannot-start.ts';
import { DatabaseTooNew, DatabaseTooOld, MigrationFailed } from './platform/db/migrate.ts';
import { TransactionPooler } from './platform/db/pooler.ts';
import { describeListener } from './platform/http/describe-listener.ts';
import { StandbyDatabase } from './platform/db/session-settings.ts';
import { completeLedger } from './features/ledger/complete-ledger.ts';
import { repeatErasures } from './features/privacy/erase/repeat-erasures.ts';
import type { AppDeps } from './app-deps.ts';
import { openApp, type OpenApp } from './open-app.ts';
import { watchSystem } from './features/system-check/watch-system.ts';
import { startWorkers, type Workers } from './workers.ts';

/** Whatever was opened, in the order in which it is to be closed. */
interface Running {
  app?: FastifyInstance;
  workers?: Workers;
  open?: OpenApp;
}

const running: Running = {};
/** Containers are killed ten seconds after the signal. */
const longestStopMs = 9500;
const longestRequestMs = 4000;
let isStopping = false;
let starting = Promise.resolve();

/** Starts the application, and ends it at a signal. */
export function run(config = () => readConfig()): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0));
  }
  starting = start(config);
  starting.catch(async (error: unknown) => {
    if (isStopping) return;
    process.stderr.write(`\nThe application could not start.\n${reasonOf(error)}\n\n`);
    await stop(1);
  });
}

/** Ends cleanly; npm may pass the same signal twice, so a second one changes nothing. product-rules 2.2. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // Should anything hang, the database recovers by itself at the next start.
  setTimeout(() => process.exit(1), longestStopMs).unref();
  // A resource that is being opened can be closed only after it is open.
  await starting.catch(() => {});
  running.open?.announceEnd();
  try {
    await Promise.all([running.app && closeServer(running.app), running.workers?.stop()]);
    await running.open?.close();
  } catch (error) {
    process.stderr.write(`\nThe application did not end cleanly.\n${reasonOf(error)}\n\n`);
    process.exit(1);
  }
  process.exit(exitCode);
}

/** Cuts off requests that take longer, such as an upload over a slow connection. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), longestRequestMs);
  await app.close();
  clearTimeout(cutOff);
}

/** After each step a signal may have come, and then the rest is left out. */
async function start(read: () => Config): Promise<void> {
  const config = read();
  running.open = await openApp(config);
  if (isStopping) return;
  const { deps } = running.open;
  // Before anybody can look: the database may be of an earlier version, or have been restored from an earlier backup.
  await completeLedger({ db: deps.db, queue: deps.queue, at: deps.clock.now(), by: null });
  await repeatErasures(deps);
  const link = await firstLink(deps, config);
  if (isStopping) return;
  if (config.process !== 'web') running.workers = await startWorkers(deps);
  if (isStopping) return;
  const isWorker = config.process === 'worker';
  running.app = isWorker ? buildWorkerApp(deps) : await buildApp(deps);
  const address = await listen(running.app, config);
  if (!isWorker) watchSystem(deps);
  process.stdout.write(
    isWorker
      ? `\nA worker is running: ${address}/healthz\n`
      : `\nMembership is running: ${config.publicUrl}\n`,
  );
  if (link !== null) {
    process.stdout.write(
      `\nSet the first administrator's password here (good for 24 hours):\n${link}\n\n`,
    );
  }
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') throw error;
    throw new BadSettings(`HOST is ${host}, which is no address of this machine.`);
  }
}

async function firstLink(deps: AppDeps, config: Config): Promise<string | null> {
  const work = { db: deps.db, queue: deps.queue, at: deps.clock.now(), by: null };
  const { adminEmail: email, adminPassword: password, isDemo } = config;
  const welcome = await welcomeFirstAdministrator(work, { email, password, isDemo });
  return welcome && resetUrl(config.publicUrl, welcome.token, welcome.email);
}

const plain = [
  BadSettings,
  CannotStart,
  DatabaseTooNew,
  DatabaseTooOld,
  AddressTaken,
  AdminPasswordCommon,
  BackupBeforeMigrationFailed,
  TransactionPooler,
  StandbyDatabase,
  ClockWrong,
];

/** A configuration error is one sentence. Other errors include the stack trace. */
function reasonOf(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (plain.some((kind) => error instanceof kind)) return message;
  if (error instanceof MigrationFailed) return `${message}\n${reasonOf(error.cause)}`;
  if (code === 'EADDRINUSE') {
    const { port = 0 } = error as { port?: number };
    const listener = describeListener(port);
    return `Another program uses the port ${port}${listener ? ` (${listener})` : ''}. End it, or set PORT to another one, such as 3001.`;
  }
  if (code === 'EACCES') return `${message}. Choose another PORT or DATA_DIR, or allow this.`;
  if (code === insufficientPrivilege) return `${message}. ${giveRights}`;
  const advice = adviceOn(message);
  if (advice !== undefined) return `${message}\n${advice}`;
  if (isDatabaseUnavailable(error)) {
    return `The database does not answer (${message || String(code)}). Check DATABASE_URL.`;
  }
  return stack ?? String(error);
}

if (import.meta.main) run();
