import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { login } from '#contract/auth/endpoints.ts';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { addressOf } from '#server/platform/embedded-postgres/address.ts';
import { freePort, startProgram, type Program } from '#test/support/program.ts';
import { password } from '#test/support/people.ts';
import { callOver } from './call.ts';

export const administrator = 'admin@example.org';

/** Settings that all processes of an installation share. */
export const sharedSettings = {
  ADMIN_EMAIL: administrator,
  ADMIN_PASSWORD: password,
  SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
  RATE_LIMITS: 'off',
};

export interface Installation extends Program {
  url: string;
  port: string;
}

/** The real application in its own process, once it listens. Without `DATA_DIR` in a new folder. */
export async function startInstallation(
  t: TestContext,
  settings: Record<string, string>,
  main?: string,
): Promise<Installation> {
  const port = settings['PORT'] ?? (await freePort());
  const DATA_DIR = settings['DATA_DIR'] ?? join(await temporaryFolder(t), 'data');
  const program = startProgram(t, { ...sharedSettings, ...settings, PORT: port, DATA_DIR }, main);
  await program.running();
  return { ...program, port, url: `http://127.0.0.1:${port}` };
}

/** Signs the administrator in and returns the header of the session. */
export async function signIn(url: string): Promise<{ authorization: string }> {
  const body = { email: administrator, password };
  const { status, data } = await callOver(url, login, { body });
  if (status !== 200) throw new Error(`The administrator could not sign in: ${status}`);
  return { authorization: `Bearer ${data.token}` };
}

/** The address of the embedded database of a data folder, for a test that looks into it. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { urlOf } = await addressOf(join(dataDir, 'postgres', 'cluster'));
  return urlOf('membership');
}

/** A worker process. The caller waits for what it does. */
export async function startWorker(
  t: TestContext,
  settings: Record<string, string>,
): Promise<Program> {
  const DATA_DIR = join(await temporaryFolder(t), 'data');
  const own = { PROCESS: 'worker', PORT: await freePort(), DATA_DIR };
  return startProgram(t, { ...sharedSettings, ...settings, ...own });
}
