-- Every change that an administrator makes: who, when, what, before and after (product-rules 4.16).
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  by_user_id uuid NOT NULL REFERENCES users,
  -- As they were called on that day.
  by_name text NOT NULL,
  -- The verb, as the contract calls it.
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  subject_name text NOT NULL,
  -- Only what differs; no secrets.
  before jsonb NOT NULL DEFAULT '{}',
  after jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX ON audit_entries (subject_id, id);
CREATE INDEX ON audit_entries (at, id);
CREATE INDEX audit_entries_by_name ON audit_entries USING gin (fold(by_name) gin_trgm_ops);
CREATE INDEX audit_entries_subject_name ON audit_entries USING gin (fold(subject_name) gin_trgm_ops);

CREATE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was noted stays as it is' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION audit_entries_stay();
