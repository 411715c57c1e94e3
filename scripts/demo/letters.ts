import { sql } from 'kysely';
import { createBulkEmail } from '#server/bulk-emails/change-bulk-email.ts';
import { processBulkEmail } from '#server/bulk-emails/run/process.ts';
import { allLists } from '#server/communication/lists.ts';
import { suppress } from '#server/communication/suppressions.ts';
import type { Caller, Work } from '#server/work.ts';
import type { Staff } from './staff.ts';

interface Office {
  staff: Staff;
  work: (daysAgo: number, by: Caller | null) => Work;
}

const news = `<p>Dear {{FirstName}},</p>
<p>The pack of wild dogs was seen at the northern fence again, with six pups.</p>
<p>Thank you for being a member of ours.</p>`;
const meeting = `<p>Dear {{FirstName}} {{LastName}},</p>
<p>We meet on 20 March at 10:00 in the education centre. Your membership number is
{{MembershipNumber}}.</p>`;

/** One bulk email that went out, and one that waits for Process Bulk Send. */
export async function writeLetters({ staff, work }: Office): Promise<void> {
  const bySecretary = (daysAgo: number) => work(daysAgo, staff.secretary);
  const { db } = work(0, null);
  const lists = await allLists(db);
  const listOf = (name: string) => lists.find((list) => list.name === name)?.id ?? '';
  const gone = 'natasha.left@example.org';
  await suppress(work(40, null), { email: gone, kind: 'unsubscribed', reason: 'Too many emails' });
  const { id } = await createBulkEmail(bySecretary(26), {
    communicationListId: listOf('Active'),
    subject: 'Autumn news: the wild dogs are back',
    title: 'The wild dogs are back',
    content: news,
  });
  await processBulkEmail(bySecretary(25), id);
  // Nothing of all that is mailed.
  const { at } = work(25, null);
  await sql`UPDATE bulk_recipients SET sent_at = ${at}, attempts = 1
    WHERE bulk_email_id = ${id} AND outcome = 'pending'`.execute(db);
  await db.updateTable('bulk_emails').set({ completed_at: at }).where('id', '=', id).execute();
  await createBulkEmail(bySecretary(1), {
    communicationListId: listOf('All members'),
    subject: 'Annual general meeting, 20 March',
    title: 'You are invited',
    content: meeting,
  });
}
