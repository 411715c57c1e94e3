/**
 * Everything that has to hold, in the order in which a mistake is cheapest to see.
 *
 *   npm test                          all of it
 *   npm test -- server/foo.test.ts    only these tests, or those in these folders
 *   npm run check                     all but the browser
 */
import { availableParallelism } from 'node:os';
import { bringChromium } from './testing/chromium.ts';
import { chooseTests } from './testing/choose-tests.ts';
import { runSteps, type Step } from './testing/run-steps.ts';
import { startTestDatabase } from './testing/test-database.ts';

const args = process.argv.slice(2);
const { nodeTests, stories } = chooseTests(args.filter((arg) => !arg.startsWith('--')));
const chosen = args.some((arg) => !arg.startsWith('--'));
const browser = !args.includes('--no-browser');

const checks: Step[] = [
  { title: 'Format', commands: ['oxfmt --check'], mend: 'npm run format' },
  { title: 'Types', commands: ['tsc', 'tsc -p web', 'tsc -p test/e2e'], mend: 'npm run types' },
  { title: 'Lint', commands: ['oxlint'], mend: 'npm run lint -- --fix' },
  { title: 'Nothing unused', commands: ['knip --no-config-hints'], mend: 'npx knip' },
];

const parallel = `--test-concurrency=${availableParallelism()}`;
const tests: Step = {
  title: 'Shape, unit and integration tests',
  commands: [`node --test --test-reporter=spec --test-timeout=120000 ${parallel}`],
  files: nodeTests,
  prepare: [startTestDatabase],
  mend: 'npm test -- <the test file>',
};

const browserStories: Step = {
  title: 'Browser stories',
  commands: ['playwright test'],
  files: stories,
  prepare: [startTestDatabase, bringChromium],
  mend: 'npm test -- test/e2e/<name>.e2e.ts',
};

/** `npm test` has built the pages by now. */
const sizes: Step = {
  title: 'What a first visit loads',
  commands: ['node scripts/check-sizes.ts'],
  mend: 'node scripts/check-sizes.ts',
};

await runSteps([
  ...(chosen ? [] : checks),
  ...(chosen || !browser ? [] : [sizes]),
  ...(nodeTests.length > 0 ? [tests] : []),
  ...(browser && stories.length > 0 ? [browserStories] : []),
]);
