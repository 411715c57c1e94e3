-- Lists stay fast as they grow. fold() costs some microseconds a row, and a search checks each row
-- that its index names: what is searched and sorted by is folded once, when it is written.
ALTER TABLE members
  ADD COLUMN first_name_folded text NOT NULL GENERATED ALWAYS AS (fold(first_name)) STORED,
  ADD COLUMN last_name_folded text NOT NULL GENERATED ALWAYS AS (fold(last_name)) STORED,
  ADD COLUMN email_folded text NOT NULL GENERATED ALWAYS AS (fold(email)) STORED,
  ADD COLUMN phone_folded text NOT NULL GENERATED ALWAYS AS (fold(phone)) STORED;
ALTER TABLE invoices
  ADD COLUMN payer_last_name_folded text NOT NULL
    GENERATED ALWAYS AS (fold(payer_last_name)) STORED,
  ADD COLUMN payer_email_folded text NOT NULL GENERATED ALWAYS AS (fold(payer_email)) STORED;
ALTER TABLE donations
  ADD COLUMN first_name_folded text NOT NULL GENERATED ALWAYS AS (fold(first_name)) STORED,
  ADD COLUMN last_name_folded text NOT NULL GENERATED ALWAYS AS (fold(last_name)) STORED,
  ADD COLUMN email_folded text NOT NULL GENERATED ALWAYS AS (fold(email)) STORED;

DROP INDEX members_first_name, members_last_name, members_email, members_phone,
  invoices_payer_last_name, invoices_payer_email, donations_last_name, donations_email;
CREATE INDEX members_first_name ON members USING gin (first_name_folded gin_trgm_ops);
CREATE INDEX members_last_name ON members USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX members_email ON members USING gin (email_folded gin_trgm_ops);
CREATE INDEX members_phone ON members USING gin (phone_folded gin_trgm_ops);
CREATE INDEX invoices_payer_last_name ON invoices USING gin (payer_last_name_folded gin_trgm_ops);
CREATE INDEX invoices_payer_email ON invoices USING gin (payer_email_folded gin_trgm_ops);
CREATE INDEX donations_last_name ON donations USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX donations_email ON donations USING gin (email_folded gin_trgm_ops);

-- An index for each order that a list offers, with what makes the order whole; read backwards it
-- serves the other direction, except where those without a value come last in both.
CREATE INDEX members_by_number ON members (number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_number_down ON members (number DESC NULLS LAST, id DESC)
  WHERE archived_at IS NULL;
CREATE INDEX members_by_first_name ON members (first_name_folded, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_last_name ON members (last_name_folded, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_email ON members (email_folded, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_type ON members (member_type_id, id);
CREATE INDEX members_by_status ON members (member_status_id, id);
DROP INDEX members_member_type_id_idx, members_member_status_id_idx;
CREATE INDEX invoices_by_payer_last_name ON invoices (payer_last_name_folded, id);
CREATE INDEX invoices_by_payer_email ON invoices (payer_email_folded, id);
CREATE INDEX invoices_by_amount ON invoices (amount_cents, id);
CREATE INDEX invoices_by_payment_type ON invoices (payment_type, id);
CREATE INDEX invoices_without_payment ON invoices (id) WHERE payment_id IS NULL;
CREATE INDEX donations_by_first_name ON donations (first_name_folded, id);
CREATE INDEX donations_by_last_name ON donations (last_name_folded, id);
CREATE INDEX donations_by_email ON donations (email_folded, id);
CREATE INDEX donations_by_amount ON donations (amount_cents, id);
CREATE INDEX donations_by_type ON donations (donation_type_id, id);

-- How long a whole list is, as the sum of what has changed: counting 100,000 rows for each look at
-- the first page costs a hundred times the page. Rows are only ever added, so that nobody waits for
-- anybody; `recount-lists` puts one row in the place of many.
CREATE TABLE list_changes (
  list text NOT NULL,
  change integer NOT NULL
);
CREATE INDEX list_changes_sum ON list_changes (list) INCLUDE (change);
INSERT INTO list_changes
  SELECT 'members', count(*) FROM members WHERE archived_at IS NULL
  UNION ALL SELECT 'invoices', count(*) FROM invoices
  UNION ALL SELECT 'donations', count(*) FROM donations;

CREATE FUNCTION note_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes VALUES (TG_TABLE_NAME, TG_ARGV[0]::integer);
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_longer AFTER INSERT ON invoices
  FOR EACH ROW EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER invoices_shorter AFTER DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER donations_longer AFTER INSERT ON donations
  FOR EACH ROW EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER donations_shorter AFTER DELETE ON donations
  FOR EACH ROW EXECUTE FUNCTION note_list_change('-1');
-- Archived members are on no list.
CREATE TRIGGER members_longer AFTER INSERT ON members FOR EACH ROW
  WHEN (NEW.archived_at IS NULL) EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER members_shorter AFTER DELETE ON members FOR EACH ROW
  WHEN (OLD.archived_at IS NULL) EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER members_archived AFTER UPDATE OF archived_at ON members FOR EACH ROW
  WHEN (OLD.archived_at IS NULL AND NEW.archived_at IS NOT NULL)
  EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER members_returned AFTER UPDATE OF archived_at ON members FOR EACH ROW
  WHEN (OLD.archived_at IS NOT NULL AND NEW.archived_at IS NULL)
  EXECUTE FUNCTION note_list_change('1');
