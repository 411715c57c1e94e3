import { spawn, type ChildProcess } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a preparation gives its step and the later ones: environment, and how to end it. */
export interface Prepared {
  env?: Record<string, string | undefined>;
  end?: () => Promise<void>;
}

export type Preparation = () => Promise<Prepared>;

export interface Step {
  title: string;
  commands: string[];
  /** Files that are passed to the command. */
  files?: string[];
  /** Each runs once, before the first step that needs it. */
  prepare?: Preparation[];
  /** The command that repeats or fixes a failed step. */
  fix: string;
}

const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const killAfterMs = 15_000;

let running: ChildProcess | undefined;
let interrupted = false;

/** Runs the steps one after the other, ends at the first that fails, and always cleans up. */
export async function runSteps(steps: Step[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  const prepared = new Map<Preparation, Prepared>();
  try {
    for (const step of steps) {
      console.log(`\n== ${step.title} ==`);
      const start = performance.now();
      const ok = await runStep(step, env, prepared);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${ok ? 'ok' : 'FAILED'}, ${seconds} s`);
      if (ok) continue;
      console.log(interrupted ? 'Interrupted.' : `To repeat or fix it: ${step.fix}`);
      process.exitCode = interrupted ? 130 : 1;
      break;
    }
  } finally {
    for (const { end } of [...prepared.values()].toReversed()) await end?.();
  }
}

async function runStep(
  step: Step,
  env: NodeJS.ProcessEnv,
  prepared: Map<Preparation, Prepared>,
): Promise<boolean> {
  try {
    for (const prepare of step.prepare ?? []) {
      if (interrupted || prepared.has(prepare)) continue;
      const result = await prepare();
      prepared.set(prepare, result);
      Object.assign(env, result.env);
    }
    for (const command of step.commands) {
      if (interrupted) return false;
      if (!(await run([...command.split(' '), ...(step.files ?? [])], env))) return false;
    }
    return !interrupted;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return false;
  }
}

function run([command = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    running = child;
    child.on('error', reject);
    child.on('close', (code) => {
      running = undefined;
      resolve(code === 0);
    });
  });
}

/** npm and the terminal may each send the signal. The clean-up continues after the first one. */
function interrupt(): void {
  if (interrupted) return;
  interrupted = true;
  const child = running;
  child?.kill('SIGINT');
  setTimeout(() => child?.kill('SIGKILL'), killAfterMs).unref();
}
