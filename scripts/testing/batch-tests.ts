import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Most of a test file's time is loading the application, so several files share a process. */
const filesPerProcess = 12;
const folder = 'dist/test-batches';

/**
 * Writes modules that run these test files one after the other, and answers their paths.
 * Each file is a test of its own, so its `after` hooks run before the next file is loaded.
 */
export function batchTests(files: string[]): string[] {
  const count = Math.ceil(files.length / filesPerProcess);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, n) => {
    const batch = files.filter((_file, place) => place % count === n);
    const path = join(folder, `batch-${n + 1}.mjs`);
    const lines = batch.map((file) => {
      const url = pathToFileURL(resolve(file)).href;
      return `await test('${file}', () => import('${url}'));\n`;
    });
    writeFileSync(path, `import test from 'node:test';\n\n${lines.join('')}`);
    return path;
  });
}
