-- The card payments that a payout of the card provider to the bank contains (product-rules 27).
CREATE TABLE payout_entries (
  match_id uuid NOT NULL REFERENCES bank_matches ON DELETE CASCADE,
  place integer NOT NULL CHECK (place > 0),
  -- As in the provider's list, or in the notification where there is no list.
  provider_id text NOT NULL CHECK (char_length(provider_id) <= 40),
  type text NOT NULL CHECK (char_length(type) BETWEEN 1 AND 60),
  happened_at timestamptz NOT NULL,
  gross_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  record_id uuid,
  PRIMARY KEY (match_id, place),
  CONSTRAINT payout_entries_once UNIQUE (provider_id, type, happened_at, gross_cents)
);
-- The list and the notification of a payment have different times.
CREATE UNIQUE INDEX payout_entries_payment_once ON payout_entries (provider_id)
  WHERE gross_cents > 0 AND provider_id <> '';

CREATE FUNCTION check_payout_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM bank_matches
    WHERE id = NEW.match_id AND kind = 'payout' AND reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'card payments are paid out by a payout'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_entries_of_payout';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_entries_of_payout BEFORE INSERT OR UPDATE ON payout_entries
  FOR EACH ROW EXECUTE FUNCTION check_payout_entry();

-- After an undo the payments are not paid out.
CREATE FUNCTION release_payout_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM payout_entries WHERE match_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_matches_release_payout AFTER UPDATE ON bank_matches
  FOR EACH ROW WHEN (NEW.kind = 'payout' AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION release_payout_entries();
