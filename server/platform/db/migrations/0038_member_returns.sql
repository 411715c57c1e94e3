-- An archived member who registers again. What was typed waits here until the mailed link has proved the
-- address (product-rules 5.22). Then it is in the record, and no longer here.
CREATE TABLE member_returns (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  registered_at timestamptz NOT NULL,
  -- Empty for a free type.
  invoice_id uuid REFERENCES invoices,
  typed jsonb,
  proved_at timestamptz,
  CONSTRAINT member_returns_typed_until_proved CHECK ((typed IS NULL) = (proved_at IS NOT NULL))
);
CREATE INDEX ON member_returns (member_id);
CREATE INDEX ON member_returns (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX member_returns_old ON member_returns (registered_at) WHERE typed IS NOT NULL;
-- A stranger cannot replace what waits.
CREATE UNIQUE INDEX member_returns_one_waiting ON member_returns (member_id) WHERE typed IS NOT NULL;

ALTER TABLE password_links
  -- The link that proves the address of a return.
  ADD COLUMN return_id uuid REFERENCES member_returns ON DELETE CASCADE,
  -- Not mailed: made for the first-password page that is already open.
  ADD COLUMN is_mailed boolean NOT NULL DEFAULT true,
  -- A newer link has ended this one.
  ADD COLUMN replaced_at timestamptz;
CREATE INDEX ON password_links (return_id) WHERE return_id IS NOT NULL;

-- Empty: the person did it, with a mailed link and without a session.
ALTER TABLE audit_entries ALTER COLUMN by_user_id DROP NOT NULL;
