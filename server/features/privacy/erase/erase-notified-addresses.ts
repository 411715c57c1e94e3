import { erased } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';

/** The last mail to an erased person needs the address until it is sent or has failed. Runs every hour. */
export async function eraseNotifiedAddresses({ db }: Pick<Context, 'db'>): Promise<void> {
  await db
    .updateTable('mails')
    .set({ to_email: erased.email, server_answer: null })
    .where('kind', '=', 'erasure-done')
    .where('to_email', '<>', erased.email)
    .where('next_attempt_at', 'is', null)
    .execute();
}
