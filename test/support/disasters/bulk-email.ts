import { createBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { processBulkEmail } from '#contract/bulk-emails/sending.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { callOver } from './call.ts';
import { signIn } from './installation.ts';

/** A running application sends a bulk email to `count` new members. Returns its id. */
export async function sendToMany(url: string, databaseUrl: string, count: number): Promise<string> {
  const db = openDb(openPool(databaseUrl, 1));
  await addManyMembers({ db }, count, { lastName: 'Many', endsOn: '2099-12-31' });
  await db.destroy();
  return sendToAll(url, databaseUrl);
}

/** A running application sends a bulk email to all members. Returns its id. */
export async function sendToAll(url: string, databaseUrl: string): Promise<string> {
  const db = openDb(openPool(databaseUrl, 1));
  const list = (await allLists(db)).find(({ name }) => name === 'All members');
  await db.destroy();
  const session = await signIn(url);
  const body = { communicationListId: list?.id ?? '', subject: 'News', content: '<p>Hello</p>' };
  const { data } = await callOver(url, createBulkEmail, { body }, session);
  await callOver(url, processBulkEmail, { params: { id: data.id } }, session);
  return data.id;
}
