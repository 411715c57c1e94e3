/** Deletes the data folder of the demo, so that the next `npm run demo` makes it up again. */
import { resolve } from 'node:path';
import { resetDemo } from '#server/dev/demo/reset.ts';

const { DATA_DIR } = process.env;
try {
  const dataDir = resolve(DATA_DIR || './data-demo');
  await resetDemo(dataDir);
  process.stdout.write(`${dataDir} is empty. \`npm run demo\` makes the demo again.\n`);
} catch (error) {
  process.stderr.write(`\nThe demo was not reset.\n${(error as Error).message}\n\n`);
  process.exitCode = 1;
}
