import { sql } from 'kysely';
import { isId } from '#contract/fields.ts';
import { erased } from '#contract/privacy/erased.ts';
import {
  dayOf,
  type ExportFile,
  day,
  invoiceNumber,
  memberId,
  memberNumber,
  memberType,
  money,
  phone,
  text,
  yesNo,
} from './csv-file.ts';
import {
  among,
  key,
  office,
  omitted,
  personal,
  secret,
  type Descriptions,
  staying,
  all,
} from './describe.ts';

/** The member's personal data, relatives and periods. */
export const membershipTables = {
  members: {
    title: 'Your membership',
    rows: ({ memberIds }) => sql`id = ${among(memberIds)}`,
    order: 'id',
    kept: ['formerMembers', 'neverPaid'],
    columns: {
      title: personal('Title', ''),
      first_name: personal('First name', erased.firstName),
      last_name: personal('Last name', erased.lastName),
      email: personal('Email', sql`user_id || '@erased.invalid'`),
      phone: personal('Phone', ''),
      postal_address: personal('Postal address', ''),
      zip_code: personal('Zip code', ''),
      corrected_province: personal('Province, as corrected', null),
      town: omitted('part of the postal address'),
      province: omitted('follows from the zip code'),
      number: 'Membership number',
      member_type_id: 'Member type',
      member_status_id: 'Status',
      status_set_at: 'Status set by hand',
      deactivated_reason: personal('Why deactivated', null),
      signup_date: 'Signed up',
      paid_until: 'Paid until',
      created_at: 'Entered',
      archived_at: 'Archived',
      ...all(key, 'id', 'user_id', 'merged_into'),
      status_set_by: office,
    },
  },
  users: {
    title: 'Your sign-in',
    rows: ({ userIds }) => sql`id = ${among(userIds)}`,
    order: 'id',
    kept: ['formerMembers', 'neverPaid'],
    columns: {
      email: personal('Email', sql`id || '@erased.invalid'`),
      first_name: personal('First name', erased.firstName),
      last_name: personal('Last name', erased.lastName),
      phone_number: personal('Phone', ''),
      role: staying('Role'),
      profile_picture: personal('Address of your picture', ''),
      created_at: 'Made',
      invited_at: personal('Invited', null),
      email_proved_at: personal('You showed that the email is yours', null),
      removed_at: 'Removed',
      id: key,
      password_hash: personal(secret, null),
      is_address_old: omitted('about a restored backup'),
    },
  },
  files: {
    title: 'Your picture',
    rows: ({ picture }) => sql`kind = 'picture' AND id = ${fileIdOf(picture ?? '')}`,
    order: 'created_at',
    isDeleted: 'apart',
    columns: {
      name: 'Name',
      media_type: 'Type',
      bytes: 'Picture',
      created_at: 'Uploaded',
      id: key,
      kind: omitted('always a picture'),
      uploaded_by: office,
    },
  },
  member_relatives: {
    title: 'Your relatives',
    rows: ({ memberIds }) => sql`main_member_id = ${among(memberIds)}`,
    order: 'seat',
    isDeleted: true,
    columns: {
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email',
      date_of_birth: 'Date of birth',
      created_at: 'Added',
      seat: 'Place',
      aged_out_at: 'No longer covered since',
      consent_words: 'What a parent or guardian agreed to',
      consent_at: 'Agreed on',
      consent_source: 'Agreed where',
      ...all(key, 'id', 'main_member_id'),
    },
  },
  membership_periods: {
    title: 'The periods of your membership',
    rows: ({ memberIds }) => sql`member_id = ${among(memberIds)}`,
    order: 'starts_on',
    columns: {
      starts_on: 'From',
      ends_on: 'To',
      member_type_id: 'Member type',
      fee_cents: 'Fee',
      invoice_id: 'Invoice',
      anchor_day: 'Day of the month on which it renews',
      created_at: 'Recorded',
      ...all(key, 'id', 'member_id', 'import_id'),
      entered_by: office,
    },
  },
  reminders: {
    title: 'Reminders that your membership ends',
    rows: ({ periodIds }) => sql`period_id = ${among(periodIds)}`,
    order: 'noted_at',
    columns: {
      step: 'Days after the end',
      noted_at: 'When',
      period_id: key,
      mail_id: omitted('stands among the emails'),
    },
  },
} satisfies Descriptions;

