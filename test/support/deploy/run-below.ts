import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

interface Surroundings {
  /** By their names, what programs of the machine do instead. */
  programs?: Record<string, string>;
  /** What a person types at a terminal. Without it there is none. */
  typed?: string;
  environment?: Record<string, string>;
}

const harmless = { systemctl: '', runuser: '', getent: 'exit 2', userdel: '', sync: '', dpkg: '' };

/** Runs a script of the package with a folder in the place of `/`, and answers all that it says. */
export function runBelow(
  root: string,
  script: string,
  args: string[],
  { programs = {}, typed, environment = {} }: Surroundings = {},
): { status: number | null; said: string } {
  const bin = join(root, 'bin');
  for (const [name, does] of Object.entries({ ...harmless, ...programs }))
    write(join(bin, name), `#!/bin/sh\n${does}\n`, 0o755);
  const app = join(root, 'usr/lib/membership');
  const inFolder = /(?<![\w.)}])\/(?=(?:var|etc|run|usr)\/)/g;
  for (const path of [script, 'deploy/postgres.sh'])
    write(join(app, path), readFileSync(path, 'utf8').replaceAll(inFolder, `${root}/`), 0o755);
  const node = join(app, 'node_modules/.bin/node');
  mkdirSync(dirname(node), { recursive: true });
  symlinkSync(process.execPath, `${node}.new`);
  renameSync(`${node}.new`, node);
  const env = { ...environment, PATH: `${bin}:${process.env['PATH']}` };
  const command = ['sh', join(app, script), ...args];
  const [program = '', ...rest] =
    typed === undefined
      ? command
      : ['script', '--quiet', '--return', '--command', command.join(' '), '/dev/null'];
  const { status, stdout, stderr } = spawnSync(program, rest, {
    env,
    input: typed ?? '',
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}
