-- A closed month keeps the list that it was made of, and the SHA-256 of that list. Invoices, donations and statements keep a
-- digest of what they say. The seals go. Decision 95.

DROP TRIGGER audit_entries_to_seal ON audit_entries;
DROP TRIGGER payments_to_seal ON payments;
DROP TRIGGER payments_undone_to_seal ON payments;
DROP TRIGGER credit_uses_to_seal ON credit_uses;
DROP TRIGGER credit_uses_undone_to_seal ON credit_uses;
DROP TRIGGER closed_months_to_seal ON closed_months;
DROP TRIGGER payments_deleted ON payments;
DROP TRIGGER credit_uses_deleted ON credit_uses;
DROP TABLE seal_salts, sealed_entries, seals, entries_to_seal;
DROP FUNCTION note_audit_to_seal, note_money_to_seal, note_month_to_seal, note_deleted_money, refuse_old_seals, seals_stay;

CREATE FUNCTION money_stays () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone) AND NOT EXISTS (
    SELECT FROM audit_entries WHERE action = 'undoImport'
      AND subject_id = nullif(current_setting('imports.undoing', true), '')::uuid
  ) THEN
    RAISE EXCEPTION 'payments and uses of credits are deleted by the undo of an import only'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'money_stays';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_deleted AFTER DELETE ON payments
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION money_stays ();
CREATE TRIGGER credit_uses_deleted AFTER DELETE ON credit_uses
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION money_stays ();

-- Sent ones stay in the Mail Log under the name of what followed them.
DELETE FROM mails WHERE kind = 'seal-head' AND next_attempt_at IS NOT NULL;
UPDATE mails SET kind = 'month-digest' WHERE kind = 'seal-head';

-- Of each closing. That of a month that was reopened stays with it. Months that an earlier version closed get theirs from
-- the job that checks the books.
CREATE TABLE month_digests (
  closed_month_id uuid PRIMARY KEY REFERENCES closed_months (id),
  list text NOT NULL,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz NOT NULL
);
CREATE FUNCTION month_digests_stay () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the digest of a month stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'month_digests_stay';
END $$;
CREATE TRIGGER month_digests_stay BEFORE UPDATE OR DELETE ON month_digests
  FOR EACH ROW EXECUTE FUNCTION month_digests_stay ();

-- The list of a month has the invoices that were voided in it.
CREATE INDEX invoices_voided_at ON invoices (voided_at) WHERE voided_at IS NOT NULL;

-- What an invoice says. After it was sent, only voiding it and erasing the payer make another digest. The books are checked
-- with the same expression in server/features/books/checks/contents.ts.
ALTER TABLE invoices ADD COLUMN digest text;
ALTER TABLE donations ADD COLUMN digest text;
ALTER TABLE bank_statements ADD COLUMN digest text;

CREATE FUNCTION set_invoice_digest () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR current_setting('privacy.erasing', true) = 'on'
    OR num_nonnulls(OLD.sent_at, OLD.payment_id, OLD.voided_at) = 0
    OR OLD.voided_at IS DISTINCT FROM NEW.voided_at
  THEN
    NEW.digest := encode(sha256(convert_to(jsonb_build_array(NEW.number, NEW.payer_first_name, NEW.payer_last_name,
      NEW.payer_email, NEW.payer_address, NEW.line, NEW.amount_cents, NEW.issuer, extract(epoch FROM NEW.created_at),
      extract(epoch FROM NEW.voided_at))::text, 'UTF8')), 'hex');
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION set_donation_digest () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR current_setting('privacy.erasing', true) = 'on' OR OLD.payment_id IS NULL THEN
    NEW.digest := encode(sha256(convert_to(jsonb_build_array(NEW.number, NEW.first_name, NEW.last_name, NEW.email,
      NEW.amount_cents, extract(epoch FROM NEW.created_at))::text, 'UTF8')), 'hex');
  END IF;
  RETURN NEW;
END $$;

-- No other trigger has to do with it, and those of the lists would count for nothing.
ALTER TABLE invoices DISABLE TRIGGER USER;
ALTER TABLE donations DISABLE TRIGGER USER;
UPDATE invoices SET digest = encode(sha256(convert_to(jsonb_build_array(number, payer_first_name, payer_last_name,
  payer_email, payer_address, line, amount_cents, issuer, extract(epoch FROM created_at),
  extract(epoch FROM voided_at))::text, 'UTF8')), 'hex');
UPDATE donations SET digest = encode(sha256(convert_to(jsonb_build_array(number, first_name, last_name, email,
  amount_cents, extract(epoch FROM created_at))::text, 'UTF8')), 'hex');
ALTER TABLE invoices ENABLE TRIGGER USER;
ALTER TABLE donations ENABLE TRIGGER USER;
CREATE TRIGGER invoices_digest BEFORE INSERT OR UPDATE ON invoices
  FOR EACH ROW EXECUTE FUNCTION set_invoice_digest ();
CREATE TRIGGER donations_digest BEFORE INSERT OR UPDATE ON donations
  FOR EACH ROW EXECUTE FUNCTION set_donation_digest ();

UPDATE bank_statements AS s SET digest = encode(sha256(convert_to(jsonb_build_array(s.opening_cents, s.closing_cents, (
  SELECT jsonb_agg(jsonb_build_array(to_char(l.day, 'YYYY-MM-DD'), l.amount_cents, l.fee_cents, l.text, l.reference,
    l.occurrence) ORDER BY l.row_number, l.id)
  FROM bank_lines AS l WHERE l.statement_id = s.id))::text, 'UTF8')), 'hex')
WHERE state = 'imported';

-- The fees and the bank details as they are now, if no entry of the audit log has them: later ones are compared with these.
INSERT INTO audit_entries (at, by_name, action, subject_kind, subject_id, subject_name, after)
SELECT now(), 'Installation or update', 'updateMemberType', 'memberType', t.id, t.name,
  jsonb_build_object('fee', t.fee_cents / 100.0)
FROM member_types AS t WHERE NOT EXISTS (
  SELECT FROM audit_entries AS e WHERE e.subject_id = t.id AND e.after ? 'fee');

INSERT INTO audit_entries (at, by_name, action, subject_kind, subject_id, subject_name, after)
SELECT now(), 'Installation or update', 'updateCompanyInfo', 'companyInfo', c.id,
  coalesce(nullif(c.name, ''), 'the organisation'), jsonb_object_agg(v.key, v.value)
FROM company_info AS c CROSS JOIN LATERAL (VALUES ('bank', c.bank), ('accountType', c.account_type),
  ('branchCode', c.branch_code), ('accountNumber', c.account_number), ('swiftCode', c.swift_code)) AS v (key, value)
WHERE NOT EXISTS (
  SELECT FROM audit_entries AS e WHERE e.action = 'updateCompanyInfo' AND e.after ? v.key)
GROUP BY c.id, c.name;
