-- Who signed in from where, failed to, reset a password or took data out. Kept 90 days (product-rules 4.32).
CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_at timestamptz NOT NULL,
  -- The last time. The same again within an hour is counted, so that a flood does not fill the table.
  at timestamptz NOT NULL,
  count integer NOT NULL DEFAULT 1 CONSTRAINT security_events_count_check CHECK (count > 0),
  kind text NOT NULL,
  -- Empty for an unknown address: people type passwords there, so it is not stored.
  user_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  user_name text NOT NULL,
  detail text NOT NULL,
  client text NOT NULL,
  device text NOT NULL,
  -- What is counted together.
  slot text NOT NULL CONSTRAINT security_events_slot_key UNIQUE,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(
    user_name || ' ' || detail || ' ' || client || ' ' || device)) STORED,
  CONSTRAINT security_events_times_check CHECK (at >= first_at)
);
CREATE INDEX ON security_events (at, id);
CREATE INDEX ON security_events (kind, at, id);
CREATE INDEX ON security_events (kind, id);
CREATE INDEX ON security_events (client, at);
CREATE INDEX ON security_events (client, id);
CREATE INDEX security_events_by_user_name ON security_events (fold(user_name), id);
CREATE INDEX ON security_events (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX security_events_user_name ON security_events USING gin (fold(user_name) gin_trgm_ops);
CREATE INDEX security_events_search ON security_events USING gin (search_text gin_trgm_ops);

CREATE FUNCTION security_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF coalesce(current_setting('app.retention', true), '') = 'on' THEN RETURN OLD; END IF;
  -- Counted again, or the user was deleted or got another id.
  ELSIF (OLD.first_at, OLD.kind, OLD.detail, OLD.client, OLD.device, OLD.slot)
      IS NOT DISTINCT FROM (NEW.first_at, NEW.kind, NEW.detail, NEW.client, NEW.device, NEW.slot)
    AND NEW.count >= OLD.count AND NEW.at >= OLD.at
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the security record stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'security_events_stay';
END $$;
CREATE TRIGGER security_events_stay BEFORE UPDATE OR DELETE ON security_events
  FOR EACH ROW EXECUTE FUNCTION security_events_stay();
CREATE TRIGGER security_events_longer AFTER INSERT ON security_events
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER security_events_shorter AFTER DELETE ON security_events
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
