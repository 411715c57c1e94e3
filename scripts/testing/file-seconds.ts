import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** The seconds of each test file of the last run, one JSON object a line. */
const path = 'node_modules/.cache/test-seconds.jsonl';
const slowest = 10;

export interface FileSeconds {
  file: string;
  seconds: number;
}

export function forgetSeconds(): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
}

export function noteSeconds(row: FileSeconds): void {
  appendFileSync(path, `${JSON.stringify(row)}\n`);
}

/** The slowest files of the last run, for its last lines. */
export function printSlowest(): void {
  if (!existsSync(path)) return;
  const rows = readFileSync(path, 'utf8').trimEnd().split('\n');
  const files = rows
    .map((row) => JSON.parse(row) as FileSeconds)
    .toSorted((a, b) => b.seconds - a.seconds);
  if (files.length <= slowest) return;
  console.log('\nThe slowest test files:');
  for (const { file, seconds } of files.slice(0, slowest)) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
}
