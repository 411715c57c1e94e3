-- Seals make changes of audit entries, payments and uses of credits visible (product-rules 23.5). A seal has
-- the digests of its entries and the hash of the seal before it.
CREATE TABLE seals (
  number integer PRIMARY KEY CHECK (number > 0),
  follows integer GENERATED ALWAYS AS (nullif(number - 1, 0)) STORED,
  previous_hash bytea,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  -- How its entries are digested, so that a later version can still verify it.
  form smallint NOT NULL CHECK (form > 0),
  sealed_at timestamptz NOT NULL,
  -- No entry was left to be sealed.
  is_complete boolean NOT NULL,
  -- When the last complete seal before it was made: older entries are in earlier seals.
  since timestamptz,
  entry_count integer NOT NULL CHECK (entry_count > 0),
  UNIQUE (number, hash),
  CONSTRAINT seals_first CHECK ((number = 1) = (previous_hash IS NULL)),
  CONSTRAINT seals_follow FOREIGN KEY (follows, previous_hash) REFERENCES seals (number, hash)
);
CREATE INDEX ON seals (follows);

-- Without foreign keys to the entries: an entry that is gone is what a seal is to prove.
CREATE TABLE sealed_entries (
  seal integer NOT NULL REFERENCES seals,
  position integer NOT NULL CHECK (position > 0),
  event text NOT NULL CHECK (event IN ('recorded', 'undone', 'deleted')),
  audit_entry_id bigint,
  payment_id uuid,
  credit_use_id uuid,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- Null: it had no personal values.
  personal_digest bytea CHECK (octet_length(personal_digest) = 32),
  PRIMARY KEY (seal, position),
  CONSTRAINT sealed_entries_about CHECK (num_nonnulls(audit_entry_id, payment_id, credit_use_id) = 1),
  CONSTRAINT sealed_entries_audit_stays CHECK (audit_entry_id IS NULL OR event = 'recorded')
);
CREATE UNIQUE INDEX sealed_entries_audit ON sealed_entries (audit_entry_id)
  WHERE audit_entry_id IS NOT NULL;
CREATE UNIQUE INDEX sealed_entries_payment ON sealed_entries (payment_id, event)
  WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX sealed_entries_credit_use ON sealed_entries (credit_use_id, event)
  WHERE credit_use_id IS NOT NULL;

-- Deleted with the personal values of an entry. Without it nobody can tell what they were.
CREATE TABLE seal_salts (
  seal integer NOT NULL,
  position integer NOT NULL,
  salt bytea NOT NULL CHECK (octet_length(salt) = 16),
  PRIMARY KEY (seal, position),
  FOREIGN KEY (seal, position) REFERENCES sealed_entries
);

-- Entries since the last seal. 'erased': a salt that was made at the same moment is deleted, too.
CREATE TABLE entries_to_seal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL CHECK (event IN ('recorded', 'undone', 'deleted', 'erased')),
  audit_entry_id bigint,
  payment_id uuid,
  credit_use_id uuid,
  CONSTRAINT entries_to_seal_about
    CHECK (num_nonnulls(audit_entry_id, payment_id, credit_use_id) = 1)
);

CREATE FUNCTION seals_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a seal is not changed or deleted'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'seals_stay';
END $$;
CREATE TRIGGER seals_stay BEFORE UPDATE OR DELETE ON seals
  FOR EACH ROW EXECUTE FUNCTION seals_stay();
CREATE TRIGGER sealed_entries_stay BEFORE UPDATE OR DELETE ON sealed_entries
  FOR EACH ROW EXECUTE FUNCTION seals_stay();

CREATE FUNCTION note_audit_to_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entries_to_seal (event, audit_entry_id)
  SELECT 'recorded', id FROM added ORDER BY id;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entries_to_seal AFTER INSERT ON audit_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_audit_to_seal();

CREATE FUNCTION note_money_to_seal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payment uuid := CASE WHEN TG_TABLE_NAME = 'payments' THEN NEW.id END;
  credit_use uuid := CASE WHEN TG_TABLE_NAME = 'credit_uses' THEN NEW.id END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO entries_to_seal (event, payment_id, credit_use_id)
    VALUES ('recorded', payment, credit_use);
  END IF;
  -- An export that is read back brings payments that were undone.
  IF NEW.reversed_at IS NOT NULL THEN
    INSERT INTO entries_to_seal (event, payment_id, credit_use_id)
    VALUES ('undone', payment, credit_use);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_to_seal AFTER INSERT ON payments
  FOR EACH ROW EXECUTE FUNCTION note_money_to_seal();
CREATE TRIGGER payments_undone_to_seal AFTER UPDATE ON payments
  FOR EACH ROW WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION note_money_to_seal();
CREATE TRIGGER credit_uses_to_seal AFTER INSERT ON credit_uses
  FOR EACH ROW EXECUTE FUNCTION note_money_to_seal();
CREATE TRIGGER credit_uses_undone_to_seal AFTER UPDATE ON credit_uses
  FOR EACH ROW WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION note_money_to_seal();

-- What is here is sealed as it is.
INSERT INTO entries_to_seal (event, audit_entry_id)
  SELECT 'recorded', id FROM audit_entries ORDER BY id;
INSERT INTO entries_to_seal (event, payment_id)
  SELECT 'recorded', id FROM payments ORDER BY recorded_at, id;
INSERT INTO entries_to_seal (event, payment_id)
  SELECT 'undone', id FROM payments WHERE reversed_at IS NOT NULL ORDER BY reversed_at, id;
INSERT INTO entries_to_seal (event, credit_use_id)
  SELECT 'recorded', id FROM credit_uses ORDER BY recorded_at, id;
INSERT INTO entries_to_seal (event, credit_use_id)
  SELECT 'undone', id FROM credit_uses WHERE reversed_at IS NOT NULL ORDER BY reversed_at, id;
