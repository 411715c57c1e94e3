-- Files that payers send to show that they have paid an open invoice (product-rules 26). They pay nothing.
CREATE TABLE payment_proofs (
  id uuid PRIMARY KEY,
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE CASCADE,
  -- An invoice has ten files at most.
  place smallint NOT NULL CHECK (place BETWEEN 1 AND 10),
  media_type text NOT NULL CHECK (media_type IN
    ('application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 10485760),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  received_at timestamptz NOT NULL,
  dealt_with_at timestamptz,
  dealt_with_by uuid REFERENCES users,
  UNIQUE (invoice_id, place),
  -- A file that is sent again counts once.
  UNIQUE (invoice_id, sha256),
  CONSTRAINT payment_proofs_dealt_with_by_someone
    CHECK ((dealt_with_at IS NULL) = (dealt_with_by IS NULL))
);
-- PDFs and pictures are packed already.
ALTER TABLE payment_proofs ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX payment_proofs_waiting ON payment_proofs (received_at, id) WHERE dealt_with_at IS NULL;
CREATE INDEX ON payment_proofs (received_at, id);
CREATE INDEX ON payment_proofs (dealt_with_by) WHERE dealt_with_by IS NOT NULL;
