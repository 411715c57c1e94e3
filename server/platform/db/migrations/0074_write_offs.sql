-- An invoice that is closed for less than its amount (product-rules 6.39). The books are on the basis of money
-- received: a write-off is no movement of money, and only reduces what is owed. Its document is a credit note.
ALTER TABLE counters DROP CONSTRAINT counters_name_check;
ALTER TABLE counters ADD CONSTRAINT counters_name_check
  CHECK (name IN ('invoice', 'member', 'donation', 'credit-note'));
INSERT INTO counters (name) VALUES ('credit-note');

CREATE TABLE write_offs (
  id uuid PRIMARY KEY,
  -- Of the credit note, shown as 'CN-00001'.
  number integer NOT NULL UNIQUE CHECK (number > 0),
  invoice_id uuid NOT NULL REFERENCES invoices,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 1000),
  -- The membership continues as if the rest had been paid.
  as_paid boolean NOT NULL,
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES users,
  -- An undone write-off stays: its credit note is withdrawn.
  reversed_at timestamptz,
  reversed_by uuid REFERENCES users,
  reversed_reason text,
  -- The invoice that it closes. Null when it was undone.
  counts_for uuid GENERATED ALWAYS AS (CASE WHEN reversed_at IS NULL THEN invoice_id END) STORED,
  -- An invoice is written off once at a time.
  CONSTRAINT write_offs_one_counts UNIQUE (counts_for),
  -- The target of invoices.
  CONSTRAINT write_offs_counts_key UNIQUE (id, counts_for, amount_cents),
  -- An undone write-off has its time, its administrator and its reason.
  CONSTRAINT write_offs_reversed_whole CHECK (num_nonnulls(reversed_at, reversed_by, reversed_reason) IN (0, 3))
);
CREATE INDEX ON write_offs (invoice_id);
CREATE INDEX ON write_offs (recorded_by);
CREATE INDEX ON write_offs (reversed_by) WHERE reversed_by IS NOT NULL;

-- A credit note keeps its number, its invoice and its amount, and is withdrawn once.
CREATE FUNCTION write_offs_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.number, NEW.invoice_id, NEW.amount_cents, NEW.as_paid, NEW.recorded_at, NEW.recorded_by)
      = (OLD.number, OLD.invoice_id, OLD.amount_cents, OLD.as_paid, OLD.recorded_at, OLD.recorded_by)
    AND (OLD.reversed_at IS NULL OR NEW.reversed_at = OLD.reversed_at)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a write-off stays, or is undone'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'write_offs_stay';
END $$;
CREATE TRIGGER write_offs_stay BEFORE UPDATE OR DELETE ON write_offs
  FOR EACH ROW EXECUTE FUNCTION write_offs_stay();

ALTER TABLE invoices
  -- The write-off that closes it.
  ADD COLUMN write_off_id uuid,
  ADD COLUMN written_off_cents integer NOT NULL DEFAULT 0;
ALTER TABLE invoices
  -- It still has to be paid.
  ADD COLUMN is_open boolean NOT NULL
    GENERATED ALWAYS AS (payment_id IS NULL AND voided_at IS NULL AND write_off_id IS NULL) STORED,
  ADD CONSTRAINT invoices_written_off_by FOREIGN KEY (write_off_id, id, written_off_cents)
    REFERENCES write_offs (id, counts_for, amount_cents),
  -- A write-off is of all that was not paid, and not of a void invoice.
  ADD CONSTRAINT invoices_written_off_whole CHECK (CASE WHEN write_off_id IS NULL THEN written_off_cents = 0
    ELSE written_off_cents > 0 AND paid_cents + written_off_cents = amount_cents AND voided_at IS NULL END);

CREATE INDEX ON invoices (write_off_id) WHERE write_off_id IS NOT NULL;

DROP INDEX invoices_unpaid, invoices_one_open_per_member, invoices_with_name, invoices_open_by_balance,
  invoices_open_by_payer;
CREATE INDEX invoices_unpaid ON invoices (created_at, id) WHERE is_open;
-- A member has one open membership invoice (product-rules 6.14).
CREATE UNIQUE INDEX invoices_one_open_per_member ON invoices (member_id)
  WHERE member_type_id IS NOT NULL AND is_open;
CREATE INDEX invoices_with_name ON invoices (created_at) WHERE payer_first_name <> 'Erased' AND NOT is_open;
-- Open records by what is to pay and by the payer's name, as banks write it.
CREATE INDEX invoices_open_by_balance ON invoices ((amount_cents - paid_cents), created_at, id) WHERE is_open;
CREATE INDEX invoices_open_by_payer ON invoices (text_key(payer_last_name) text_pattern_ops) WHERE is_open;

-- Once written off, an invoice is not changed or deleted.
DROP TRIGGER invoices_stay ON invoices;
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW
  WHEN (OLD.sent_at IS NOT NULL OR OLD.payment_id IS NOT NULL OR OLD.voided_at IS NOT NULL
    OR OLD.write_off_id IS NOT NULL)
  EXECUTE FUNCTION invoices_stay();

-- The counts of the menu.
CREATE OR REPLACE FUNCTION note_unpaid_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'invoices' THEN
    INSERT INTO list_changes SELECT 'unpaid_invoices', count(*) FROM added
      WHERE is_open HAVING count(*) > 0;
  ELSE
    INSERT INTO list_changes SELECT 'pending_donations', count(*) FROM added
      WHERE payment_id IS NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER invoices_no_longer_unpaid ON invoices;
DROP TRIGGER invoices_unpaid_again ON invoices;
DROP TRIGGER invoices_unpaid_deleted ON invoices;
DROP FUNCTION is_unpaid;
CREATE TRIGGER invoices_no_longer_unpaid AFTER UPDATE ON invoices FOR EACH ROW
  WHEN (OLD.is_open AND NOT NEW.is_open) EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '-1');
CREATE TRIGGER invoices_unpaid_again AFTER UPDATE ON invoices FOR EACH ROW
  WHEN (NOT OLD.is_open AND NEW.is_open) EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '1');
CREATE TRIGGER invoices_unpaid_deleted AFTER DELETE ON invoices FOR EACH ROW
  WHEN (OLD.is_open) EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '-1');

-- What is owed changes with a write-off, too. Migration 0077 has the function.
DROP TRIGGER invoices_booked ON invoices;
CREATE TRIGGER invoices_booked
  AFTER INSERT OR DELETE OR UPDATE OF amount_cents, voided_at, write_off_id, created_at ON invoices
  FOR EACH ROW EXECUTE FUNCTION book_invoice();
