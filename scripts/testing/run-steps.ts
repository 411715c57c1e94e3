import { spawn, type ChildProcess } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { closingLines, countIn } from './closing-lines.ts';

/** What a preparation gives its step and the later ones: environment, and how to end it. */
export interface Prepared {
  env?: Record<string, string | undefined>;
  end?: () => Promise<void>;
}

export type Preparation = () => Promise<Prepared>;

export interface Step {
  title: string;
  commands: string[];
  /** Test files, given to the command. */
  files?: string[];
  /** Done once, however many steps need it. */
  prepare?: Preparation[];
  /** What to type after a failure. */
  mend: string;
}

const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const patience = 15_000;

let running: ChildProcess | undefined;
let interrupted = false;

/** Runs the steps one after the other, ends at the first that fails, and always tidies up. */
export async function runSteps(steps: Step[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  const prepared = new Map<Preparation, Prepared>();
  const outputs = new Map<Step, string>();
  let failed: Step | undefined;
  try {
    for (const step of steps) {
      const { ok, output } = await timed(step, () => runStep(step, env, prepared));
      if (closingLines(output).length > 0) outputs.set(step, output);
      if (ok) continue;
      failed = step;
      break;
    }
  } finally {
    for (const { end } of [...prepared.values()].toReversed()) await end?.();
  }
  report(outputs, failed);
}

interface Outcome {
  ok: boolean;
  output: string;
}

async function timed(step: Step, work: () => Promise<Outcome>): Promise<Outcome> {
  console.log(`\n== ${step.title} ==`);
  const start = performance.now();
  const outcome = await work().catch((error: unknown) => {
    console.log(error instanceof Error ? error.message : error);
    return { ok: false, output: '' };
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${outcome.ok ? 'ok' : 'FAILED'}, ${seconds} s`);
  return outcome;
}

async function runStep(
  step: Step,
  env: NodeJS.ProcessEnv,
  prepared: Map<Preparation, Prepared>,
): Promise<Outcome> {
  for (const prepare of step.prepare ?? []) {
    if (interrupted || prepared.has(prepare)) continue;
    const result = await prepare();
    prepared.set(prepare, result);
    Object.assign(env, result.env);
  }
  let output = '';
  for (const command of step.commands) {
    if (interrupted) break;
    const done = await run([...command.split(' '), ...(step.files ?? [])], env);
    output += stripVTControlCharacters(done.output);
    if (!done.ok) return { ok: false, output };
  }
  return { ok: !interrupted, output };
}

function run(words: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const [command = '', ...args] = words;
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...env, ...colours },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running = child;
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      running = undefined;
      resolve({ ok: code === 0, output });
    });
  });
}

/** npm and the terminal may each send the signal: one is enough, and the tidying goes on. */
function interrupt(): void {
  if (interrupted) return;
  interrupted = true;
  const child = running;
  child?.kill('SIGINT');
  setTimeout(() => child?.kill('SIGKILL'), patience).unref();
}

function report(outputs: Map<Step, string>, failed: Step | undefined): void {
  console.log();
  for (const [step, output] of outputs) {
    console.log([`${step.title}:`, ...closingLines(output)].join('\n'));
  }
  const { passed, failed: broken } = countIn([...outputs.values()].join('\n'));
  if (outputs.size > 0) console.log(`\n${passed} passed, ${broken} failed`);
  if (!failed) return;
  const hint = interrupted ? 'interrupted.' : `Mend it with: ${failed.mend}`;
  console.log(`Stopped at: ${failed.title}. ${hint}`);
  process.exitCode = interrupted ? 130 : 1;
}
