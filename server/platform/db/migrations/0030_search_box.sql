-- What the search box of a list searches, folded once when a row is written (product-rules 1.28). Words
-- cannot match across two fields, because they contain no spaces.
ALTER TABLE members
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    coalesce(zero_padded(number), '') || ' ' || first_name || ' ' || last_name || ' ' || email
    || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))) STORED,
  ADD COLUMN paid_until date;
ALTER TABLE users
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    first_name || ' ' || last_name || ' ' || email
    || ' ' || phone_number || ' ' || regexp_replace(phone_number, '[^0-9]', '', 'g'))) STORED;
ALTER TABLE invoices
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    'inv-' || zero_padded(number) || ' ' || payer_first_name || ' ' || payer_last_name || ' '
    || payer_email || ' ' || line
    || ' r' || amount_cents / 100 || '.' || lpad((amount_cents % 100)::text, 2, '0'))) STORED;
ALTER TABLE donations
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    'don-' || zero_padded(number) || ' ' || first_name || ' ' || last_name || ' ' || email
    || ' r' || amount_cents / 100 || '.' || lpad((amount_cents % 100)::text, 2, '0'))) STORED;
ALTER TABLE mails
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    to_email || ' ' || to_name || ' ' || coalesce(subject, ''))) STORED;
ALTER TABLE audit_entries
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    by_name || ' ' || subject_name)) STORED;
ALTER TABLE suppressions
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(email || ' ' || reason)) STORED;
ALTER TABLE card_notifications
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    provider_id || ' ' || record_id || ' ' || payment_status)) STORED;
ALTER TABLE bulk_emails
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(subject || ' ' || title)) STORED;

CREATE INDEX members_search ON members USING gin (search_text gin_trgm_ops);
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);
CREATE INDEX invoices_search ON invoices USING gin (search_text gin_trgm_ops);
CREATE INDEX donations_search ON donations USING gin (search_text gin_trgm_ops);
CREATE INDEX mails_search ON mails USING gin (search_text gin_trgm_ops);
CREATE INDEX audit_entries_search ON audit_entries USING gin (search_text gin_trgm_ops);
CREATE INDEX suppressions_search ON suppressions USING gin (search_text gin_trgm_ops);
CREATE INDEX card_notifications_search ON card_notifications USING gin (search_text gin_trgm_ops);
CREATE INDEX bulk_emails_search ON bulk_emails USING gin (search_text gin_trgm_ops);

-- The end of a member's last period, so that the list can be sorted by it. The periods decide.
UPDATE members SET paid_until = last.ends_on
  FROM (SELECT member_id, max(ends_on) AS ends_on FROM membership_periods GROUP BY member_id) AS last
  WHERE last.member_id = members.id;

CREATE FUNCTION derive_paid_until() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE members SET paid_until = last.ends_on
    FROM (
      SELECT c.member_id, max(p.ends_on) AS ends_on
      FROM (SELECT DISTINCT member_id FROM changed) AS c
      LEFT JOIN membership_periods AS p ON p.member_id = c.member_id
      GROUP BY c.member_id
    ) AS last
    WHERE members.id = last.member_id AND members.paid_until IS DISTINCT FROM last.ends_on;
  RETURN NULL;
END $$;
CREATE TRIGGER membership_periods_added AFTER INSERT ON membership_periods
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();
CREATE TRIGGER membership_periods_changed AFTER UPDATE ON membership_periods
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();
CREATE TRIGGER membership_periods_removed AFTER DELETE ON membership_periods
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();

-- Ties are broken by the record's number, then by the id (product-rules 1.7).
DROP INDEX members_by_first_name, members_by_last_name, members_by_email, members_by_type,
  members_by_status, members_created_at_id_idx;
CREATE INDEX members_by_first_name ON members (first_name_folded, number, id)
  WHERE archived_at IS NULL;
CREATE INDEX members_by_last_name ON members (last_name_folded, number, id)
  WHERE archived_at IS NULL;
CREATE INDEX members_by_email ON members (email_folded, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_type ON members (member_type_id, number, id);
CREATE INDEX members_by_status ON members (member_status_id, number, id) INCLUDE (archived_at);
CREATE INDEX members_by_created_at ON members (created_at, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_paid_until ON members (paid_until, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_paid_until_down
  ON members (paid_until DESC NULLS LAST, number DESC, id DESC) WHERE archived_at IS NULL;

DROP INDEX invoices_by_amount, invoices_by_payer_email, invoices_by_payer_last_name,
  invoices_by_payment_type, invoices_created_at_id_idx, invoices_without_payment;
CREATE INDEX invoices_by_amount ON invoices (amount_cents, number, id);
CREATE INDEX invoices_by_payer_email ON invoices (payer_email_folded, number, id);
CREATE INDEX invoices_by_payer_last_name ON invoices (payer_last_name_folded, number, id);
CREATE INDEX invoices_by_payment_type ON invoices (payment_type, number, id);
CREATE INDEX invoices_by_created_at ON invoices (created_at, number, id);
CREATE INDEX invoices_without_payment ON invoices (number, id) WHERE payment_id IS NULL;

DROP INDEX donations_by_amount, donations_by_email, donations_by_first_name,
  donations_by_last_name, donations_by_type, donations_created_at_id_idx;
CREATE INDEX donations_by_amount ON donations (amount_cents, number, id);
CREATE INDEX donations_by_email ON donations (email_folded, number, id);
CREATE INDEX donations_by_first_name ON donations (first_name_folded, number, id);
CREATE INDEX donations_by_last_name ON donations (last_name_folded, number, id);
CREATE INDEX donations_by_type ON donations (donation_type_id, number, id);
CREATE INDEX donations_by_created_at ON donations (created_at, number, id);
CREATE INDEX donations_without_payment ON donations (number, id) WHERE payment_id IS NULL;
CREATE INDEX payments_of_donations ON payments (paid_on) WHERE donation_id IS NOT NULL;

-- The other columns with names, addresses and amounts.
CREATE INDEX suppressions_by_email ON suppressions (fold(email), id);
CREATE INDEX audit_entries_by_name_in_order ON audit_entries (fold(by_name), id);
CREATE INDEX audit_entries_by_subject_name ON audit_entries (fold(subject_name), id);
CREATE INDEX card_notifications_by_provider_id ON card_notifications (fold(provider_id), id);
CREATE INDEX card_notifications_by_amount ON card_notifications (coalesce(amount_cents, 0), id);
CREATE INDEX bulk_emails_by_subject ON bulk_emails (fold(subject), id);
