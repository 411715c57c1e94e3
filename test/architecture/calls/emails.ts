import { sql } from 'kysely';
import * as attachments from '#contract/bulk-emails/attachments.ts';
import * as bulkEmails from '#contract/bulk-emails/endpoints.ts';
import * as preview from '#contract/bulk-emails/preview.ts';
import * as sending from '#contract/bulk-emails/sending.ts';
import { confirmConsents, readConsentLink } from '#contract/communication/confirm-consents.ts';
import * as communication from '#contract/communication/endpoints.ts';
import { getMailLimits, updateMailLimits } from '#contract/communication/mail-limits.ts';
import * as mails from '#contract/communication/mail-log.ts';
import { donate } from '#contract/donations/endpoints.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { callApi } from '#test/support/call.ts';
import { drafted } from '#test/support/mail/bulk.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import type { Call } from './call.ts';
import type { Fixture } from './fixture.ts';

const first = { body: {} };
const audience = 'counts everyone on the mailing list, and the empty placeholders';

/** A bulk email that `seedHistory` has sent to a few, and one to all members. */
const toFew = 'News 7';
const toAll = 'News 0';

function openBulkEmails({ app }: Fixture) {
  const seeded = (subject: string) => async () => ({
    params: await app.db
      .selectFrom('bulk_emails')
      .select('id')
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow(),
  });

  const draft = async () => ({ params: { id: await drafted(app, { subject: 'News' }) } });

  /** A run with ten recipients. */
  async function running() {
    const { params } = await draft();
    await sql`UPDATE bulk_emails SET processing_at = ${app.clock.now()}
      WHERE id = ${params.id}`.execute(app.db);
    await sql`
      INSERT INTO bulk_recipients (bulk_email_id, email, name, replacements)
      SELECT ${params.id}, n || '@example.org', '', '{}' FROM generate_series(1, 10) n`.execute(
      app.db,
    );
    return { params };
  }

  return { seeded, draft, running };
}

/** Drafts of bulk emails, and their attachments. */
export function bulkEmailCalls(fixture: Fixture): Call[] {
  const { app, as, call } = fixture;
  const { seeded, draft } = openBulkEmails(fixture);
  const { searchBulkEmails, getBulkEmail } = bulkEmails;
  const form = async () => {
    const lists = app.db.selectFrom('communication_lists').where('name', '=', 'All members');
    const { id: communicationListId } = await lists.select('id').executeTakeFirstOrThrow();
    const content = '<p>Hello {{FirstName}}</p>';
    return { body: { communicationListId, subject: 'News', content } };
  };
  const attachment = () => ({
    file: new File(['A text'], 'text.txt'),
    query: { fileName: 'text.txt' },
  });
  const byTotal = { body: { sortBy: 'TotalCount', pageSize: 1 } };
  return [
    call(bulkEmails.listBulkEmailStatuses, {}),
    call(bulkEmails.listBulkEmails, { query: {} }),
    call(searchBulkEmails, { body: { subject: 'News 1' } }),
    call(searchBulkEmails, { body: { text: 'news 7' } }, { case: 'a word' }),
    call(searchBulkEmails, byTotal, { case: 'by TotalCount' }),
    call(getBulkEmail, seeded(toFew)),
    call(getBulkEmail, seeded(toAll), { case: 'to all members' }),
    call(bulkEmails.createBulkEmail, form),
    call(bulkEmails.updateBulkEmail, async () => ({
      ...(await draft()),
      body: { subject: 'Old news' },
    })),
    call(bulkEmails.deleteBulkEmail, draft),
    call(preview.previewBulkEmail, form, {
      exception: { perMember: 5, ms: 2000, reason: audience },
    }),
    call(preview.sendTestBulkEmail, form, {
      notAudited: 'changes no record, and the mail itself is stored',
      exception: { perMember: 3, ms: 1500, reason: audience },
    }),
    call(attachments.uploadAttachment, attachment, {
      notAudited: 'the entry of the bulk email that uses the attachment names it',
    }),
    call(attachments.getAttachment, async () => {
      const { data } = await callApi(app, attachments.uploadAttachment, attachment(), as);
      return { params: { id: data.split('/').at(-1) ?? '' } };
    }),
  ];
}

