-- The unpaid invoices and the pending donations are counted as they change, for the menu. Each
-- change is a row of list_changes; insertions add one row for each statement.
CREATE FUNCTION is_unpaid(payment_id uuid, voided_at timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN payment_id IS NULL AND voided_at IS NULL;

CREATE FUNCTION note_unpaid_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'invoices' THEN
    INSERT INTO list_changes SELECT 'unpaid_invoices', count(*) FROM added
      WHERE is_unpaid(payment_id, voided_at) HAVING count(*) > 0;
  ELSE
    INSERT INTO list_changes SELECT 'pending_donations', count(*) FROM added
      WHERE payment_id IS NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION note_unpaid_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes VALUES (TG_ARGV[0], TG_ARGV[1]::integer);
  RETURN NULL;
END $$;

CREATE TRIGGER invoices_unpaid_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_unpaid_added();
CREATE TRIGGER invoices_no_longer_unpaid AFTER UPDATE OF payment_id, voided_at ON invoices FOR EACH ROW
  WHEN (is_unpaid(OLD.payment_id, OLD.voided_at) AND NOT is_unpaid(NEW.payment_id, NEW.voided_at))
  EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '-1');
CREATE TRIGGER invoices_unpaid_again AFTER UPDATE OF payment_id, voided_at ON invoices FOR EACH ROW
  WHEN (NOT is_unpaid(OLD.payment_id, OLD.voided_at) AND is_unpaid(NEW.payment_id, NEW.voided_at))
  EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '1');
CREATE TRIGGER invoices_unpaid_deleted AFTER DELETE ON invoices FOR EACH ROW
  WHEN (is_unpaid(OLD.payment_id, OLD.voided_at))
  EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '-1');

CREATE TRIGGER donations_pending_added AFTER INSERT ON donations REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_unpaid_added();
CREATE TRIGGER donations_received AFTER UPDATE OF payment_id ON donations FOR EACH ROW
  WHEN (OLD.payment_id IS NULL AND NEW.payment_id IS NOT NULL)
  EXECUTE FUNCTION note_unpaid_changed('pending_donations', '-1');
CREATE TRIGGER donations_pending_again AFTER UPDATE OF payment_id ON donations FOR EACH ROW
  WHEN (OLD.payment_id IS NOT NULL AND NEW.payment_id IS NULL)
  EXECUTE FUNCTION note_unpaid_changed('pending_donations', '1');
CREATE TRIGGER donations_pending_deleted AFTER DELETE ON donations FOR EACH ROW
  WHEN (OLD.payment_id IS NULL)
  EXECUTE FUNCTION note_unpaid_changed('pending_donations', '-1');

INSERT INTO list_changes
  SELECT 'unpaid_invoices', count(*) FROM invoices WHERE is_unpaid(payment_id, voided_at)
  UNION ALL SELECT 'pending_donations', count(*) FROM donations WHERE payment_id IS NULL;

-- A failed mail no longer waits for an administrator after it was sent again.
ALTER TABLE mails ADD COLUMN sent_again_at timestamptz;
CREATE INDEX mails_failed_for_good ON mails (failed_at)
  WHERE failed_at IS NOT NULL AND sent_again_at IS NULL;

-- The number of the record that a card notification is about, so that it can be searched.
ALTER TABLE card_notifications ADD COLUMN record_number text NOT NULL DEFAULT '';
UPDATE card_notifications n SET record_number = 'INV-' || zero_padded(i.number)
  FROM invoices i WHERE n.kind = 'subscription' AND n.record_id = i.id::text;
UPDATE card_notifications n SET record_number = 'DON-' || zero_padded(d.number)
  FROM donations d WHERE n.kind = 'donation' AND n.record_id = d.id::text;
ALTER TABLE card_notifications DROP COLUMN search_text;
ALTER TABLE card_notifications
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    provider_id || ' ' || record_id || ' ' || payment_status || ' ' || record_number)) STORED;
CREATE INDEX card_notifications_search ON card_notifications USING gin (search_text gin_trgm_ops);
