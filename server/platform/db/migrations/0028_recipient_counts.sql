-- The recipients of each bulk email by outcome are stored as changes that are summed up. Counting
-- a million recipients took a second, and the page asks every two seconds while they are sent.
CREATE TABLE bulk_recipient_changes (
  bulk_email_id uuid NOT NULL,
  outcome text NOT NULL,
  change integer NOT NULL,
  last_sent_at timestamptz
);
CREATE INDEX bulk_recipient_changes_sum ON bulk_recipient_changes (bulk_email_id)
  INCLUDE (outcome, change, last_sent_at);

CREATE FUNCTION note_recipients_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, count(*), max(sent_at) FROM added GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE FUNCTION note_recipients_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, sum(change), max(sent_at) FROM (
      SELECT bulk_email_id, outcome, 1 AS change, sent_at FROM added
      UNION ALL SELECT bulk_email_id, outcome, -1, NULL FROM gone
    ) AS rows GROUP BY 1, 2 HAVING sum(change) <> 0;
  RETURN NULL;
END $$;

CREATE FUNCTION note_recipients_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, -count(*), NULL FROM gone GROUP BY 1, 2;
  RETURN NULL;
END $$;

INSERT INTO bulk_recipient_changes
  SELECT bulk_email_id, outcome, count(*), max(sent_at) FROM bulk_recipients GROUP BY 1, 2;

CREATE TRIGGER bulk_recipients_added AFTER INSERT ON bulk_recipients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_added();
CREATE TRIGGER bulk_recipients_changed AFTER UPDATE ON bulk_recipients
  REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_changed();
CREATE TRIGGER bulk_recipients_gone AFTER DELETE ON bulk_recipients REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_gone();

-- The next attempt of a bulk email. Few recipients are deferred at a time.
CREATE INDEX bulk_recipients_deferred ON bulk_recipients (bulk_email_id, next_attempt_at)
  WHERE outcome = 'pending' AND next_attempt_at IS NOT NULL;

-- The members of a status are counted, and sorted by number, from the index alone.
DROP INDEX members_by_status;
CREATE INDEX members_by_status ON members (member_status_id, id) INCLUDE (number, archived_at);

-- The addresses of a bulk email are read in order. They are in lower case, as in users.
CREATE INDEX members_addresses ON members (email, created_at) INCLUDE (member_status_id)
  WHERE archived_at IS NULL;
