import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CompiledQuery } from 'kysely';

export const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;

/** How many of these queries a second PostgreSQL answers to so many connections. */
export async function pgbenchRateOf(url: string, queries: CompiledQuery[], seconds = 3) {
  const folder = mkdtempSync(join(tmpdir(), 'membership-pgbench-'));
  try {
    const files = queries.flatMap((query, n) => {
      const file = join(folder, `${n}.sql`);
      writeFileSync(file, `${written(query)};\n`);
      return ['-f', file];
    });
    const given = ['-n', '-M', 'extended', '-c', '16', '-j', '2', '-T', String(seconds), ...files];
    const { stdout } = await promisify(execFile)('pgbench', [...given, url]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** With its values in their places, on one line. */
function written({ sql, parameters }: CompiledQuery): string {
  return sql
    .replaceAll(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))
    .replaceAll(/\s+/g, ' ');
}

function literal(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}
