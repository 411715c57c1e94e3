/**
 * Makes every disaster happen to the real application, the long forms too, and prints a table of counts.
 *
 *   npm run disasters
 *   npm run disasters -- test/disasters/disk.test.ts
 */
import { resolve } from 'node:path';
import { chooseTests } from './testing/choose-tests.ts';
import { runSteps } from './testing/run-steps.ts';
import { startTestDatabase } from './testing/test-database.ts';

const named = process.argv.slice(2);
const { nodeTests } = chooseTests(named.length > 0 ? named : ['test/disasters']);
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');
const reporter = '--test-reporter=./scripts/testing/disaster-table.ts';

await runSteps([
  {
    title: 'Disasters',
    // One after the other, because they print how long things take. Ten turns of all drills take more than an hour.
    commands: [`node --test ${reporter} --test-timeout=7200000 --test-concurrency=1`],
    files: nodeTests,
    prepare: [startTestDatabase],
    fix: 'npm run disasters -- <the test file>',
  },
]);