/** Sending bulk emails, and their recipients. */
export function bulkRunCalls(fixture: Fixture): Call[] {
  const { app, as, call, someone } = fixture;
  const { seeded, draft, running } = openBulkEmails(fixture);
  const { searchBulkRecipients, retryBulkRecipients } = sending;
  const allMembers = async () => (await allLists(app.db))[0]?.id ?? '';
  const answered = async () => ({ ...(await seeded(toAll)()), body: { sortBy: 'Answer' } });
  return [
    call(sending.countRecipients, draft, {
      exception: { perMember: 4, ms: 1500, reason: audience },
    }),
    call(
      sending.countAudience,
      async () => ({ body: { communicationListId: await allMembers() } }),
      {
        exception: { perMember: 4, ms: 1500, reason: audience },
      },
    ),
    call(sending.pauseBulkEmail, running),
    call(sending.resumeBulkEmail, running),
    call(sending.stopBulkEmail, running),
    call(retryBulkRecipients, async () => {
      const input = await running();
      await callApi(app, sending.stopBulkEmail, input, as);
      return { ...input, body: { outcome: 'suppressed' as const } };
    }),
    call(searchBulkRecipients, async () => ({ ...(await seeded(toFew)()), ...first })),
    call(searchBulkRecipients, async () => ({ ...(await seeded(toAll)()), ...first }), {
      case: 'to all members',
    }),
    call(searchBulkRecipients, answered, {
      case: 'to all members, by Answer',
      exception: {
        perMember: 2.2,
        ms: 600,
        reason: 'counts the recipients of each bulk email by outcome',
      },
    }),
    // Last, because it adds a recipient for each member.
    call(
      sending.processBulkEmail,
      async () => {
        await someone();
        return draft();
      },
      // A reference check reads the hundred bulk emails for each recipient.
      { exception: { perMember: 120, ms: 8000, reason: 'adds a recipient for each member' } },
    ),
  ];
}

export function mailCalls({ app, call, email, member, someone }: Fixture): Call[] {
  const { searchMails } = mails;
  return [
    call(searchMails, first),
    call(searchMails, { body: { toEmail: member.email } }, { case: 'by address' }),
    call(searchMails, { body: { outcome: 'failed' } }, { case: 'not sent' }),
    call(searchMails, { body: { outcome: 'held' } }, { case: 'held' }),
    call(searchMails, { body: { outcome: 'cancelled' } }, { case: 'cancelled' }),
    call(mails.readMail, async () => ({
      params: await app.db
        .selectFrom('mails')
        .select('id')
        .where('kind', '=', 'invoice')
        .where(isAbout((await someone()).invoiceId))
        .executeTakeFirstOrThrow(),
    })),
    call(mails.sendMailAgain, async () => ({
      params: await app.db
        .updateTable('mails')
        .set({ sent_at: app.clock.now(), next_attempt_at: null })
        .where(isAbout((await someone()).invoiceId))
        .returning('id')
        .executeTakeFirstOrThrow(),
    })),
    call(mails.getKeptMails, {}),
    call(mails.sendKeptMails, async () => {
      app.config.smtpUrl = 'smtp://127.0.0.1:9';
      await app.db
        .updateTable('mails')
        .set({ sent_at: app.clock.now(), next_attempt_at: null, is_captured: true })
        .where('kind', '=', 'invoice')
        .where(isAbout((await someone()).invoiceId))
        .execute();
      return {};
    }),
    call(getMailLimits, {}),
    call(updateMailLimits, { body: { perDay: 5000 } }),
    call(communication.listCommunicationLists, {}),
    call(communication.listUnsubscribedEmails, {}),
    call(communication.searchUnsubscribedEmails, first),
    call(communication.releaseUnsubscribedEmail, async () => {
      const address = email();
      await suppress(app.ctx(), { email: address, kind: 'refused', reason: 'No such user' });
      const rows = app.db.selectFrom('suppressions').where('email', '=', address);
      const params = await rows.select('id').executeTakeFirstOrThrow();
      return { params, body: { reason: 'It exists again' } };
    }),
  ];
}

/** What the links in mails do. */
export function linkCalls({ app, call, member, person }: Fixture): Call[] {
  const { readUnsubscribeLink, unsubscribe } = communication;
  const recipient = async () => {
    const rows = app.db.selectFrom('bulk_recipients').where('email', '=', member.email);
    return { body: { token: (await rows.select('id').executeTakeFirstOrThrow()).id } };
  };
  const consent = async () => {
    const donor = { ...person(), consents: { news: true, appeals: true } };
    const gift = { donationTypeId: await donationTypeId(app, 'EFT'), amount: 50 };
    await callApi(app, donate, { body: { ...donor, ...gift } });
    const rows = app.db.selectFrom('consents').where('email', '=', donor.email);
    return { body: { token: (await rows.select('id').executeTakeFirstOrThrow()).id } };
  };
  return [
    call(readUnsubscribeLink, recipient, { by: 'nobody' }),
    call(unsubscribe, recipient, {
      by: 'nobody',
      notAudited: 'recipients do it themselves, and the suppression records it',
    }),
    call(readConsentLink, consent, { by: 'nobody' }),
    call(confirmConsents, consent, {
      by: 'nobody',
      notAudited: 'recipients do it themselves, and the consent records it',
    }),
  ];
}
