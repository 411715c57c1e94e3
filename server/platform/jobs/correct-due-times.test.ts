import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openTestApp } from '#test/support/app.ts';
import { pledged, notify, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { correctDueTimes } from './correct-due-times.ts';

const app = await openTestApp();

const hoursAhead = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);

test('what was queued while the clock was a day ahead is due now, and a usual pause stays', async () => {
  const row = { kind: 'test', about: '{}', created_at: app.clock.now() };
  const mails = [
    { ...row, id: randomUUID(), to_email: 'pause@example.org', next_attempt_at: hoursAhead(8) },
    { ...row, id: randomUUID(), to_email: 'ahead@example.org', next_attempt_at: hoursAhead(24) },
  ];
  await app.db.insertInto('mails').values(mails).execute();
  await notify(app, 'donation', signed(toldOf(await pledged(app))));
  await app.db
    .updateTable('card_notifications')
    .set({ next_attempt_at: hoursAhead(25) })
    .execute();
  await correctDueTimes(app.ctx());
  const due = await app.db
    .selectFrom('mails')
    .select('to_email')
    .where('next_attempt_at', '<=', app.clock.now())
    .where('kind', '=', 'test')
    .execute();
  assert.deepEqual(due, [{ to_email: 'ahead@example.org' }]);
  const notifications = await app.db
    .selectFrom('card_notifications')
    .select('next_attempt_at')
    .execute();
  assert.deepEqual(notifications, [{ next_attempt_at: app.clock.now() }]);
});
