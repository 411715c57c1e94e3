CREATE TABLE company_info (
  id uuid PRIMARY KEY,
  -- There is one record (product-rules 3.14).
  is_the_only_one boolean NOT NULL DEFAULT true UNIQUE CHECK (is_the_only_one),
  name text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  bank text NOT NULL DEFAULT '',
  account_type text NOT NULL DEFAULT '',
  branch_code text NOT NULL DEFAULT '',
  account_number text NOT NULL DEFAULT '',
  swift_code text NOT NULL DEFAULT '',
  notes text NOT NULL DEFAULT '',
  membership_expiry_date date,
  created_at timestamptz NOT NULL
);

-- Apart from the record, so that saving the form never waits for someone taking a number.
CREATE TABLE counters (
  name text PRIMARY KEY CHECK (name IN ('invoice', 'member', 'donation')),
  last_used integer NOT NULL DEFAULT 0 CHECK (last_used >= 0)
);

CREATE FUNCTION counters_only_rise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last_used < OLD.last_used THEN
    RAISE EXCEPTION 'the % counter can only rise (% to %)', OLD.name, OLD.last_used, NEW.last_used
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER counters_only_rise BEFORE UPDATE ON counters
  FOR EACH ROW EXECUTE FUNCTION counters_only_rise();
