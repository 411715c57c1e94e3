-- One press of "Send renewals": goes through the members in the order of their ids, some hundreds a
-- transaction, and remembers how far it has come (product-rules 6.19). Whoever finds it unfinished goes on.
CREATE TABLE renewal_runs (
  id uuid PRIMARY KEY,
  started_by uuid NOT NULL REFERENCES users,
  started_at timestamptz NOT NULL,
  -- As the search takes them; they choose when nobody was chosen one by one.
  filters jsonb NOT NULL,
  chosen uuid[],
  total integer NOT NULL CHECK (total >= 0),
  -- The last member that was looked at; the next ones come after it.
  reached uuid,
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  created integer NOT NULL DEFAULT 0 CHECK (created >= 0),
  -- Why others got none, with how many.
  skipped jsonb NOT NULL DEFAULT '{}',
  finished_at timestamptz
);
CREATE INDEX ON renewal_runs (started_at, id);

-- Until when a member has paid is asked for each member at a time, and on which day periods end.
CREATE INDEX ON membership_periods (member_id, ends_on);
CREATE INDEX ON membership_periods (ends_on);

-- A reminder that nobody needs any more is not sent: its mail goes, the note that it was due stays.
ALTER TABLE reminders
  DROP CONSTRAINT reminders_mail_id_fkey,
  ADD FOREIGN KEY (mail_id) REFERENCES mails ON DELETE SET NULL;
CREATE INDEX ON reminders (mail_id);
