import { sendDue } from '#server/features/bulk-emails/sending/send-due.ts';
import type { BulkSenderDeps } from '#server/features/bulk-emails/sending/bulk-sender-deps.ts';
import { createBulkEmail } from '#server/features/bulk-emails/change-bulk-email.ts';
import { readBulkEmail } from '#server/features/bulk-emails/queries.ts';
import { processBulkEmail } from '#server/features/bulk-emails/sending/process-bulk-email.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { connectionsTo } from '#server/platform/mail/open-transport.ts';
import { bulkSenderDepsOf } from '#server/workers.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import type { TestApp } from '#test/support/app.ts';

/** Timeouts that a busy machine does not reach. */
const patient = { connection: 10_000, greeting: 10_000, socket: 10_000, whole: 20_000 };
/** For servers that never reply in a test. */
export const impatient = { connection: 400, greeting: 400, socket: 1000, whole: 3000 };

/** Dependencies for sending to this mail server as the workers do. */
export function postTo(
  app: TestApp,
  smtpUrl: string,
  changes: Partial<BulkSenderDeps> = {},
  timeouts = patient,
): BulkSenderDeps {
  const openConnection = connectionsTo({ smtpUrl, outboxDir: '/nowhere', log: app.log, timeouts });
  return { ...bulkSenderDepsOf(app), openConnection, isStopping: () => false, ...changes };
}

export interface Drafted {
  list?: string;
  subject?: string;
  title?: string;
  content?: string;
  isAppeal?: boolean;
  attachmentPath?: string;
}

/** A pending bulk email, to all members unless `list` is set. */
export async function drafted(app: TestApp, draft: Drafted = {}): Promise<string> {
  const { list = 'All members', ...form } = draft;
  const lists = await allLists(app.db);
  const communicationListId = lists.find(({ name }) => name === list)?.id ?? '';
  const usual = { subject: 'News for {{FirstName}}', content: '<p>Hello {{FirstName}}</p>' };
  const body = { communicationListId, ...usual, ...form };
  return (await createBulkEmail(app.ctx(), body)).id;
}

/** Adds `count` members with their own addresses and starts a bulk email to all members. */
export async function underWay(app: TestApp, count: number, draft: Drafted = {}) {
  if (count > 0) await addManyMembers(app, count, { lastName: 'Crowd', endsOn: '2027-12-31' });
  const id = await drafted(app, draft);
  await processBulkEmail(app.ctx(), id);
  return id;
}

let crowds = 0;

/** Archives all members and adds `count` new ones. Returns the start of their names and addresses. */
export async function onlyMembers(app: TestApp, count: number): Promise<string> {
  await app.db.updateTable('members').set({ archived_at: app.clock.now() }).execute();
  const lastName = `Crowd${++crowds}x`;
  await addManyMembers(app, count, { lastName, endsOn: '2027-12-31' });
  return lastName.toLowerCase();
}

/** Sends until the run is complete, held, paused or postponed. */
export async function sendAll(app: TestApp, deps: BulkSenderDeps, id: string) {
  for (let turn = 0; turn < 200; turn += 1) {
    await sendDue(deps);
    const email = await readBulkEmail(app.db, id);
    // On a slow machine one pass may end with recipients still due. The next pass sends to them.
    const isPostponed =
      email.nextAttemptUtc !== null && email.nextAttemptUtc > app.clock.now().toISOString();
    const isWaiting = email.isHeld || email.isPaused || isPostponed;
    if (email.bulkEmailStatusName === 'Complete' || isWaiting) return email;
  }
  throw new Error('The bulk email did not complete');
}

/** All recipients of the run, by address. */
export async function rowsOfRun(app: TestApp, id: string) {
  return app.db
    .selectFrom('bulk_recipients')
    .selectAll()
    .where('bulk_email_id', '=', id)
    .orderBy('email')
    .execute();
}
