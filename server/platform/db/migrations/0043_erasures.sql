-- People whose data was erased (product-rules 19.1). Nothing here says who they were: a member by the id, an
-- address by a hash. The list is also kept in files, so that a restored database is erased again.
CREATE TABLE erasures (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('member', 'address')),
  -- The id of the member, or the hash of the address.
  subject text NOT NULL CHECK (subject ~ '^[0-9a-f-]{32,64}$'),
  erased_at timestamptz NOT NULL,
  -- Null after a restore, when the application repeated it.
  erased_by uuid REFERENCES users,
  UNIQUE (kind, subject)
);
CREATE INDEX ON erasures (erased_by) WHERE erased_by IS NOT NULL;

-- Mixed into the hashes of addresses. It is here, beside them, so that each backup has it.
CREATE TABLE erasure_salt (
  is_the_only_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_one),
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);
INSERT INTO erasure_salt (salt)
  VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- A member asks to be erased, and an administrator does it, or declines with a reason.
CREATE TABLE erasure_requests (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  answered_by uuid REFERENCES users,
  -- Null when the member was erased.
  declined_reason text,
  CHECK (answered_at IS NOT NULL OR num_nonnulls(answered_by, declined_reason) = 0)
);
CREATE UNIQUE INDEX erasure_requests_one_open ON erasure_requests (member_id)
  WHERE answered_at IS NULL;
CREATE INDEX ON erasure_requests (member_id, asked_at);
CREATE INDEX erasure_requests_open ON erasure_requests (asked_at) WHERE answered_at IS NULL;
CREATE INDEX ON erasure_requests (answered_by) WHERE answered_by IS NOT NULL;

-- An entry of the audit log stays as it is. Only the erasing of a person may empty it, with a setting of its
-- own transaction.
CREATE OR REPLACE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('privacy.erasing', true) = 'on'
    AND (NEW.subject_name, NEW.before, NEW.after) = ('Erased', '{}'::jsonb, '{}'::jsonb)
    AND (NEW.by_name = OLD.by_name OR (OLD.by_user_id IS NULL AND NEW.by_name = 'Erased'))
    AND (NEW.id, NEW.at, NEW.by_user_id, NEW.action, NEW.subject_kind, NEW.subject_id)
      IS NOT DISTINCT FROM
        (OLD.id, OLD.at, OLD.by_user_id, OLD.action, OLD.subject_kind, OLD.subject_id)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what was noted stays as it is' USING ERRCODE = 'check_violation';
END $$;

-- Erasing may take the payer out of an invoice, and changes nothing else of it.
CREATE OR REPLACE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('privacy.erasing', true) = 'on'
    AND NEW.payer_first_name IN (OLD.payer_first_name, 'Erased')
    AND NEW.payer_last_name IN (OLD.payer_last_name, 'person')
    AND NEW.payer_email IN (OLD.payer_email, 'erased@erased.invalid')
    AND NEW.payer_address IN (OLD.payer_address, '')
    AND NEW.line IN (OLD.line, 'Erased')
    AND (NEW.amount_cents, NEW.issuer) = (OLD.amount_cents, OLD.issuer)
    AND NEW.voided_at IS NOT DISTINCT FROM OLD.voided_at
  THEN RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE'
    OR (OLD.voided_at IS NOT NULL AND NEW.voided_at IS NULL)
    OR (OLD.payer_first_name, OLD.payer_last_name, OLD.payer_email, OLD.payer_address,
        OLD.line, OLD.amount_cents, OLD.issuer)
      IS DISTINCT FROM
       (NEW.payer_first_name, NEW.payer_last_name, NEW.payer_email, NEW.payer_address,
        NEW.line, NEW.amount_cents, NEW.issuer)
  THEN
    RAISE EXCEPTION 'an invoice that was sent, paid or voided stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_stay';
  END IF;
  RETURN NEW;
END $$;

-- The last mail to an erased person, whose address is deleted as soon as it is sent.
CREATE INDEX mails_to_forget ON mails (id)
  WHERE kind = 'erasure-done' AND to_email <> 'erased@erased.invalid';
