import { randomUUID } from 'node:crypto';
import { cancelHeldMails, releaseHeldMails } from '#contract/restores/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import type { AuditFixture } from './fixture.ts';

export function restoreCalls({ app, as }: AuditFixture) {
  async function restored() {
    const at = app.clock.now();
    const restore = { id: randomUUID(), restored_at: at, backup_made_at: at };
    await app.db.insertInto('restores').values(restore).execute();
  }
  return {
    releaseHeldMails: async () => {
      await restored();
      return callApi(app, releaseHeldMails, {}, as);
    },
    cancelHeldMails: async () => {
      await restored();
      return callApi(app, cancelHeldMails, {}, as);
    },
  };
}
