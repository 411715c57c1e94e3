/** Turns off the two-step sign-in of an administrator, also while the application runs: npm run reset-two-step -- EMAIL */
import { BadSettings, readBackupConfig } from '#server/config.ts';
import { resetTwoStepOnServer } from '#server/features/auth/two-step/turn-off.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { explainFailure } from '#server/platform/backup/explain-failure.ts';
import { openDatabase } from './archives/open-database.ts';
import { commandLine } from './archives/run-command.ts';

const [typed, ...more] = process.argv.slice(2);
try {
  if (!typed || more.length > 0) {
    throw new BadSettings(`Name one email address: ${commandLine('reset-two-step')} EMAIL`);
  }
  process.stdout.write(`${await reset(typed.trim().toLowerCase())}\n`);
} catch (error) {
  const reason = error instanceof BadSettings ? error.message : explainFailure(error);
  process.stderr.write(`\nNothing was changed.\n${reason}\n\n`);
  process.exitCode = 1;
}

async function reset(email: string): Promise<string> {
  const { url, close } = await openDatabase(readBackupConfig());
  const db = openDb(openPool(url, 1));
  try {
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('role', '<>', 'Member')
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (user === undefined) throw new BadSettings(`No administrator signs in with ${email}.`);
    const name = await resetTwoStepOnServer({ db, at: new Date() }, user.id);
    if (name === null) return `Two-step sign-in is off for ${email}. There was nothing to reset.`;
    return `The two-step sign-in of ${name} is off. ${email} signs in with the password alone, and gets an email about it.`;
  } finally {
    await db.destroy();
    await close();
  }
}
