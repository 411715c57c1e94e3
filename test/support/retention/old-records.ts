import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type RetentionPeriods, updateRetention } from '#contract/privacy/retention.ts';
import { donate } from '#server/features/donations/donate.ts';
import { deriveStatuses } from '#server/features/members/periods/derive-statuses.ts';
import { settleDonation, settleInvoice } from '#test/support/payments/settle.ts';
import type { TestApp } from '../app.ts';
import { callApi } from '../call.ts';
import { donationTypeId } from '../payfast/notifications.ts';
import { naledi, registered } from '../people.ts';

/** The day on which the periods are saved, and the first night after it. */
const savingDay = '2027-03-09T08:00:00Z';
export const firstNight = '2027-03-10T00:15:00Z';

/** Records that were made at times of the past. The clock is set back afterwards. */
export function openOldRecords(app: TestApp) {
  async function at<T>(instant: string, make: () => Promise<T>): Promise<T> {
    const now = app.clock.now();
    app.clock.set(instant);
    const result = await make();
    app.clock.set(now.toISOString());
    return result;
  }

  /** A member whose year began on that day, with the status of today. */
  const expired = (instant: string, email = `${randomUUID()}@example.org`) =>
    at(instant, async () => {
      const member = await registered(app, { email });
      const { invoiceId } = member;
      await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
      return member;
    }).then(async (member) => {
      await deriveStatuses(app.ctx());
      return member;
    });

  const pending = (instant: string) =>
    at(instant, () => registered(app, { email: `${randomUUID()}@example.org` }));

  const donation = (instant: string, { isReceived = false, email = 'giver@example.org' } = {}) =>
    at(instant, async () => {
      const { id } = await donate(app.ctx(), {
        firstName: 'Nomvula',
        lastName: 'Giver',
        email,
        amount: 50,
        donationTypeId: await donationTypeId(app, 'EFT'),
      });
      if (isReceived) await settleDonation(app.ctx(), { donationId: id, source: 'administrator' });
      return id;
    });

  async function mail(instant: string): Promise<string> {
    const id = randomUUID();
    const created_at = new Date(instant);
    await app.db
      .insertInto('mails')
      .values({
        id,
        kind: 'invoice',
        to_email: 'reader@example.org',
        to_name: 'Reader',
        about: '{}',
        subject: 'Your invoice',
        created_at,
        sent_at: created_at,
      })
      .execute();
    return id;
  }

  async function recipient(completedAt: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      WITH mail AS (
        INSERT INTO bulk_emails (id, communication_list_id, subject, title, content, created_at,
          processing_at, completed_at)
        SELECT gen_random_uuid(), id, 'News', '', '', ${completedAt}, ${completedAt}, ${completedAt}
        FROM communication_lists LIMIT 1 RETURNING id)
      INSERT INTO bulk_recipients (bulk_email_id, email, name, replacements, sent_at, sending_at)
      SELECT id, 'reader@example.org', 'Reader', '{"FirstName": "Reader"}', ${completedAt}, ${completedAt}
      FROM mail RETURNING id`.execute(app.db);
    return rows[0]?.id ?? '';
  }

  async function notification(instant: string): Promise<string> {
    const id = randomUUID();
    await sql`
      INSERT INTO card_notifications (id, kind, body, source_address, is_signed, received_at,
        verdict, judged_at, checks)
      VALUES (${id}, 'donation', 'name_first=Nomvula', '127.0.0.1', true, ${instant}, 'settled',
        ${instant}, '[{"name": "signature"}]')`.execute(app.db);
    return id;
  }

  async function auditEntry(instant: string, kind = 'member'): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      INSERT INTO audit_entries (at, by_name, action, subject_kind, subject_id, subject_name, before, after)
      VALUES (${instant}, 'Naledi Khumalo', 'updateMember', ${kind}, gen_random_uuid(), 'Nomvula Giver',
        '{"phone": "1"}', '{"phone": "2"}') RETURNING id::text`.execute(app.db);
    return rows[0]?.id ?? '';
  }

  async function consent(withdrawnAt: string | null, isBesideAnother = false): Promise<string> {
    const id = randomUUID();
    await sql`
      INSERT INTO consents (id, email, purpose, words, source, given_at, withdrawn_at, is_beside_another)
      VALUES (${id}, ${`${id}@example.org`}, 'news', 'Yes.', 'donation', '2015-01-01', ${withdrawnAt},
        ${isBesideAnother})`.execute(app.db);
    return id;
  }

  /** An administrator saves the periods on the day before the first night. */
  const save = (body: Partial<RetentionPeriods> = {}) =>
    at(savingDay, async () => {
      const { token } = await naledi(app);
      return callApi(app, updateRetention, { body }, { token });
    });

  return {
    at,
    expired,
    pending,
    donation,
    mail,
    recipient,
    notification,
    auditEntry,
    consent,
    save,
  };
}
