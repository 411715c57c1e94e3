import { type RawBuilder, sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';
import { dayOf, type ExportFile, text, yesNo } from './csv-file.ts';
import {
  among,
  type Descriptions,
  key,
  personalName,
  omitted,
  personal,
  recordIds,
  secret,
  type Whose,
  staying,
  all,
} from './describe.ts';

const sending = omitted('about our sending');

export const emailTables = {
  mails: {
    title: 'Emails to you',
    // A mail that was kept without a mail server has the time when it was dealt with.
    from: sql`(SELECT to_email, to_name, kind, subject, about, created_at, nullif(is_captured, false) AS is_captured,
      CASE WHEN NOT is_captured THEN sent_at END AS sent_at, failed_at, cancelled_at, server_answer FROM mails) AS mails`,
    rows: mailsOf,
    order: 'created_at',
    kept: {
      period: 'mails',
      since: 'created_at',
      where: sql`to_email <> ${sql.lit(erased.email)} AND next_attempt_at IS NULL`,
    },
    columns: {
      to_email: personalName('To', erased.email),
      to_name: personalName('Name', ''),
      kind: staying('Kind'),
      subject: personal('Subject', null),
      created_at: 'Written',
      sent_at: 'Sent',
      is_captured: 'Kept here and not sent, because there was no mail server',
      failed_at: 'Given up',
      cancelled_at: 'Cancelled',
      server_answer: personal('Answer of the mail server', null),
      id: key,
      about: personal(omitted('numbers of ours'), sql`about - 'reason'`),
      secret: personal(secret, null),
      ...all(
        sending,
        'attempts',
        'next_attempt_at',
        'is_batch',
        'leased_until',
        'sent_again_at',
        'held_at',
      ),
    },
  },
  consents: {
    title: 'What you agreed to get by email',
    // One beside another person's consent looks like any other that waits.
    from: sql`(SELECT email, purpose, words, source, given_at, given_by,
      is_waiting OR is_beside_another AS is_waiting,
      CASE WHEN NOT is_beside_another AND NOT is_waiting THEN withdrawn_at END AS withdrawn_at FROM consents) AS consents`,
    rows: ({ userIds, emails }) =>
      sql`email = ANY (${emails}::text[]) OR given_by = ${among(userIds)}`,
    order: 'given_at',
    isDeleted: 'apart',
    kept: {
      period: 'withdrawnConsents',
      since: 'withdrawn_at',
      // One beside another person's consent was not withdrawn by its own person.
      where: sql`withdrawn_at IS NOT NULL AND NOT is_beside_another`,
      isDeleted: true,
    },
    columns: {
      email: 'Email',
      purpose: 'For',
      words: 'The words that were shown',
      source: 'Where',
      given_at: 'Given',
      withdrawn_at: 'Withdrawn',
      is_waiting: 'Waits until you confirm it',
      ...all(key, 'id', 'given_by'),
      is_beside_another: omitted('about the consents of other people'),
    },
  },
  suppressions: {
    title: 'That you get no news by email',
    rows: ({ emails }) => sql`email = ANY (${emails}::text[])`,
    order: 'at',
    isDeleted: true,
    columns: { email: 'Email', kind: 'How it came', reason: 'Reason', at: 'Since', id: key },
  },
  bulk_recipients: {
    title: 'Emails to many people, you among them',
    rows: ({ emails }) => sql`email = ANY (${emails}::text[])`,
    order: 'sending_at',
    kept: ['bulkRecipients'],
    columns: {
      bulk_email_id: 'Subject',
      email: personal('To', sql`id || '@erased.invalid'`),
      name: personal('Name', ''),
      replacements: personal('What was filled in', '{}'),
      outcome: 'Outcome',
      sent_at: 'Sent',
      failed_at: 'Given up',
      suppressed_at: 'Left out',
      uncertain_at: 'Uncertain',
      answer: personal(
        'Answer of the mail server',
        sql`CASE WHEN outcome = 'pending' THEN ${erased.text} END`,
      ),
      id: secret,
      ...all(sending, 'attempts', 'uncounted', 'next_attempt_at', 'sending_at', 'sending_by'),
    },
  },
} satisfies Descriptions;

/** Mails about the member's records to any address, and all mails to a verified address. */
function mailsOf(whose: Whose): RawBuilder<boolean> {
  // A question to the administrators is about a donation, but not to the donor.
  return sql`(record_of_mail(about) = ANY (${recordIds(whose)}::text[]) AND kind <> 'donation-question')
    OR (fold(to_email) = ANY (ARRAY(SELECT fold(email) FROM unnest(${whose.emails}::text[]) AS e (email)))
      AND lower(to_email) = ANY (${whose.emails}::text[]))`;
}

export const consentsFile: ExportFile = {
  from: sql`consents`,
  order: sql`given_at, id`,
  columns: [
    text('Consent id', 'Identifies the consent.', 'id'),
    text('Email', 'Email address.', 'email'),
    text('Purpose', 'news or appeals (requests for donations).', 'purpose'),
    text('Words', 'What the person agreed to.', 'words'),
    text('Source of consent', 'Where: registration, donation, profile or another.', 'source'),
    dayOf('Agreed on', 'The day of the consent.', 'given_at'),
    dayOf('Withdrawn on', 'Empty: it is still given.', 'withdrawn_at'),
    yesNo(
      'Beside another',
      'Yes: it counts for nothing, because members were merged or it was never confirmed.',
      sql`is_beside_another OR is_waiting`,
    ),
  ],
};

export const suppressionsFile: ExportFile = {
  // An erased address is a hash that means nothing elsewhere.
  from: sql`(SELECT * FROM suppressions WHERE email NOT LIKE 'erased:%') AS s`,
  order: sql`s.email`,
  columns: [
    text('Email', 'Email address.', 'email'),
    text(
      'Kind',
      'Unsubscribed or Refused (by the mail server).',
      sql`CASE kind WHEN 'refused' THEN 'Refused' ELSE 'Unsubscribed' END`,
    ),
    text('Reason', 'The answer of the mail server.', 'reason'),
    dayOf('Date', 'Since then the address gets no bulk emails.', 'at'),
  ],
};

export const mailsFile: ExportFile = {
  from: sql`mails`,
  order: sql`created_at, id`,
  columns: [
    dayOf('Day', 'The day on which it was queued.', 'created_at'),
    text('Kind', 'What it is about, such as invoice or receipt.', 'kind'),
    text('To', 'The address.', 'to_email'),
    text('Name', 'The name of the recipient.', 'to_name'),
    text('Subject', 'Its subject. The text is not stored.', 'subject'),
    text(
      'State',
      'Sent, Kept here (there was no mail server), Failed, Cancelled or Waiting.',
      sql`CASE WHEN is_captured THEN 'Kept here' WHEN sent_at IS NOT NULL THEN 'Sent' WHEN failed_at IS NOT NULL THEN 'Failed'
        WHEN cancelled_at IS NOT NULL THEN 'Cancelled' ELSE 'Waiting' END`,
    ),
    dayOf(
      'Sent on',
      'The day on which it was sent.',
      sql`CASE WHEN NOT is_captured THEN sent_at END`,
    ),
  ],
};
