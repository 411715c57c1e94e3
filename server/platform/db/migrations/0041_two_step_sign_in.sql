-- Two-step sign-in of administrators (product-rules 4.20). From this day on it is compulsory; NULL: it is not.
ALTER TABLE company_info ADD COLUMN two_step_required_from date;

CREATE TABLE two_step_secrets (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- Encrypted with a key that is derived from the installation's secret.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Set by the first code. Before that, the sign-in asks for none.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was used. No code works twice.
  last_step bigint,
  CONSTRAINT two_step_secrets_confirmed_check CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
);
CREATE FUNCTION two_step_codes_work_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a code that was used, and those before it, are not accepted again'
    USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER two_step_codes_work_once BEFORE UPDATE OF last_step ON two_step_secrets
  FOR EACH ROW WHEN (OLD.secret = NEW.secret AND OLD.last_step >= NEW.last_step)
  EXECUTE FUNCTION two_step_codes_work_once();

CREATE TABLE recovery_codes (
  code_hash bytea PRIMARY KEY CONSTRAINT recovery_codes_code_hash_check CHECK (octet_length(code_hash) = 32),
  user_id uuid NOT NULL REFERENCES two_step_secrets ON DELETE CASCADE,
  used_at timestamptz
);
CREATE INDEX ON recovery_codes (user_id);
