/**
 * The application with a made-up organisation of 250 members, in a data folder of its own.
 * `npm run demo:reset` deletes that folder.
 */
import { readConfig } from '#server/config.ts';
import { run } from '#server/main.ts';
import { openApp } from '#server/open-app.ts';
import { demoPassword, fillDemo } from '#server/dev/demo/fill.ts';
import { markDemo } from '#server/dev/demo/reset.ts';

const administrator = 'admin@example.org';

process.env['DATA_DIR'] ??= './data-demo';
process.env['ADMIN_EMAIL'] ??= administrator;
process.env['ADMIN_PASSWORD'] ??= demoPassword;
// The addresses of the invented people could belong to somebody.
process.env['SMTP_URL'] = '';

const config = readConfig(process.env, { isDemo: true });
const open = await openApp(config);
const { deps } = open;
const isEmpty = (await deps.db.selectFrom('members').select('id').executeTakeFirst()) === undefined;
if (isEmpty) {
  process.stdout.write('Making up two years of an organisation…\n');
  if (deps.config.databaseUrl === null) await markDemo(deps.config.dataDir);
  await fillDemo(deps);
}
await open.close();
process.stdout.write(`Sign in as ${process.env['ADMIN_EMAIL']} with ${demoPassword}\n`);
run(() => config);
