import { resolve } from 'node:path';
import { BadSettings } from '#server/config.ts';
import { explainFailure } from '#server/platform/backup/explain-failure.ts';

interface Command {
  name: 'backup' | 'restore' | 'ledger';
  failed: string;
  run: (file: string, interrupted: AbortSignal) => Promise<void>;
}

/** How the user has started this command. */
export function commandLine(name: string): string {
  return process.env['MEMBERSHIP_SETTINGS'] ? `membership ${name}` : `npm run ${name} --`;
}

/** Runs a command that takes a file, and ends it cleanly at a signal. */
export async function runCommand({ name, failed, run }: Command): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort());
  }
  const [file, ...more] = process.argv.slice(2);
  // A restore reads it.
  const written = name === 'restore' ? undefined : file;
  try {
    // Such as --help: nobody means a file of that name.
    if (file === undefined || file === '' || file.startsWith('-') || more.length > 0) {
      throw new BadSettings(`Name one file: ${commandLine(name)} FILE`);
    }
    // npm changes to its own folder. The file is meant from where the user is.
    await run(resolve(process.env['INIT_CWD'] ?? '.', file), stopping.signal);
  } catch (error) {
    const reason = error instanceof BadSettings ? error.message : explainFailure(error, written);
    process.stderr.write(
      `\n${failed}\n${stopping.signal.aborted ? 'It was interrupted.' : reason}\n\n`,
    );
    process.exitCode = 1;
  }
}
