-- A payment that counts for nothing any more: undone because it was recorded by mistake, or a credit
-- that has been dealt with. It stays, with the reason (product-rules 6.11).
ALTER TABLE payments
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_by uuid REFERENCES users,
  ADD COLUMN closed_reason text,
  ADD CONSTRAINT payments_closed_whole
    CHECK (num_nonnulls(closed_at, closed_by, closed_reason) IN (0, 3)),
  -- What a record may point to: null once closed, so that a closed payment pays nothing.
  ADD COLUMN counts_for uuid GENERATED ALWAYS AS (
    CASE WHEN closed_at IS NULL THEN coalesce(invoice_id, donation_id) END
  ) STORED,
  ADD CONSTRAINT payments_counts_key UNIQUE (id, counts_for, amount_cents),
  DROP CONSTRAINT payments_id_invoice_id_key CASCADE,
  DROP CONSTRAINT payments_id_donation_id_key CASCADE;

-- Paid means by an open payment of exactly this amount: a paid record's amount can not move.
ALTER TABLE invoices ADD CONSTRAINT invoices_paid_by
  FOREIGN KEY (payment_id, id, amount_cents) REFERENCES payments (id, counts_for, amount_cents);
ALTER TABLE donations ADD CONSTRAINT donations_paid_by
  FOREIGN KEY (payment_id, id, amount_cents) REFERENCES payments (id, counts_for, amount_cents);
