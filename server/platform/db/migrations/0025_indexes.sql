-- Indexes for the queries that read a whole table. test/architecture/growth.test.ts calls every
-- endpoint and job on a large database and fails if one is missing.

-- Whether the address of a new member belongs to an archived one.
CREATE INDEX members_archived_by_email ON members (email) WHERE archived_at IS NOT NULL;

-- A credit is marked when it is recorded, so that the list of credits does not read all payments.
ALTER TABLE payments ADD COLUMN is_credit boolean NOT NULL DEFAULT false;
UPDATE payments AS p SET is_credit = true
  WHERE closed_at IS NULL
    AND NOT EXISTS (SELECT FROM invoices WHERE payment_id = p.id)
    AND NOT EXISTS (SELECT FROM donations WHERE payment_id = p.id);
CREATE INDEX payments_credits ON payments (recorded_at, id) WHERE is_credit AND closed_at IS NULL;

-- The mails about a record. Each mail is about one record.
CREATE FUNCTION record_of_mail(about jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(about ->> 'userId', about ->> 'invoiceId', about ->> 'donationId',
    about ->> 'periodId', about ->> 'relativeId');
CREATE INDEX mails_by_record ON mails (record_of_mail(about));
-- For the order of the list, and for the mails to one address.
CREATE INDEX mails_by_to_email ON mails (fold(to_email), id);

-- The data export.
CREATE INDEX card_notifications_by_record ON card_notifications (record_id);
CREATE INDEX bulk_recipients_by_email ON bulk_recipients (email);
CREATE INDEX consents_by_email ON consents (email);

-- The rows that a deleted record may not leave behind, and the uses of a member type.
CREATE INDEX invoices_by_member_type ON invoices (member_type_id) WHERE member_type_id IS NOT NULL;
CREATE INDEX membership_periods_by_member_type ON membership_periods (member_type_id);
CREATE INDEX ageing_notices_by_mail ON ageing_notices (mail_id);
CREATE INDEX bulk_emails_by_list ON bulk_emails (communication_list_id, id);

-- A new password ends the block of an address. The other indexes find what expires.
CREATE INDEX sign_in_failures_by_email ON sign_in_failures (email_hash);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (failed_at);
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX password_links_by_end ON password_links (expires_at);
CREATE INDEX attachments_by_time ON files (created_at) WHERE kind = 'attachment';
CREATE INDEX mails_with_secret ON mails (failed_at) WHERE failed_at IS NOT NULL AND secret IS NOT NULL;
