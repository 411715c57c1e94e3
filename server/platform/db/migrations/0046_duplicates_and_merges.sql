-- Members who may be the same person (product-rules 21.1). What is compared has keys without the differences
-- in spelling. Nothing to compare is null.
CREATE FUNCTION email_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(split_part(split_part(lower($1), '@', 1), '+', 1), '.', '') || '@'
  || split_part(lower($1), '@', 2);

-- The last nine digits: 082 123 4567 and +27 82 123 4567 are the same.
CREATE FUNCTION phone_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN length(regexp_replace($1, '[^0-9]', '', 'g')) >= 9
  THEN right(regexp_replace($1, '[^0-9]', '', 'g'), 9) END;

-- For names and addresses: without accents, spaces and punctuation.
CREATE FUNCTION text_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN nullif(regexp_replace(fold($1), '[^[:alnum:]]', '', 'g'), '');

CREATE INDEX members_by_email_key ON members (email_key(email)) WHERE archived_at IS NULL;
CREATE INDEX members_by_phone_key ON members (phone_key(phone)) WHERE archived_at IS NULL;
CREATE INDEX members_by_name_key ON members (text_key(first_name || last_name), text_key(zip_code))
  WHERE archived_at IS NULL;

-- Members whose details have changed since they were compared with all others.
CREATE TABLE members_to_compare (
  member_id uuid PRIMARY KEY REFERENCES members ON DELETE CASCADE
);

CREATE TABLE duplicate_pairs (
  first_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  second_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  -- 3 very likely, 2 likely, 1 possible.
  strength smallint NOT NULL CHECK (strength BETWEEN 1 AND 3),
  reasons text[] NOT NULL,
  -- Of the details that are the same. A pair that was dismissed returns when they change.
  details_hash text NOT NULL,
  dismissed_at timestamptz,
  dismissed_by uuid REFERENCES users,
  PRIMARY KEY (first_id, second_id),
  CONSTRAINT duplicate_pairs_in_order CHECK (first_id < second_id),
  CONSTRAINT duplicate_pairs_dismissed_by_someone
    CHECK ((dismissed_at IS NULL) = (dismissed_by IS NULL))
);
CREATE INDEX ON duplicate_pairs (second_id);
CREATE INDEX duplicate_pairs_open ON duplicate_pairs (strength, first_id, second_id)
  WHERE dismissed_at IS NULL;
CREATE INDEX ON duplicate_pairs (dismissed_by) WHERE dismissed_by IS NOT NULL;

CREATE FUNCTION note_member_to_compare() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO members_to_compare VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER members_new_to_compare AFTER INSERT ON members FOR EACH ROW
  WHEN (NEW.archived_at IS NULL) EXECUTE FUNCTION note_member_to_compare();
CREATE TRIGGER members_changed_to_compare AFTER UPDATE ON members FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.email, OLD.phone, OLD.postal_address, OLD.zip_code,
      OLD.archived_at) IS DISTINCT FROM
    (NEW.first_name, NEW.last_name, NEW.email, NEW.phone, NEW.postal_address, NEW.zip_code,
      NEW.archived_at))
  EXECUTE FUNCTION note_member_to_compare();
INSERT INTO members_to_compare SELECT id FROM members WHERE archived_at IS NULL;

-- A record that was merged into another is archived and leads to it (product-rules 21.5).
ALTER TABLE members ADD COLUMN merged_into uuid REFERENCES members,
  ADD CONSTRAINT members_merged_is_archived
    CHECK (merged_into IS NULL OR (archived_at IS NOT NULL AND merged_into <> id));
CREATE INDEX ON members (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE member_merges (
  id uuid PRIMARY KEY,
  kept_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  merged_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  merged_at timestamptz NOT NULL,
  merged_by uuid NOT NULL REFERENCES users,
  -- The changed rows in order, before and after. Null when it was undone, or the person erased.
  changes jsonb,
  -- The ids of the records that both had, to see what is new when the merge is undone.
  record_ids uuid[] NOT NULL,
  undone_at timestamptz,
  undone_by uuid REFERENCES users,
  CONSTRAINT member_merges_of_two CHECK (kept_id <> merged_id),
  CONSTRAINT member_merges_undone_by_someone CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
CREATE UNIQUE INDEX member_merges_one_of_a_record ON member_merges (merged_id)
  WHERE undone_at IS NULL;
CREATE INDEX ON member_merges (kept_id, merged_at);
CREATE INDEX ON member_merges (merged_id);
CREATE INDEX ON member_merges (merged_by);
CREATE INDEX ON member_merges (undone_by) WHERE undone_by IS NOT NULL;

-- Undoing a merge opens the invoice again that the merge had voided.
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
    OR (OLD.voided_at IS NOT NULL AND NEW.voided_at IS NULL
      AND current_setting('members.undoing_merge', true) IS DISTINCT FROM 'on')
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
