/**
 * The application with a made-up organisation of 250 members, in a data folder of its own.
 * `npm run demo:reset` deletes that folder.
 */
import { BadSettings } from '#server/config.ts';
import { run } from '#server/main.ts';
import { openApp } from '#server/open-app.ts';
import { assertOwnPasswords } from '#server/dev/demo/assert-own-passwords.ts';
import { readDemoConfig } from '#server/dev/demo/demo-config.ts';
import { fillDemo } from '#server/dev/demo/fill.ts';
import { markDemo } from '#server/dev/demo/reset.ts';

try {
  await start();
} catch (error) {
  if (!(error instanceof BadSettings)) throw error;
  process.stderr.write(`\nThe demo could not start.\n${error.message}\n\n`);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const config = readDemoConfig(process.env, process.argv.slice(2));
  if (process.env['DATABASE_URL'] && config.databaseUrl === null) {
    process.stdout.write(
      'DATABASE_URL is not used: the demo has a database of its own. `npm run demo -- --database` uses it.\n',
    );
  }
  const open = await openApp(config);
  const { deps } = open;
  try {
    const member = await deps.db.selectFrom('members').select('id').executeTakeFirst();
    if (member === undefined) {
      process.stdout.write('Making up two years of an organisation…\n');
      if (config.databaseUrl === null) await markDemo(config.dataDir);
      await fillDemo(deps);
    }
    await assertOwnPasswords(deps);
  } finally {
    await open.close();
  }
  process.stdout.write(`Sign in as ${config.adminEmail} with ${config.adminPassword}\n`);
  run(() => config);
}
