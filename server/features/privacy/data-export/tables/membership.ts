import { sql } from 'kysely';
import { isId } from '#contract/fields.ts';
import { key, office, secret, type ExportedTables } from './exported-table.ts';
import { among } from '../subject-ids.ts';

/** The member's personal data, relatives and periods. */
export const membershipTables: ExportedTables = {
  members: {
    title: 'Your membership',
    rows: ({ memberIds }) => sql`id = ${among(memberIds)}`,
    order: 'id',
    columns: {
      title: 'Title',
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email',
      phone: 'Phone',
      postal_address: 'Postal address',
      zip_code: 'Zip code',
      number: 'Membership number',
      member_type_id: 'Member type',
      member_status_id: 'Status',
      status_set_at: 'Status set by hand',
      deactivated_reason: 'Why deactivated',
      signup_date: 'Signed up',
      paid_until: 'Paid until',
      created_at: 'Entered',
      archived_at: 'Archived',
    },
    without: { id: key, user_id: key, status_set_by: office, merged_into: key },
  },
  users: {
    title: 'Your sign-in',
    rows: ({ userIds }) => sql`id = ${among(userIds)}`,
    order: 'id',
    columns: {
      email: 'Email',
      first_name: 'First name',
      last_name: 'Last name',
      phone_number: 'Phone',
      role: 'Role',
      profile_picture: 'Address of your picture',
      created_at: 'Made',
      invited_at: 'Invited',
      email_proved_at: 'You showed that the email is yours',
      removed_at: 'Removed',
    },
    without: { id: key, password_hash: secret, is_address_old: 'about a restored backup' },
  },
  files: {
    title: 'Your picture',
    rows: ({ picture }) => sql`kind = 'picture' AND id = ${fileIdOf(picture)}`,
    order: 'created_at',
    columns: { name: 'Name', media_type: 'Type', bytes: 'Picture', created_at: 'Uploaded' },
    without: { id: key, kind: 'always a picture', uploaded_by: office },
  },
  member_relatives: {
    title: 'Your relatives',
    rows: ({ memberId }) => sql`main_member_id = ${memberId}`,
    order: 'seat',
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
    },
    without: { id: key, main_member_id: key },
  },
  membership_periods: {
    title: 'The periods of your membership',
    rows: ({ memberId }) => sql`member_id = ${memberId}`,
    order: 'starts_on',
    columns: {
      starts_on: 'From',
      ends_on: 'To',
      member_type_id: 'Member type',
      fee_cents: 'Fee',
      invoice_id: 'Invoice',
      anchor_day: 'Begins on this day of the month',
      created_at: 'Recorded',
    },
    without: { id: key, member_id: key, entered_by: office, import_id: key },
  },
  reminders: {
    title: 'Reminders that your membership ends',
    rows: ({ periodIds }) => sql`period_id = ${among(periodIds)}`,
    order: 'noted_at',
    columns: { step: 'Days after the end', noted_at: 'When' },
    without: { period_id: key, mail_id: 'stands among the emails' },
  },
};

/** The id in the path of a picture. `null` matches no file. */
function fileIdOf(path: string): string | null {
  const last = path.split('/').at(-1) ?? '';
  return isId(last) ? last : null;
}
