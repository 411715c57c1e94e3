/**
 * All checks and tests, the fastest first.
 *
 *   npm test                          the checks, and the tests that every change has to pass
 *   npm run test:full                 also the long tests, and each browser test at every width
 *   npm test -- server/foo.test.ts    only these test files, or those in these folders
 *   npm run check                     without the browser
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { batchTests } from './testing/batch-tests.ts';
import { bringChromium } from './testing/chromium.ts';
import { chooseTests } from './testing/choose-tests.ts';
import { forgetSeconds, printSlowest } from './testing/file-seconds.ts';
import { runSteps, type Step } from './testing/run-steps.ts';
import { startTestDatabase } from './testing/test-database.ts';

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const full = args.includes('--full');
const browser = !args.includes('--no-browser');
const { nodeTests, stories } = chooseTests(named);

// The processes of the tests start faster with code that an earlier one has compiled.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');
if (full) process.env['TEST_FULL'] = 'yes';

const checks: Step[] = [
  { title: 'Format', commands: ['oxfmt --check'], fix: 'npm run format' },
  { title: 'Types', commands: ['tsc', 'tsc -p web', 'tsc -p test/e2e'], fix: 'npm run types' },
  { title: 'Lint', commands: ['oxlint'], fix: 'npm run lint -- --fix' },
  { title: 'Nothing unused', commands: ['knip --no-config-hints'], fix: 'npx knip' },
];

/** `npm test` has built the pages by now. */
const sizes: Step = {
  title: 'What a first visit loads',
  commands: ['node scripts/check-sizes.ts'],
  fix: 'node scripts/check-sizes.ts',
};

// More than there are cores: many tests wait for a timer, a lock or another process.
const parallel = `--test-concurrency=${availableParallelism() + 2}`;
const selection = full ? '' : ' --test-skip-pattern=@full';
const reporters = [
  '--test-reporter=spec --test-reporter-destination=stdout',
  '--test-reporter=./scripts/testing/node-reporter.ts --test-reporter-destination=stderr',
].join(' ');
const tests: Step = {
  title: 'Architecture, unit and integration tests',
  commands: [
    `node --test ${reporters} --test-timeout=${full ? 3_600_000 : 600_000} ${parallel}${selection}`,
  ],
  files: named.length > 0 ? nodeTests : batchTests(nodeTests),
  prepare: [startTestDatabase],
  fix: 'npm test -- <the test file>',
};

const browserStories: Step = {
  title: 'Browser tests',
  commands: ['playwright test'],
  files: stories,
  prepare: [startTestDatabase, bringChromium],
  fix: 'npm test -- test/e2e/<width>/<name>.e2e.ts',
};

forgetSeconds();
await runSteps([
  ...(named.length > 0 ? [] : checks),
  ...(named.length > 0 || !browser ? [] : [sizes]),
  ...(nodeTests.length > 0 ? [tests] : []),
  ...(browser && stories.length > 0 ? [browserStories] : []),
]);
printSlowest();
