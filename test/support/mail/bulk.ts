import { type BulkSenderDeps, sendDue } from '#server/features/bulk-emails/sending/send-due.ts';
import { createBulkEmail } from '#server/features/bulk-emails/change-bulk-email.ts';
import { readBulkEmail } from '#server/features/bulk-emails/queries.ts';
import { processBulkEmail } from '#server/features/bulk-emails/sending/process-bulk-email.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { connectionsTo } from '#server/platform/mail/transport.ts';
import { bulkSenderDepsOf } from '#server/workers.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import type { TestApp } from '#test/support/app.ts';

/** Borne by a machine that has much else to do. */
const patient = { connection: 10_000, greeting: 10_000, socket: 10_000, whole: 20_000 };
/** For servers that a test knows to be silent. */
export const impatient = { connection: 400, greeting: 400, socket: 1000, whole: 3000 };

/** Sends as the workers do, to this mail server. */
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

/** A bulk email that waits to be processed; to all members unless said. */
export async function drafted(app: TestApp, draft: Drafted = {}): Promise<string> {
  const { list = 'All members', ...form } = draft;
  const lists = await allLists(app.db);
  const communicationListId = lists.find(({ name }) => name === list)?.id ?? '';
  const usual = { subject: 'News for {{FirstName}}', content: '<p>Hello {{FirstName}}</p>' };
  const body = { communicationListId, ...usual, ...form };
  return (await createBulkEmail(app.ctx(), body)).id;
}

/** So many members with addresses of their own, and a bulk email to all members that is under way. */
export async function underWay(app: TestApp, count: number, draft: Drafted = {}) {
  if (count > 0) await addManyMembers(app, count, { lastName: 'Crowd', endsOn: '2027-12-31' });
  const id = await drafted(app, draft);
  await processBulkEmail(app.ctx(), id);
  return id;
}

let crowds = 0;

/** So many new members, and nobody else on the lists; what their names and addresses begin with. */
export async function onlyMembers(app: TestApp, count: number): Promise<string> {
  await app.db.updateTable('members').set({ archived_at: app.clock.now() }).execute();
  const lastName = `Crowd${++crowds}x`;
  await addManyMembers(app, count, { lastName, endsOn: '2027-12-31' });
  return lastName.toLowerCase();
}

/** Sends until the run is complete, or rests. */
export async function sendAll(app: TestApp, deps: BulkSenderDeps, id: string) {
  for (let turn = 0; turn < 200; turn += 1) {
    await sendDue(deps);
    const email = await readBulkEmail(app.db, id);
    // A look that was cut short by a slow machine left some who are due: they are looked for again.
    const isPutOff =
      email.nextAttemptUtc !== null && email.nextAttemptUtc > app.clock.now().toISOString();
    const isResting = email.isHeld || email.isPaused || isPutOff;
    if (email.bulkEmailStatusName === 'Complete' || isResting) return email;
  }
  throw new Error('It never came to an end');
}

/** Everybody's row, by address. */
export async function rowsOfRun(app: TestApp, id: string) {
  return app.db
    .selectFrom('bulk_recipients')
    .selectAll()
    .where('bulk_email_id', '=', id)
    .orderBy('email')
    .execute();
}