/** The id in the path of a picture. `null` matches no file. */
function fileIdOf(path: string): string | null {
  const last = path.split('/').at(-1) ?? '';
  return isId(last) ? last : null;
}

export const membersFile: ExportFile = {
  from: sql`members AS m
    JOIN users AS u ON u.id = m.user_id
    JOIN member_types AS t ON t.id = m.member_type_id
    JOIN member_statuses AS s ON s.id = m.member_status_id`,
  order: sql`m.number, m.id`,
  columns: [
    text('Member id', 'Identifies the member in the other files.', 'm.id'),
    memberNumber,
    text('Title', 'Title.', 'm.title'),
    text('First name', 'First name.', 'm.first_name'),
    text('Last name', 'Last name.', 'm.last_name'),
    text('Email', 'Email address.', 'm.email'),
    phone('Phone', 'Phone number.', 'm.phone'),
    text('Postal address', 'Postal address. It can have several lines.', 'm.postal_address'),
    text('Zip code', 'Zip code, with its leading zeros.', 'm.zip_code'),
    text('Town', 'The last line with letters of the postal address.', 'm.town'),
    text('Province', 'From the zip code, or as it was corrected.', 'm.province'),
    memberType,
    text('Status', 'The status on the day of the export.', 's.name'),
    dayOf(
      'Status set by hand on',
      'Empty: the status follows from the memberships.',
      'm.status_set_at',
    ),
    text('Deactivated reason', 'Why the member was deactivated.', 'm.deactivated_reason'),
    day('Member since', 'The day of signing up.', 'm.signup_date'),
    day('Paid until', 'The last day of the last membership period.', 'm.paid_until'),
    dayOf(
      'Archived on',
      'The member was deleted then and is kept for the accounts.',
      'm.archived_at',
    ),
    dayOf('Sign-in removed on', 'Empty: the member can be invited to sign in.', 'u.removed_at'),
    text('Merged into', 'The id of the member that this record became part of.', 'm.merged_into'),
  ],
};

export const relativesFile: ExportFile = {
  from: sql`member_relatives AS r JOIN members AS m ON m.id = r.main_member_id`,
  order: sql`m.number, m.id, r.seat, r.id`,
  columns: [
    text('Relative id', 'Identifies the relative.', 'r.id'),
    memberId,
    memberNumber,
    text('Seat', '1 to 4: the place in the family. Empty for one who has turned 19.', 'r.seat'),
    text('First name', 'First name.', 'r.first_name'),
    text('Last name', 'Last name.', 'r.last_name'),
    text('Email', 'Email address.', 'r.email'),
    day('Date of birth', 'Date of birth.', 'r.date_of_birth'),
    dayOf('Turned 19 on', 'Since then the relative is no longer covered.', 'r.aged_out_at'),
    text('Consent of the parent', 'What the parent agreed to.', 'r.consent_words'),
    dayOf('Parent agreed on', 'The day of that consent.', 'r.consent_at'),
    text('Parent agreed at', 'registration, profile or office.', 'r.consent_source'),
  ],
};

export const periodsFile: ExportFile = {
  from: sql`membership_periods AS e
    JOIN members AS m ON m.id = e.member_id
    JOIN member_types AS t ON t.id = e.member_type_id
    LEFT JOIN invoices AS i ON i.id = e.invoice_id`,
  order: sql`m.number, m.id, e.starts_on`,
  columns: [
    text('Period id', 'Identifies the membership period.', 'e.id'),
    memberId,
    memberNumber,
    day('Starts on', 'The first day.', 'e.starts_on'),
    day('Ends on', 'The last day.', 'e.ends_on'),
    text(
      'Renewal day',
      'The day of the month, 1 to 31, on which the periods renew.',
      'e.anchor_day',
    ),
    memberType,
    money('Fee', 'What was paid for it.', 'e.fee_cents'),
    { ...invoiceNumber, meaning: 'The invoice whose payment added it.' },
    yesNo(
      'Entered by hand',
      'Yes: an administrator entered it without a payment.',
      sql`e.entered_by IS NOT NULL`,
    ),
  ],
};
