import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { formatMoment } from '#contract/days.ts';
import { systemCheckTexts, type CheckResult } from '#contract/system-check/endpoints.ts';
import { startClock } from './clock.ts';
import { BadSettings, readConfig, type Config } from './config.ts';
import {
  failed,
  ok,
  reasonOf,
  runChecks,
  warning,
  type Finding,
} from './features/system-check/check.ts';
import { databaseAway, tableProblem } from './features/system-check/checks/database.ts';
import { applyStored } from './features/stored-settings/stored.ts';
import { askAddress } from './features/system-check/checks/public-address.ts';
import { systemChecks } from './features/system-check/system-checks.ts';
import { openDb, openPool } from './platform/db/pool.ts';
import { describeListener } from './platform/http/describe-listener.ts';
import { settingsDigest } from './platform/http/observability/installation.ts';
import { assertNoTransactionPooler, poolerTexts, TransactionPooler } from './platform/db/pooler.ts';
import { findRunningPostgres } from './platform/embedded-postgres/running.ts';
import { findSessionKey } from './secrets.ts';
import { readVersion } from './version.ts';

/**
 * The system check as a command, with the settings of the application, whether it runs or not. Prints
 * a line for each check, or all as one line of JSON for a program. Returns the exit code: 1 if a check has failed.
 */
export async function doctor(
  print: (line: string) => void,
  { json = false, settingsFile }: { json?: boolean; settingsFile?: string | undefined } = {},
): Promise<number> {
  const correct = settingsFile ? `Correct them in ${settingsFile}.` : '';
  const results = await examine(correct).catch((error: unknown) => {
    if (!(error instanceof BadSettings)) {
      // A program that reads the JSON gets it in every case.
      if (!json) throw error;
      return [
        { name: 'Doctor', ...failed(`It ended with an error (${reasonOf(error)}).`, report) },
      ];
    }
    const [problem = '', ...settings] = error.message.split(/\s*\n\s*/);
    const finding = `${problem} ${settings.map((sentence) => `${sentence}.`).join(' ')}`.trim();
    return [{ name: 'Settings', ...failed(finding, correct || 'Correct them.') }];
  });
  if (json) {
    const checkedUtc = startClock(null).now().toISOString();
    print(JSON.stringify({ ...readVersion(), checkedUtc, results }));
    return exitCodeOf(results);
  }
  for (const result of results) print(lineOf(result));
  print(systemCheckTexts.summary(results, formatMoment(startClock(null).now().toISOString())));
  return exitCodeOf(results);
}

const report = 'Run it without --json, and report what it prints.';

const exitCodeOf = (results: CheckResult[]) =>
  results.some(({ state }) => state === 'failed') ? 1 : 0;

function lineOf({ name, state, finding, advice }: CheckResult): string {
  return `${state.padEnd(8)} ${name}: ${finding} ${advice}`.trimEnd();
}

async function examine(correct: string): Promise<CheckResult[]> {
  const config = readConfig();
  const secret = await findSessionKey(config.sessionSecret, config.dataDir);
  const { isRunning, ...application } = await findApplication(config, secret);
  const embedded = config.databaseUrl === null ? await findRunningPostgres(config.dataDir) : null;
  const url = config.databaseUrl ?? embedded?.url ?? null;
  const problem = url === null ? notRunning : await connectionProblem(url, config);
  const connected = openDb(openPool(url ?? ''));
  try {
    const db = problem ?? (await tableProblem(connected)) ?? connected;
    const deps = { config, clock: startClock(config.now), db, secret };
    // A database of an earlier version has none, which the check of the migrations says.
    if (!('state' in db)) await applyStored({ ...deps, db }).catch(() => {});
    const results = await runChecks(systemChecks(deps, isRunning));
    const ignored = config.warnings.join(' ');
    return [
      ...(ignored === '' ? [] : [{ name: 'Settings', ...warning(ignored, correct) }]),
      { name: 'Application', ...application },
      ...results,
    ];
  } finally {
    // A check that was given up may still hold its connection.
    await Promise.race([connected.destroy(), wait(1000, null, { ref: false })]);
    await embedded?.close();
  }
}

const notRunning = warning(
  'Not checked: the embedded database runs only with the application.',
  'Start the application, then check again.',
);

interface Application extends Finding {
  isRunning: boolean;
}

async function findApplication(config: Config, secret: Uint8Array | null): Promise<Application> {
  const address = localAddress(config);
  // Also without the secret it says whether it is this program.
  const answer = await askAddress(address, secret ?? randomBytes(32)).catch(() => null);
  if (answer === null && !(await isAddressHere(config.host))) {
    const finding = failed(
      `HOST is ${config.host}, which is no address of this machine.`,
      'Correct HOST, or leave it out.',
    );
    return { ...finding, isRunning: false };
  }
  if (answer?.isMembership !== true && (await isPortOpen(address))) {
    const listener = describeListener(config.port) ?? 'its name is not known';
    const finding = failed(
      `The application does not run at ${address}: another program uses the port ${config.port} (${listener}).`,
      `${portUse} Then end that program, or set PORT to another number, also in the proxy. If it is the application, it hangs: restart it.`,
    );
    return { ...finding, isRunning: false };
  }
  if (secret === null || answer?.isOurs !== true) {
    const finding = failed(
      `The application does not run at ${address}, so its public address is not checked.`,
      'Start it, then check again. If it ends, its log says why. If it runs, use its settings for this command, and run it as its user.',
    );
    return { ...finding, isRunning: false };
  }
  const isSame = answer.settings === settingsDigest(secret, config);
  const finding = isSame
    ? ok(`It runs at ${address}.`)
    : warning(
        `It runs at ${address}, with other settings than this command.`,
        'Use its settings for this command. If you have changed them, restart the application.',
      );
  return { ...finding, isRunning: true };
}

const portUse = '"sudo ss --listening --tcp --processes" shows which program it is.';

/** Whether a program listens there, whatever it answers. */
async function isPortOpen(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port || 80) });
  socket.setTimeout(1000, () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function isAddressHere(host: string): Promise<boolean> {
  const server = createServer().listen(0, host);
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** `0.0.0.0` and `::` stand for all addresses of this machine. */
function localAddress({ host, port }: Config): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function connectionProblem(url: string, config: Config): Promise<Finding | null> {
  try {
    await assertNoTransactionPooler(url);
    return null;
  } catch (error) {
    return error instanceof TransactionPooler
      ? failed(poolerTexts.problem, poolerTexts.advice)
      : databaseAway(error, config.databaseUrl);
  }
}
