-- To whom a bulk email can go (product-rules 9.1). Who is on a list is asked at the moment of sending; what
-- stands here is what an administrator chooses by, and which placeholders the list can fill.
CREATE TABLE communication_lists (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  audience text NOT NULL UNIQUE
    CHECK (audience IN ('all', 'active', 'due', 'expired', 'donors')),
  place smallint NOT NULL UNIQUE,
  -- From the placeholder's name to what it is replaced by, in words.
  replacement_values jsonb NOT NULL
);
INSERT INTO communication_lists (id, name, audience, place, replacement_values)
SELECT gen_random_uuid(), name, audience, place,
  CASE audience
    WHEN 'donors' THEN '{"FirstName": "First name", "LastName": "Last name", "Email": "Email address"}'
    ELSE '{"Title": "Title", "FirstName": "First name", "LastName": "Last name",
      "Email": "Email address", "MembershipNumber": "Membership number",
      "MemberType": "Member type", "ValidUntil": "Last day of the membership"}'
  END::jsonb
FROM (VALUES ('All members', 'all', 1), ('Active', 'active', 2), ('Due for Renewal', 'due', 3),
  ('Expired', 'expired', 4), ('Donors', 'donors', 5)) AS lists (name, audience, place);

-- What someone agreed to, with the words that were shown (product-rules 9.2): kept when it is withdrawn,
-- because it must be possible to show it later.
CREATE TABLE consents (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  purpose text NOT NULL CHECK (purpose IN ('news', 'appeals')),
  words text NOT NULL CHECK (words <> ''),
  -- Where it was given: the page, or who entered it.
  source text NOT NULL CHECK (source <> ''),
  given_at timestamptz NOT NULL,
  withdrawn_at timestamptz CHECK (withdrawn_at >= given_at)
);
-- One that holds for each purpose; giving it again changes nothing.
CREATE UNIQUE INDEX consents_live ON consents (email, purpose) WHERE withdrawn_at IS NULL;

-- Who gets no bulk email any more: by their own wish, or because their mail server said that there
-- is no such address. It never stops invoices, receipts and resets (product-rules 9.12).
CREATE TABLE suppressions (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  kind text NOT NULL CHECK (kind IN ('unsubscribed', 'refused')),
  reason text NOT NULL DEFAULT '',
  at timestamptz NOT NULL
);
CREATE INDEX ON suppressions (at, id);
CREATE INDEX suppressions_email ON suppressions USING gin (fold(email) gin_trgm_ops);
CREATE INDEX suppressions_reason ON suppressions USING gin (fold(reason) gin_trgm_ops);

-- Its state is what has happened to it: Processing since `processing_at`, Complete since
-- `completed_at`; paused, stopped and held are further facts, not further statuses (product-rules 9.5).
CREATE TABLE bulk_emails (
  id uuid PRIMARY KEY,
  communication_list_id uuid NOT NULL REFERENCES communication_lists,
  subject text NOT NULL,
  title text NOT NULL,
  -- Sanitised when it was saved, and again when it is sent.
  content text NOT NULL,
  -- Asks for money: goes only to those who agreed to that.
  is_appeal boolean NOT NULL DEFAULT false,
  attachment_id uuid REFERENCES files,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  processing_at timestamptz,
  processing_by uuid REFERENCES users,
  completed_at timestamptz,
  paused_at timestamptz,
  stopped_at timestamptz,
  -- Too many failures in a row: somebody should look before it goes on.
  held_at timestamptz,
  held_reason text,
  failures_in_a_row integer NOT NULL DEFAULT 0 CHECK (failures_in_a_row >= 0),
  -- The mail server's last words that were not about one recipient, until mail goes out again.
  trouble text,
  CHECK (processing_at IS NOT NULL
    OR num_nonnulls(completed_at, paused_at, stopped_at, held_at, processing_by) = 0),
  CHECK ((held_at IS NULL) = (held_reason IS NULL))
);
CREATE INDEX ON bulk_emails (created_at, id);
CREATE INDEX ON bulk_emails (attachment_id) WHERE attachment_id IS NOT NULL;
CREATE INDEX ON bulk_emails (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX ON bulk_emails (processing_by) WHERE processing_by IS NOT NULL;
CREATE INDEX bulk_emails_subject ON bulk_emails USING gin (fold(subject) gin_trgm_ops);
CREATE INDEX bulk_emails_running ON bulk_emails (processing_at)
  WHERE processing_at IS NOT NULL AND completed_at IS NULL;

-- Whom a bulk email is for, frozen when it was processed: one row per address, and what its
-- placeholders are replaced by. The id is what its link to unsubscribe names, so it is a secret.
CREATE TABLE bulk_recipients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  bulk_email_id uuid NOT NULL REFERENCES bulk_emails,
  email text NOT NULL,
  name text NOT NULL,
  replacements jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- Marked before the message leaves, by whom: a worker is known by the advisory lock that its
  -- connection holds, so that the database notices its death.
  sending_at timestamptz,
  sending_by integer,
  sent_at timestamptz,
  failed_at timestamptz,
  suppressed_at timestamptz,
  uncertain_at timestamptz,
  -- The mail server's words, or why nothing was sent.
  answer text,
  -- One of six, so that their counts add up to all (product-rules 9.7).
  outcome text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN sent_at IS NOT NULL THEN 'sent'
      WHEN failed_at IS NOT NULL THEN 'failed'
      WHEN suppressed_at IS NOT NULL THEN 'suppressed'
      WHEN uncertain_at IS NOT NULL THEN 'uncertain'
      WHEN sending_by IS NOT NULL THEN 'sending'
      ELSE 'pending'
    END) STORED,
  UNIQUE (bulk_email_id, email),
  CHECK (num_nonnulls(sent_at, failed_at, suppressed_at, uncertain_at, sending_by) <= 1),
  CHECK (sending_by IS NULL OR sending_at IS NOT NULL)
);
CREATE INDEX ON bulk_recipients (bulk_email_id, outcome);
CREATE INDEX bulk_recipients_pending ON bulk_recipients (bulk_email_id, id)
  WHERE outcome = 'pending';
CREATE INDEX bulk_recipients_sending ON bulk_recipients (sending_by) WHERE sending_by IS NOT NULL;
-- How many left lately, for the limits a minute and a day.
CREATE INDEX ON bulk_recipients (sending_at) WHERE sending_at IS NOT NULL;

-- How many bulk emails may leave in a minute and in a day; NULL: as many as the mail server takes.
ALTER TABLE company_info
  ADD COLUMN mails_per_minute integer CHECK (mails_per_minute BETWEEN 1 AND 100000),
  ADD COLUMN mails_per_day integer CHECK (mails_per_day BETWEEN 1 AND 10000000);

-- The mail log: looked for by address, and by what became of it.
CREATE INDEX mails_to_email ON mails USING gin (fold(to_email) gin_trgm_ops);
CREATE INDEX mails_failed ON mails (created_at, id) WHERE failed_at IS NOT NULL;
