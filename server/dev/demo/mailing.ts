import type { Logger } from 'pino';
import { createBulkEmail } from '#server/features/bulk-emails/change-bulk-email.ts';
import { pauseBulkEmail } from '#server/features/bulk-emails/sending/pause-resume-stop.ts';
import { processBulkEmail } from '#server/features/bulk-emails/sending/process-bulk-email.ts';
import { sendDue } from '#server/features/bulk-emails/sending/send-due.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { unsubscribe } from '#server/features/communication/unsubscribe.ts';
import type { ConnectionOutcome, RawMail } from '#server/platform/mail/delivery/connection.ts';
import type { Caller, Context } from '#server/context.ts';
import type { Staff } from './staff.ts';

interface Office {
  staff: Staff;
  ctx: (daysAgo: number, by: Caller | null) => Context;
  log: Logger;
}

type Answer = (mail: RawMail, place: number) => ConnectionOutcome | Promise<ConnectionOutcome>;

const invitation = {
  subject: 'Join us for the Soutpansberg walk, {{FirstName}}',
  title: 'A walk to the yellowwoods',
  content:
    '<p>Dear {{FirstName}},</p><p>On Saturday we walk from the gate to the old yellowwoods, about 8 km. Bring:</p><ol><li data-list="bullet">a hat and two litres of water</li><li data-list="bullet">shoes that may get wet</li><li data-list="bullet">your card: you are number {{MembershipNumber}}</li></ol><p>We leave at <strong>06:30</strong>. Please tell the office if you come.</p>',
};
const newsletter = {
  subject: 'Autumn newsletter',
  title: '',
  content:
    '<p>Dear {{FirstName}} {{LastName}},</p><h2>The river is full</h2><p>After the best rains in six years the reserve is green to the fence. Two pairs of ground hornbills have bred.</p><h2>Thank you</h2><p>Your membership, valid until {{ValidUntil}}, pays for the rangers’ fuel.</p>',
};
const reminder = {
  subject: 'Your membership ends on {{ValidUntil}}',
  title: 'Shall we go on together?',
  content: '<p>Dear {{FirstName}},</p><p>Please renew in the member’s area.</p>',
};
const reasons = ['Too many emails', '', 'I moved to Lisbon, all the best!'];

/** Bulk emails at each of their stages: sent to all, with trouble, paused on the way, and a draft. */
export async function writeToMembers(office: Office): Promise<void> {
  const { staff, ctx } = office;
  const first = await processed(office, { daysAgo: 75, draft: newsletter });
  await send(office, 75, () => ({ kind: 'sent' }));
  await leave(ctx(70, null), first);

  await processed(office, { daysAgo: 12, draft: invitation });
  await send(office, 12, troubled);

  const running = await processed(office, {
    daysAgo: 0,
    draft: { ...newsletter, subject: 'The general meeting moves to May' },
  });
  await send(office, 0, async (_, place) => {
    if (place === 96) await pauseBulkEmail(ctx(0, staff.editor), running);
    return { kind: 'sent' };
  });
  const communicationListId = await listId(ctx(0, null), 'Due for Renewal');
  await createBulkEmail(ctx(1, staff.editor), { ...reminder, communicationListId });
}

/** As real lists are: addresses that are gone, a mailbox that is full, a line that broke. */
function troubled({ to }: RawMail, place: number): ConnectionOutcome {
  if (place % 79 === 40) {
    const answer = `550 5.1.1 <${to}>: there is no such mailbox here`;
    return { kind: 'refused', isFinal: true, isAddress: true, answer };
  }
  if (place === 55) {
    const answer = '554 5.2.2 mailbox full, please try again another week';
    return { kind: 'refused', isFinal: true, isAddress: false, answer };
  }
  if (place === 130) {
    return { kind: 'uncertain', answer: 'The mail server closed the connection.' };
  }
  return { kind: 'sent' };
}

interface Drafted {
  daysAgo: number;
  draft: typeof newsletter;
}

async function processed({ staff, ctx }: Office, { daysAgo, draft }: Drafted): Promise<string> {
  const communicationListId = await listId(ctx(daysAgo, null), 'All members');
  const form = { ...draft, communicationListId };
  const { id } = await createBulkEmail(ctx(daysAgo + 1, staff.editor), form);
  await processBulkEmail(ctx(daysAgo, staff.editor), id);
  return id;
}

/** To a mail server that is made up: nothing leaves. */
async function send({ ctx, log }: Office, daysAgo: number, answer: Answer): Promise<void> {
  const { db, at } = ctx(daysAgo, null);
  let place = 0;
  await sendDue({
    db,
    clock: { now: () => at },
    log,
    openConnection: async () => ({
      send: async (mail) => answer(mail, (place += 1)),
      isOver: false,
      close: () => {},
    }),
    connections: 1,
    from: async () => ({ name: 'Bushveld Conservation Trust', address: 'office@example.org' }),
    publicUrl: 'http://localhost',
    publicHost: 'localhost',
    unrecorded: [],
    isStopping: () => false,
  });
}

/** By the link at the end of what they got. */
async function leave(ctx: Context, id: string): Promise<void> {
  const leaving = await ctx.db
    .selectFrom('bulk_recipients')
    .select('id')
    .where('bulk_email_id', '=', id)
    .orderBy('email')
    .limit(reasons.length)
    .execute();
  for (const [place, { id: token }] of leaving.entries()) {
    await unsubscribe(ctx, token, reasons[place] ?? '');
  }
}

async function listId({ db }: Context, listName: string): Promise<string> {
  const lists = await allLists(db);
  return lists.find(({ name }) => name === listName)?.id ?? '';
}
