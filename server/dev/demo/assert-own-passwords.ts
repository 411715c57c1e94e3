import { demoPassword } from '#contract/company-info/public-settings.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { BadSettings } from '#server/config.ts';
import { verifyPassword } from '#server/features/auth/password-hash.ts';
import { isReachable } from './demo-config.ts';

/** A demo that others can reach must not have administrators from a start on this machine only. */
export async function assertOwnPasswords({
  db,
  config,
}: Pick<AppDeps, 'db' | 'config'>): Promise<void> {
  if (!isReachable(config)) return;
  const administrators = await db
    .selectFrom('users')
    .select('password_hash')
    .where('role', '<>', 'Member')
    .where('removed_at', 'is', null)
    .execute();
  for (const { password_hash: hash } of administrators) {
    if (await verifyPassword(hash, demoPassword)) {
      throw new BadSettings(
        'Others can reach this demo, and an administrator has the published password. Make the demo again with `npm run demo:reset`, or change that password.',
      );
    }
  }
}
