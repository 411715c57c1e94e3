-- The database of the application, without the later migrations. `schema.sql` shows the result of all.
--
-- Indexes. Those with gin_trgm_ops serve "contains" in lists. Those called `_by_` serve the order of a list: they
-- end with what makes the order total, and read backwards they serve the other direction, except where rows
-- without a value come last in both. Those called `_with_name`, `_with_address`, `_with_body` and `_with_details`
-- hold the records that the daily run erases later, the oldest first: it reads only what it erases. Most unnamed
-- ones serve references, so that deleting a record takes as long among 100,000 as among ten.
-- test/architecture/growth.test.ts calls every endpoint and job on a large database and fails if one is missing.
--
-- Columns called `_folded` and `search_text` hold what lists search and sort by, folded when a row is written:
-- folding takes microseconds for each row that is searched (product-rules 1.28).

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- == Text: how lists search it, and how names are compared ==

-- The text in lower case and without accents, for "contains" in lists (product-rules 1.5). unaccent() is only
-- STABLE because its dictionary could be changed. Here it is named, and never changes.
CREATE FUNCTION fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(unaccent('unaccent'::regdictionary, $1));

-- The LIKE pattern for "contains this text". Its own %, _ and \ mean themselves. They are escaped after folding,
-- because folding turns their wide forms into plain ones.
CREATE FUNCTION containing(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(fold($1), '([\\%_])', '\\\1', 'g') || '%';

-- '00042'. lpad() alone would cut 123456 to '12345'.
CREATE FUNCTION zero_padded(integer) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lpad($1::text, greatest(5, length($1::text)), '0');

-- Duplicates are compared by keys without the differences in spelling (product-rules 21.1). Nothing to compare is
-- null.
CREATE FUNCTION email_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(split_part(split_part(lower($1), '@', 1), '+', 1), '.', '') || '@'
  || split_part(lower($1), '@', 2);

-- The last nine digits: 082 123 4567 and +27 82 123 4567 are the same.
CREATE FUNCTION phone_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN length(regexp_replace($1, '[^0-9]', '', 'g')) >= 9
  THEN right(regexp_replace($1, '[^0-9]', '', 'g'), 9) END;

-- For names and addresses: without accents, spaces and punctuation.
CREATE FUNCTION text_key(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN nullif(regexp_replace(fold($1), '[^[:alnum:]]', '', 'g'), '');

-- == People and sign-in ==

-- An account. One without a password cannot sign in.
CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(btrim(email)) AND email <> ''),
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone_number text NOT NULL DEFAULT '',
  role text NOT NULL,
  password_hash text,
  profile_picture text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  -- A volunteer who has left stays as a name in the records. The address is free again (product-rules 4.14).
  removed_at timestamptz,
  -- When the link for the first password was last sent to a user whom an administrator had entered.
  invited_at timestamptz,
  -- A visitor can register with any address. It is proved when a password was set with a link that was mailed to
  -- it, and until it changes. Only then the user sees what was given under it, such as donations.
  email_proved_at timestamptz,
  first_name_folded text NOT NULL GENERATED ALWAYS AS (fold(first_name)) STORED,
  last_name_folded text NOT NULL GENERATED ALWAYS AS (fold(last_name)) STORED,
  email_folded text NOT NULL GENERATED ALWAYS AS (fold(email)) STORED,
  phone_number_folded text NOT NULL GENERATED ALWAYS AS (fold(phone_number)) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(
    first_name || ' ' || last_name || ' ' || email
    || ' ' || phone_number || ' ' || regexp_replace(phone_number, '[^0-9]', '', 'g'))) STORED,
  -- The target of a member's address.
  UNIQUE (id, email)
);
-- An address has one account. Removed users do not count.
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE removed_at IS NULL;
CREATE INDEX users_first_name ON users USING gin (first_name_folded gin_trgm_ops);
CREATE INDEX users_last_name ON users USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX users_email ON users USING gin (email_folded gin_trgm_ops);
CREATE INDEX users_phone_number ON users USING gin (phone_number_folded gin_trgm_ops);
CREATE INDEX users_by_first_name ON users (first_name_folded, id) WHERE removed_at IS NULL;
CREATE INDEX users_by_last_name ON users (last_name_folded, id) WHERE removed_at IS NULL;
CREATE INDEX users_by_email ON users (email_folded, id) WHERE removed_at IS NULL;
CREATE INDEX users_by_phone_number ON users (phone_number_folded, id) WHERE removed_at IS NULL;
CREATE INDEX users_by_created_at ON users (created_at, id) WHERE removed_at IS NULL;
CREATE INDEX users_office ON users (first_name_folded, id) WHERE role <> 'Member' AND removed_at IS NULL;
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);

-- Where a user is signed in, and since when nothing was done there (product-rules 4.30).
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Written every few minutes at most. Null: not used since the start.
  last_used_at timestamptz,
  client text NOT NULL DEFAULT '',
  -- Browser and system in words.
  device text NOT NULL DEFAULT ''
);
CREATE INDEX ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- A mailed link. Only the hash of its token is stored. The token is bound to the address that it was mailed to.
CREATE TABLE password_links (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The link that proves the address of a return.
  return_id uuid,
  -- Not mailed: made for the first-password page that is already open.
  is_mailed boolean NOT NULL DEFAULT true,
  -- A newer link has ended this one.
  replaced_at timestamptz
);
CREATE INDEX ON password_links (user_id);
CREATE INDEX password_links_by_end ON password_links (expires_at);
CREATE INDEX ON password_links (return_id) WHERE return_id IS NOT NULL;

-- Failed sign-ins, counted by address and client (product-rules 4.7).
CREATE TABLE sign_in_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email_hash bytea NOT NULL,
  client text NOT NULL,
  failed_at timestamptz NOT NULL
);
CREATE INDEX ON sign_in_failures (client, failed_at);
-- A new password ends the block of an address.
CREATE INDEX sign_in_failures_by_email ON sign_in_failures (email_hash);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (failed_at);

-- The second step of the sign-in of administrators (product-rules 4.20).
CREATE TABLE two_step_secrets (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- Encrypted with a key that is derived from the installation's secret.
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Set by the first code. Before that, the sign-in asks for none.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was used.
  last_step bigint,
  -- The first code confirms the secret.
  CONSTRAINT two_step_secrets_confirmed_check CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
);

-- A code works once.
CREATE FUNCTION two_step_codes_work_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a code that was used, and those before it, are not accepted again'
    USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER two_step_codes_work_once BEFORE UPDATE OF last_step ON two_step_secrets
  FOR EACH ROW WHEN (OLD.secret = NEW.secret AND OLD.last_step >= NEW.last_step)
  EXECUTE FUNCTION two_step_codes_work_once();

-- Codes for an administrator who has lost the telephone. Only their hashes are stored.
CREATE TABLE recovery_codes (
  code_hash bytea PRIMARY KEY CONSTRAINT recovery_codes_code_hash_check CHECK (octet_length(code_hash) = 32),
  user_id uuid NOT NULL REFERENCES two_step_secrets ON DELETE CASCADE,
  used_at timestamptz
);
CREATE INDEX ON recovery_codes (user_id);

-- == The organisation ==

-- The organisation's logo, addressed by its content. Issued invoices name theirs, so none is changed or deleted
-- (product-rules 6.2).
CREATE TABLE logos (
  hash text PRIMARY KEY CHECK (hash = encode(sha256(bytes), 'hex')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 1048576),
  width smallint NOT NULL CHECK (width BETWEEN 1 AND 480),
  height smallint NOT NULL CHECK (height BETWEEN 1 AND 160),
  created_at timestamptz NOT NULL
);

-- Invoices show logos.
CREATE FUNCTION logos_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a logo is not changed or deleted, because invoices show it'
    USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER logos_stay BEFORE UPDATE OR DELETE ON logos FOR EACH ROW EXECUTE FUNCTION logos_stay();

-- The organisation: what invoices and mails say about it, and what an administrator may change while the
-- application runs (product-rules 2.13).
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
  created_at timestamptz NOT NULL,
  -- The suggested amounts above the amount of a donation.
  donation_presets_cents integer[] NOT NULL DEFAULT '{10000,25000,50000}'
    CHECK (cardinality(donation_presets_cents) = 3
      AND array_position(donation_presets_cents, NULL) IS NULL
      AND 0 < ALL (donation_presets_cents)),
  -- With it, invoices say how much VAT they contain. Each keeps what it was issued with.
  vat_number text NOT NULL DEFAULT '',
  pbo_number text NOT NULL DEFAULT '',
  -- How many bulk emails may leave in a minute and in a day. Null: as many as the mail server takes.
  mails_per_minute integer CHECK (mails_per_minute BETWEEN 1 AND 100000),
  mails_per_day integer CHECK (mails_per_day BETWEEN 1 AND 10000000),
  logo text REFERENCES logos,
  -- The last change of the account number. Company Info shows it for 30 days (product-rules 6.16).
  account_number_changed_by uuid REFERENCES users,
  account_number_changed_at timestamptz,
  -- How many backups are kept, and the folder of their second copy. Empty: no copy (product-rules 2.31).
  backups_kept smallint NOT NULL DEFAULT 14
    CONSTRAINT company_info_backups_kept_check CHECK (backups_kept BETWEEN 1 AND 365),
  backup_copy_folder text NOT NULL DEFAULT '',
  -- From this day on, two-step sign-in is compulsory for administrators. Null: it is not (product-rules 4.20).
  two_step_required_from date,
  -- Who and when are stored together.
  CONSTRAINT company_info_account_number_changed_check
    CHECK ((account_number_changed_by IS NULL) = (account_number_changed_at IS NULL))
);
CREATE INDEX ON company_info (logo) WHERE logo IS NOT NULL;
CREATE INDEX ON company_info (account_number_changed_by) WHERE account_number_changed_by IS NOT NULL;
INSERT INTO company_info (id, created_at) VALUES (gen_random_uuid(), now());

-- The last numbers of records. They are apart from the organisation, so that saving its form does not wait for a
-- request that takes a number.
CREATE TABLE counters (
  name text PRIMARY KEY CHECK (name IN ('invoice', 'member', 'donation')),
  last_used integer NOT NULL DEFAULT 0 CHECK (last_used >= 0)
);
INSERT INTO counters (name) VALUES ('invoice'), ('member'), ('donation');

-- A number is not given twice.
CREATE FUNCTION counters_only_rise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.last_used < OLD.last_used THEN
    RAISE EXCEPTION 'the % counter can only rise (% to %)', OLD.name, OLD.last_used, NEW.last_used
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER counters_only_rise BEFORE UPDATE ON counters FOR EACH ROW EXECUTE FUNCTION counters_only_rise();

-- Pictures and attachments. They are in the database, so that one backup holds everything (product-rules 10.1).
-- The id is random: with it, a file can be read.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('picture', 'attachment')),
  -- A label. The content decides the type.
  name text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 10485760),
  uploaded_by uuid REFERENCES users,
  created_at timestamptz NOT NULL
);
CREATE INDEX ON files (uploaded_by) WHERE uploaded_by IS NOT NULL;
CREATE INDEX attachments_by_time ON files (created_at) WHERE kind = 'attachment';

-- == Audit and security ==

-- Every change that an administrator makes: who, when, what, before and after (product-rules 4.16).
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Null: the person did it, with a mailed link and without a session.
  by_user_id uuid REFERENCES users,
  -- The name on that day.
  by_name text NOT NULL,
  -- The verb, as in the contract.
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  subject_name text NOT NULL,
  -- Only what differs, without secrets.
  before jsonb NOT NULL DEFAULT '{}',
  after jsonb NOT NULL DEFAULT '{}',
  search_text text NOT NULL GENERATED ALWAYS AS (fold(by_name || ' ' || subject_name)) STORED
);
CREATE INDEX ON audit_entries (subject_id, id);
CREATE INDEX ON audit_entries (at, id);
CREATE INDEX audit_entries_by_name ON audit_entries USING gin (fold(by_name) gin_trgm_ops);
CREATE INDEX audit_entries_subject_name ON audit_entries USING gin (fold(subject_name) gin_trgm_ops);
CREATE INDEX ON audit_entries (by_user_id);
CREATE INDEX audit_entries_search ON audit_entries USING gin (search_text gin_trgm_ops);
CREATE INDEX audit_entries_by_name_in_order ON audit_entries (fold(by_name), id);
CREATE INDEX audit_entries_by_subject_name ON audit_entries (fold(subject_name), id);
CREATE INDEX audit_entries_with_details ON audit_entries (at)
  WHERE subject_name <> 'Erased'
    AND subject_kind NOT IN ('companyInfo', 'memberType', 'memberStatus', 'bulkEmail', 'restore');

-- An entry of the audit log does not change. Only the erasing of a person may empty it, with a setting of its own
-- transaction.
CREATE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('privacy.erasing', true) = 'on'
    AND (NEW.subject_name, NEW.before, NEW.after) = ('Erased', '{}'::jsonb, '{}'::jsonb)
    AND (NEW.by_name = OLD.by_name OR (OLD.by_user_id IS NULL AND NEW.by_name = 'Erased'))
    AND (NEW.id, NEW.at, NEW.by_user_id, NEW.action, NEW.subject_kind, NEW.subject_id)
      IS NOT DISTINCT FROM
        (OLD.id, OLD.at, OLD.by_user_id, OLD.action, OLD.subject_kind, OLD.subject_id)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what was noted stays as it is' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION audit_entries_stay();

-- Sign-ins, failed sign-ins, password resets and downloads of data, with their place. They are deleted after 90
-- days (product-rules 4.32).
CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_at timestamptz NOT NULL,
  -- The last time. The same again within an hour is counted, so that a flood does not fill the table.
  at timestamptz NOT NULL,
  count integer NOT NULL DEFAULT 1 CONSTRAINT security_events_count_check CHECK (count > 0),
  kind text NOT NULL,
  -- Null for an unknown address. People type passwords there, so it is not stored.
  user_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  user_name text NOT NULL,
  detail text NOT NULL,
  client text NOT NULL,
  device text NOT NULL,
  -- What is counted together.
  slot text NOT NULL CONSTRAINT security_events_slot_key UNIQUE,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(
    user_name || ' ' || detail || ' ' || client || ' ' || device)) STORED,
  -- The last time is not before the first.
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

-- Events are counted again, and deleted when their time is over. Otherwise they do not change.
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

-- What browsers have blocked on the pages, counted for each kind of violation (product-rules 2.45). Visitors can
-- send reports, so texts are short, and `record-violation.ts` bounds the number of rows.
CREATE TABLE policy_violations (
  directive text NOT NULL CONSTRAINT policy_violations_directive_check CHECK (directive ~ '^[a-z-]{1,40}$'),
  -- A keyword or a host.
  blocked text NOT NULL CONSTRAINT policy_violations_blocked_check CHECK (length(blocked) BETWEEN 1 AND 100),
  -- The page's path, without ids.
  page text NOT NULL CONSTRAINT policy_violations_page_check CHECK (page ~ '^[a-z/:-]{1,100}$'),
  reports integer NOT NULL DEFAULT 1 CONSTRAINT policy_violations_reports_check CHECK (reports BETWEEN 1 AND 1000000),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (directive, blocked, page)
);
CREATE INDEX ON policy_violations (last_at);

-- How often a client, a user or all of them have made an expensive call, and how many mails visitors have caused
-- to one address, until the window ends. UNLOGGED: a flood of calls writes nothing to the disk, and after a crash
-- of the database all counts begin again.
CREATE UNLOGGED TABLE rate_counts (
  -- A hash with the installation's secret of the client's address; the id of a user; 'everyone'; or a hash of an
  -- email address.
  counted_for text NOT NULL,
  -- The call, such as 'POST /donations', or the group of mails.
  name text NOT NULL,
  count integer NOT NULL CONSTRAINT rate_counts_count_check CHECK (count >= 1),
  most integer NOT NULL CONSTRAINT rate_counts_most_check CHECK (most >= 1),
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (counted_for, name)
);
CREATE INDEX rate_counts_by_end ON rate_counts (ends_at);

-- == Membership and periods ==

-- What a membership costs, and whether it includes children. A type can be changed or deleted (product-rules 5.1).
CREATE TABLE member_types (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  fee_cents integer NOT NULL CHECK (fee_cents BETWEEN 0 AND 999999999),
  is_family boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  created_at timestamptz NOT NULL
);
-- Two types cannot differ in case or accents only.
CREATE UNIQUE INDEX member_types_name_key ON member_types (fold(name));
INSERT INTO member_types (id, name, description, fee_cents, is_family, created_at) VALUES
  (gen_random_uuid(), 'FAMILY MAX 4 up to 18 yrs', 'You and up to four children of up to 18 years', 95000, true, now()),
  (gen_random_uuid(), 'Individual', 'For one adult', 45000, false, now()),
  (gen_random_uuid(), 'Pensioner', 'For those of 60 years and older', 25000, false, now()),
  (gen_random_uuid(), 'Student', 'For learners and students', 20000, false, now());

-- The states of a membership. The five that are seeded are set by the application (product-rules 5.2).
CREATE TABLE member_statuses (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  is_seeded boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
-- Two statuses cannot differ in case or accents only.
CREATE UNIQUE INDEX member_statuses_name_key ON member_statuses (fold(name));
INSERT INTO member_statuses (id, name, is_seeded, created_at) VALUES
  (gen_random_uuid(), 'Active', true, now()),
  (gen_random_uuid(), 'Due for Renewal', true, now()),
  (gen_random_uuid(), 'Expired', true, now()),
  (gen_random_uuid(), 'Deactivated', true, now()),
  (gen_random_uuid(), 'Pending', true, now());

-- A member, with the account that the member signs in with. Deleted members are archived.
CREATE TABLE members (
  id uuid PRIMARY KEY,
  -- Shown as '00042'. An integer, so that it sorts as a number and never repeats.
  number integer UNIQUE CHECK (number > 0),
  user_id uuid NOT NULL UNIQUE,
  member_type_id uuid NOT NULL REFERENCES member_types,
  member_status_id uuid NOT NULL REFERENCES member_statuses,
  -- Set when an administrator chose the status. Until then it follows the periods.
  status_set_by uuid REFERENCES users,
  status_set_at timestamptz,
  title text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  postal_address text NOT NULL,
  zip_code text NOT NULL,
  deactivated_reason text,
  signup_date date NOT NULL,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  first_name_folded text NOT NULL GENERATED ALWAYS AS (fold(first_name)) STORED,
  last_name_folded text NOT NULL GENERATED ALWAYS AS (fold(last_name)) STORED,
  email_folded text NOT NULL GENERATED ALWAYS AS (fold(email)) STORED,
  phone_folded text NOT NULL GENERATED ALWAYS AS (fold(phone)) STORED,
  -- With the digits of the telephone number, too. Words cannot match across two fields, because they contain no
  -- spaces.
  search_text text NOT NULL GENERATED ALWAYS AS (fold(
    coalesce(zero_padded(number), '') || ' ' || first_name || ' ' || last_name || ' ' || email
    || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))) STORED,
  -- The end of the last period, so that the list can be sorted by it. A trigger sets it.
  paid_until date,
  -- The record that this one was merged into (product-rules 21.5).
  merged_into uuid REFERENCES members,
  -- A member's address is the address of the account (product-rules 4.2): the two cannot differ.
  FOREIGN KEY (user_id, email) REFERENCES users (id, email) ON UPDATE CASCADE,
  -- Who and when are stored together.
  CHECK ((status_set_by IS NULL) = (status_set_at IS NULL)),
  -- A record that was merged into another is archived.
  CONSTRAINT members_merged_is_archived
    CHECK (merged_into IS NULL OR (archived_at IS NOT NULL AND merged_into <> id))
);
CREATE INDEX members_number_text ON members USING gin (zero_padded(number) gin_trgm_ops);
CREATE INDEX ON members (status_set_by) WHERE status_set_by IS NOT NULL;
CREATE INDEX members_first_name ON members USING gin (first_name_folded gin_trgm_ops);
CREATE INDEX members_last_name ON members USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX members_email ON members USING gin (email_folded gin_trgm_ops);
CREATE INDEX members_phone ON members USING gin (phone_folded gin_trgm_ops);
CREATE INDEX members_by_number ON members (number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_number_down ON members (number DESC NULLS LAST, id DESC) WHERE archived_at IS NULL;
-- Whether the address of a new member belongs to an archived one.
CREATE INDEX members_archived_by_email ON members (email) WHERE archived_at IS NOT NULL;
-- The addresses of a bulk email are read in order. They are in lower case, as in users.
CREATE INDEX members_addresses ON members (email, created_at) INCLUDE (member_status_id) WHERE archived_at IS NULL;
CREATE INDEX members_search ON members USING gin (search_text gin_trgm_ops);
CREATE INDEX members_by_first_name ON members (first_name_folded, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_last_name ON members (last_name_folded, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_email ON members (email_folded, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_type ON members (member_type_id, number, id);
CREATE INDEX members_by_status ON members (member_status_id, number, id) INCLUDE (archived_at);
CREATE INDEX members_by_created_at ON members (created_at, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_paid_until ON members (paid_until, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_paid_until_down
  ON members (paid_until DESC NULLS LAST, number DESC, id DESC) WHERE archived_at IS NULL;
CREATE INDEX members_archived_with_name ON members (archived_at)
  WHERE archived_at IS NOT NULL AND email NOT LIKE '%@erased.invalid';
CREATE INDEX members_never_paid ON members (created_at) WHERE archived_at IS NULL AND paid_until IS NULL;
CREATE INDEX members_by_email_key ON members (email_key(email)) WHERE archived_at IS NULL;
CREATE INDEX members_by_phone_key ON members (phone_key(phone)) WHERE archived_at IS NULL;
CREATE INDEX members_by_name_key ON members (text_key(first_name || last_name), text_key(zip_code))
  WHERE archived_at IS NULL;
CREATE INDEX ON members (merged_into) WHERE merged_into IS NOT NULL;

-- The children of a family membership. At the 19th birthday a relative ages out: the record stays, and its seat is
-- free (product-rules 5.20).
CREATE TABLE member_relatives (
  id uuid PRIMARY KEY,
  main_member_id uuid NOT NULL REFERENCES members,
  -- One of four places: two requests at once cannot add a fifth relative.
  seat smallint CHECK (seat BETWEEN 1 AND 4),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  date_of_birth date,
  created_at timestamptz NOT NULL,
  aged_out_at timestamptz,
  -- A child's details are stored because a parent has agreed (product-rules 5.19): the words that were shown,
  -- when, and where. Without it the relative is shown as "consent not recorded".
  consent_words text CHECK (consent_words <> ''),
  consent_at timestamptz,
  consent_source text CHECK (consent_source IN ('registration', 'profile', 'office')),
  -- A seat is taken once.
  UNIQUE (main_member_id, seat),
  -- A relative without a seat has aged out.
  CONSTRAINT aged_out_has_no_seat CHECK ((seat IS NULL) = (aged_out_at IS NOT NULL)),
  -- A consent has its words, its time and its place.
  CONSTRAINT consent_is_whole CHECK (num_nonnulls(consent_words, consent_at, consent_source) IN (0, 3))
);
-- For the daily run.
CREATE INDEX member_relatives_births ON member_relatives (date_of_birth) WHERE seat IS NOT NULL;

-- The days that a member has paid for, or has free of charge.
CREATE TABLE membership_periods (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES members,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  -- The day of the month that anniversaries aim at, kept through shorter months.
  anchor_day smallint NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
  member_type_id uuid NOT NULL REFERENCES member_types,
  fee_cents integer NOT NULL CHECK (fee_cents >= 0),
  -- Paying an invoice adds exactly one period. Null for free types and for periods that were entered.
  invoice_id uuid UNIQUE,
  created_at timestamptz NOT NULL,
  -- A period that an administrator entered by setting Active where none ran (product-rules 5.13).
  entered_by uuid REFERENCES users,
  -- A period that was entered by an import.
  import_id uuid,
  -- A period has a day or more.
  CHECK (ends_on >= starts_on),
  -- No day of a member is in two periods.
  EXCLUDE USING gist (member_id WITH =, daterange(starts_on, ends_on, '[]') WITH &&)
);
CREATE INDEX ON membership_periods (member_id, ends_on);
CREATE INDEX ON membership_periods (ends_on);
CREATE INDEX ON membership_periods (entered_by) WHERE entered_by IS NOT NULL;
CREATE INDEX membership_periods_by_member_type ON membership_periods (member_type_id);
CREATE INDEX ON membership_periods (import_id) WHERE import_id IS NOT NULL;

-- Periods decide until when a member has paid.
CREATE FUNCTION derive_paid_until() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE members SET paid_until = last.ends_on
    FROM (
      SELECT c.member_id, max(p.ends_on) AS ends_on
      FROM (SELECT DISTINCT member_id FROM changed) AS c
      LEFT JOIN membership_periods AS p ON p.member_id = c.member_id
      GROUP BY c.member_id
    ) AS last
    WHERE members.id = last.member_id AND members.paid_until IS DISTINCT FROM last.ends_on;
  RETURN NULL;
END $$;
CREATE TRIGGER membership_periods_added AFTER INSERT ON membership_periods
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();
CREATE TRIGGER membership_periods_changed AFTER UPDATE ON membership_periods
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();
CREATE TRIGGER membership_periods_removed AFTER DELETE ON membership_periods
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();
-- A period that moves to another member no longer counts for the one it leaves.
CREATE TRIGGER membership_periods_left AFTER UPDATE ON membership_periods
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();

-- A name for the filters, words and order of a list, of one administrator or for all.
CREATE TABLE saved_searches (
  id uuid PRIMARY KEY,
  list text NOT NULL CHECK (list ~ '^[a-z][A-Za-z]{1,39}$'),
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 60),
  -- Null when the administrator was removed. Only shared searches stay then.
  owner_id uuid REFERENCES users,
  is_shared boolean NOT NULL,
  -- A search body of the list, without the page.
  search jsonb NOT NULL CHECK (jsonb_typeof(search) = 'object' AND search <> '{}'),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL CHECK (changed_at >= created_at),
  -- Bulk emails can go to it.
  is_for_bulk_emails boolean NOT NULL GENERATED ALWAYS AS (is_shared AND list IN ('members', 'donations')) STORED,
  -- A search has an owner, or is shared.
  CHECK (is_shared OR owner_id IS NOT NULL),
  -- The target of bulk emails: they go to such searches only.
  UNIQUE (id, is_for_bulk_emails)
);
-- A name is taken once among the shared searches.
CREATE UNIQUE INDEX saved_searches_shared_name ON saved_searches (list, fold(name)) WHERE is_shared;
-- A name is taken once among those of an administrator.
CREATE UNIQUE INDEX saved_searches_own_name ON saved_searches (owner_id, list, fold(name)) WHERE NOT is_shared;
CREATE INDEX ON saved_searches (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX saved_searches_for_bulk_emails ON saved_searches (list, fold(name)) WHERE is_for_bulk_emails;

-- == Money: invoices, donations, payments, credits ==

-- A document that is fixed when it is issued: payer, line, amount and where to pay (product-rules 6.2).
CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  -- Shown as 'INV-00042'.
  number integer NOT NULL UNIQUE CHECK (number > 0),
  member_id uuid REFERENCES members,
  -- The type whose period is added by paying. Null for any other amount.
  member_type_id uuid REFERENCES member_types,
  payer_first_name text NOT NULL,
  payer_last_name text NOT NULL,
  payer_email text NOT NULL,
  payer_address text NOT NULL,
  line text NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 999999999),
  payment_type text NOT NULL CHECK (payment_type IN ('Credit Card', 'Pay Pal', 'EFT')),
  issuer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  -- The last payment of an invoice that is paid in full.
  payment_id uuid,
  -- What the card provider last said without paying.
  card_outcome text CHECK (card_outcome IN ('failed', 'cancelled')),
  payer_last_name_folded text NOT NULL GENERATED ALWAYS AS (fold(payer_last_name)) STORED,
  payer_email_folded text NOT NULL GENERATED ALWAYS AS (fold(payer_email)) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(
    'inv-' || zero_padded(number) || ' ' || payer_first_name || ' ' || payer_last_name || ' '
    || payer_email || ' ' || line
    || ' r' || amount_cents / 100 || '.' || lpad((amount_cents % 100)::text, 2, '0'))) STORED,
  -- The sum of what its payments count for it. A trigger sets it.
  paid_cents integer NOT NULL DEFAULT 0,
  -- A period needs a member.
  CHECK (member_type_id IS NULL OR member_id IS NOT NULL),
  -- A void invoice has a reason.
  CHECK ((voided_at IS NULL) = (void_reason IS NULL)),
  -- No more is paid than the amount.
  CONSTRAINT invoices_paid_check CHECK (paid_cents >= 0 AND paid_cents <= amount_cents),
  -- An invoice points to a payment exactly if its payments reach its amount.
  CONSTRAINT invoices_paid_whole CHECK ((payment_id IS NOT NULL) = (paid_cents = amount_cents)),
  -- A void invoice is not paid, not even in part.
  CONSTRAINT invoices_void_is_unpaid CHECK (voided_at IS NULL OR paid_cents = 0)
);
CREATE INDEX ON invoices (member_id);
CREATE INDEX invoices_unpaid ON invoices (created_at, id) WHERE payment_id IS NULL AND voided_at IS NULL;
-- A member has one open membership invoice (product-rules 6.14).
CREATE UNIQUE INDEX invoices_one_open_per_member ON invoices (member_id)
  WHERE member_type_id IS NOT NULL AND payment_id IS NULL AND voided_at IS NULL;
CREATE INDEX invoices_number_text ON invoices USING gin (('inv-' || zero_padded(number)) gin_trgm_ops);
CREATE INDEX invoices_payer_last_name ON invoices USING gin (payer_last_name_folded gin_trgm_ops);
CREATE INDEX invoices_payer_email ON invoices USING gin (payer_email_folded gin_trgm_ops);
CREATE INDEX invoices_by_member_type ON invoices (member_type_id) WHERE member_type_id IS NOT NULL;
CREATE INDEX invoices_search ON invoices USING gin (search_text gin_trgm_ops);
CREATE INDEX invoices_by_amount ON invoices (amount_cents, number, id);
CREATE INDEX invoices_by_payer_email ON invoices (payer_email_folded, number, id);
CREATE INDEX invoices_by_payer_last_name ON invoices (payer_last_name_folded, number, id);
CREATE INDEX invoices_by_payment_type ON invoices (payment_type, number, id);
CREATE INDEX invoices_by_created_at ON invoices (created_at, number, id);
CREATE INDEX invoices_without_payment ON invoices (number, id) WHERE payment_id IS NULL;
CREATE INDEX invoices_with_name ON invoices (created_at)
  WHERE payer_first_name <> 'Erased' AND (payment_id IS NOT NULL OR voided_at IS NOT NULL);
-- A payment is the last one of one invoice. Partial, so that payments of one invoice wait for each other, instead
-- of for the lock of a key.
CREATE UNIQUE INDEX invoices_payment_id_key ON invoices (payment_id) WHERE payment_id IS NOT NULL;
-- Open records by what is to pay and by the payer's name, as banks write it.
CREATE INDEX invoices_open_by_balance ON invoices ((amount_cents - paid_cents), created_at, id)
  WHERE payment_id IS NULL AND voided_at IS NULL;
CREATE INDEX invoices_open_by_payer ON invoices (text_key(payer_last_name) text_pattern_ops)
  WHERE payment_id IS NULL AND voided_at IS NULL;
-- The invoice of a period.
ALTER TABLE membership_periods ADD FOREIGN KEY (invoice_id) REFERENCES invoices;

-- Once sent, paid or voided, an invoice is not changed or deleted (product-rules 6.3). A wrong one is voided, and
-- the payer gets another. Erasing may take the payer out of it. Undoing a merge opens the invoice again that the
-- merge had voided. Both set a variable of their own transaction.
CREATE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('privacy.erasing', true) = 'on'
    AND NEW.payer_first_name IN (OLD.payer_first_name, 'Erased')
    AND NEW.payer_last_name IN (OLD.payer_last_name, 'person')
    AND NEW.payer_email IN (OLD.payer_email, 'erased@erased.invalid')
    AND NEW.payer_address IN (OLD.payer_address, '')
    AND NEW.line IN (OLD.line, 'Erased')
    AND (NEW.amount_cents, NEW.issuer) = (OLD.amount_cents, OLD.issuer)
    AND NEW.voided_at IS NOT DISTINCT FROM OLD.voided_at
  THEN RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE'
    OR (OLD.voided_at IS NOT NULL AND NEW.voided_at IS NULL
      AND current_setting('members.undoing_merge', true) IS DISTINCT FROM 'on')
    OR (OLD.payer_first_name, OLD.payer_last_name, OLD.payer_email, OLD.payer_address,
        OLD.line, OLD.amount_cents, OLD.issuer)
      IS DISTINCT FROM
       (NEW.payer_first_name, NEW.payer_last_name, NEW.payer_email, NEW.payer_address,
        NEW.line, NEW.amount_cents, NEW.issuer)
  THEN
    RAISE EXCEPTION 'an invoice that was sent, paid or voided stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_stay';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW
  WHEN (OLD.sent_at IS NOT NULL OR OLD.payment_id IS NOT NULL OR OLD.voided_at IS NOT NULL)
  EXECUTE FUNCTION invoices_stay();

-- An archived member who registers again. What was typed waits here until the mailed link has proved the address
-- (product-rules 5.22). Then it moves into the record.
CREATE TABLE member_returns (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  registered_at timestamptz NOT NULL,
  -- Null for a free type.
  invoice_id uuid REFERENCES invoices,
  typed jsonb,
  proved_at timestamptz,
  -- What was typed is deleted when the address is proved.
  CONSTRAINT member_returns_typed_until_proved CHECK ((typed IS NULL) = (proved_at IS NOT NULL))
);
CREATE INDEX ON member_returns (member_id);
CREATE INDEX ON member_returns (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX member_returns_old ON member_returns (registered_at) WHERE typed IS NOT NULL;
-- A visitor cannot replace what waits.
CREATE UNIQUE INDEX member_returns_one_waiting ON member_returns (member_id) WHERE typed IS NOT NULL;
-- The link that proves the address of a return.
ALTER TABLE password_links ADD FOREIGN KEY (return_id) REFERENCES member_returns ON DELETE CASCADE;

-- The ways to donate (product-rules 13.6).
CREATE TABLE donation_types (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- The order in which they are offered.
  place smallint NOT NULL UNIQUE
);
INSERT INTO donation_types (id, name, place) VALUES
  (gen_random_uuid(), 'Credit Card', 1),
  (gen_random_uuid(), 'EFT', 2),
  (gen_random_uuid(), 'World Remit', 3),
  (gen_random_uuid(), 'Wise', 4);

-- A gift that was promised or received.
CREATE TABLE donations (
  id uuid PRIMARY KEY,
  -- Shown as 'DON-00042', the reference of an EFT.
  number integer NOT NULL UNIQUE CHECK (number > 0),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  donation_type_id uuid NOT NULL REFERENCES donation_types,
  amount_cents integer NOT NULL CHECK (amount_cents BETWEEN 1 AND 999999999),
  created_at timestamptz NOT NULL,
  -- What the card provider last said without paying.
  card_outcome text CHECK (card_outcome IN ('failed', 'cancelled')),
  -- The payment of a donation that is received.
  payment_id uuid,
  first_name_folded text NOT NULL GENERATED ALWAYS AS (fold(first_name)) STORED,
  last_name_folded text NOT NULL GENERATED ALWAYS AS (fold(last_name)) STORED,
  email_folded text NOT NULL GENERATED ALWAYS AS (fold(email)) STORED,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(
    'don-' || zero_padded(number) || ' ' || first_name || ' ' || last_name || ' ' || email
    || ' r' || amount_cents / 100 || '.' || lpad((amount_cents % 100)::text, 2, '0'))) STORED,
  -- A donor waits for a mail that says how to transfer the money. An answer or a payment ends it.
  needs_answer_since timestamptz,
  paid_cents integer NOT NULL DEFAULT 0,
  -- A donor who has paid does not wait for an answer.
  CONSTRAINT donations_answered_when_paid CHECK (needs_answer_since IS NULL OR payment_id IS NULL),
  -- A donation is received whole.
  CONSTRAINT donations_paid_check CHECK (paid_cents IN (0, amount_cents)),
  -- A donation points to a payment exactly if it is received.
  CONSTRAINT donations_paid_whole CHECK ((payment_id IS NOT NULL) = (paid_cents = amount_cents))
);
CREATE INDEX donations_pending ON donations (created_at, id) WHERE payment_id IS NULL;
CREATE INDEX donations_reference ON donations USING gin (('don-' || zero_padded(number)) gin_trgm_ops);
CREATE INDEX donations_last_name ON donations USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX donations_email ON donations USING gin (email_folded gin_trgm_ops);
CREATE INDEX donations_search ON donations USING gin (search_text gin_trgm_ops);
CREATE INDEX donations_by_amount ON donations (amount_cents, number, id);
CREATE INDEX donations_by_email ON donations (email_folded, number, id);
CREATE INDEX donations_by_first_name ON donations (first_name_folded, number, id);
CREATE INDEX donations_by_last_name ON donations (last_name_folded, number, id);
CREATE INDEX donations_by_type ON donations (donation_type_id, number, id);
CREATE INDEX donations_by_created_at ON donations (created_at, number, id);
CREATE INDEX donations_without_payment ON donations (number, id) WHERE payment_id IS NULL;
CREATE INDEX donations_needing_an_answer ON donations (number, id) WHERE needs_answer_since IS NOT NULL;
CREATE INDEX donations_with_name ON donations (created_at) WHERE first_name <> 'Erased' AND payment_id IS NOT NULL;
CREATE INDEX donations_pending_with_name ON donations (created_at)
  WHERE first_name <> 'Erased' AND payment_id IS NULL;
-- A payment is for one donation. Partial for the same reason as for invoices.
CREATE UNIQUE INDEX donations_payment_id_key ON donations (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX donations_pending_by_amount ON donations (amount_cents, created_at, id) WHERE payment_id IS NULL;
CREATE INDEX donations_pending_by_donor ON donations (text_key(last_name) text_pattern_ops) WHERE payment_id IS NULL;

-- Money that came in, for an invoice, for a donation, or without a record. A part counts for its record, and the
-- rest is a credit. Triggers keep the sums, so that no part exceeds the payment, and no invoice is paid with more
-- than its amount.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  invoice_id uuid REFERENCES invoices,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  paid_on date NOT NULL,
  recorded_at timestamptz NOT NULL,
  -- How the money came, which can differ from what the payer chose.
  method text NOT NULL CHECK (method IN ('EFT', 'Cash', 'Credit Card', 'World Remit', 'Wise', 'Pay Pal')),
  source text NOT NULL CHECK (source IN ('administrator', 'payfast', 'credit', 'bank')),
  recorded_by uuid REFERENCES users,
  external_reference text UNIQUE,
  donation_id uuid REFERENCES donations,
  -- A payment that was undone stays, with the reason (product-rules 6.11).
  reversed_at timestamptz,
  reversed_by uuid REFERENCES users,
  reversed_reason text,
  -- The reference on the bank statement.
  bank_reference text CONSTRAINT payments_bank_reference_check CHECK (char_length(bank_reference) BETWEEN 1 AND 100),
  -- What counts for the record.
  counted_cents integer NOT NULL DEFAULT 0,
  -- What was refunded, given or carried on. A trigger sets it.
  used_cents integer NOT NULL DEFAULT 0,
  -- Money without a record: who sent it.
  payer_name text CONSTRAINT payments_payer_name_check CHECK (char_length(payer_name) BETWEEN 1 AND 100),
  -- What a record may point to. Null when it was undone, so that it pays nothing.
  counts_for uuid GENERATED ALWAYS AS (
    CASE WHEN reversed_at IS NULL AND counted_cents > 0 THEN coalesce(invoice_id, donation_id) END
  ) STORED,
  -- What is left as a credit.
  credit_cents integer NOT NULL GENERATED ALWAYS AS (
    CASE WHEN reversed_at IS NULL THEN amount_cents - counted_cents - used_cents ELSE 0 END
  ) STORED,
  -- An undone payment has its time, its administrator and its reason.
  CONSTRAINT payments_reversed_whole CHECK (num_nonnulls(reversed_at, reversed_by, reversed_reason) IN (0, 3)),
  -- The target of paid records.
  CONSTRAINT payments_counts_key UNIQUE (id, counts_for),
  -- The parts fit into the amount.
  CONSTRAINT payments_parts_fit CHECK (
    counted_cents >= 0 AND used_cents >= 0 AND counted_cents + used_cents <= amount_cents
  ),
  -- A payment whose credit was used cannot be undone.
  CONSTRAINT payments_used_stays CHECK (reversed_at IS NULL OR used_cents = 0),
  -- A payment is for an invoice, for a donation, or from a payer without a record.
  CONSTRAINT payments_one_record CHECK (num_nonnulls(invoice_id, donation_id, payer_name) = 1),
  -- Money without a record is a credit.
  CONSTRAINT payments_without_record CHECK (payer_name IS NULL OR counted_cents = 0)
);
CREATE INDEX ON payments (invoice_id);
CREATE INDEX ON payments (donation_id) WHERE donation_id IS NOT NULL;
-- The summaries, and the lists behind their figures.
CREATE INDEX payments_paid_on ON payments (paid_on);
CREATE INDEX ON payments (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX ON payments (reversed_by) WHERE reversed_by IS NOT NULL;
CREATE INDEX payments_of_donations ON payments (paid_on) WHERE donation_id IS NOT NULL;
CREATE INDEX payments_credits ON payments (recorded_at, id) WHERE credit_cents > 0;
CREATE INDEX payments_used_credits ON payments (recorded_at, id) WHERE used_cents > 0 AND credit_cents = 0;
-- Payments that a bank statement can confirm or take back.
CREATE INDEX payments_at_banks ON payments (amount_cents, paid_on)
  WHERE reversed_at IS NULL AND source IN ('administrator', 'bank');
-- The nightly erasing looks for names (product-rules 19.6).
CREATE INDEX payments_named ON payments (recorded_at) WHERE payer_name <> 'Erased';
-- A paid record points to a payment that counts for it.
ALTER TABLE invoices ADD CONSTRAINT invoices_paid_by FOREIGN KEY (payment_id, id) REFERENCES payments (id, counts_for);
ALTER TABLE donations ADD CONSTRAINT donations_paid_by FOREIGN KEY (payment_id, id) REFERENCES payments (id, counts_for);

-- A payment counts for its record.
CREATE FUNCTION count_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.invoice_id IS NOT NULL THEN
    UPDATE invoices AS i SET
      paid_cents = i.paid_cents + NEW.counted_cents,
      payment_id = CASE
        WHEN i.paid_cents + NEW.counted_cents < i.amount_cents THEN NULL
        WHEN i.paid_cents = 0 THEN NEW.id
        ELSE (SELECT p.id FROM payments AS p WHERE p.invoice_id = i.id AND p.counts_for = i.id
          ORDER BY p.paid_on DESC, p.recorded_at DESC, p.id LIMIT 1) END
      WHERE i.id = NEW.invoice_id;
  ELSE
    UPDATE donations SET
      paid_cents = paid_cents + NEW.counted_cents, payment_id = NEW.id, needs_answer_since = NULL
      WHERE id = NEW.donation_id;
  END IF;
  RETURN NULL;
END $$;
-- Not for a payment that is inserted as undone.
CREATE TRIGGER payments_counted AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.counts_for IS NOT NULL) EXECUTE FUNCTION count_payment();

-- A payment can count for less, never for more or for something else.
CREATE FUNCTION uncount_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer := CASE WHEN OLD.reversed_at IS NULL THEN OLD.counted_cents ELSE 0 END;
  after integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    after := CASE WHEN NEW.reversed_at IS NULL THEN NEW.counted_cents ELSE 0 END;
    IF after > before
      OR (NEW.amount_cents, NEW.invoice_id, NEW.donation_id)
        IS DISTINCT FROM (OLD.amount_cents, OLD.invoice_id, OLD.donation_id)
    THEN
      RAISE EXCEPTION 'a payment keeps its amount and its record'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_stay';
    END IF;
  END IF;
  IF after < before THEN
    UPDATE invoices SET paid_cents = paid_cents - (before - after), payment_id = NULL
      WHERE id = OLD.invoice_id;
    UPDATE donations SET paid_cents = paid_cents - (before - after), payment_id = NULL
      WHERE id = OLD.donation_id;
  END IF;
  RETURN CASE WHEN TG_OP = 'UPDATE' THEN NEW ELSE OLD END;
END $$;
CREATE TRIGGER payments_uncounted
  BEFORE DELETE OR UPDATE OF amount_cents, invoice_id, donation_id, counted_cents, reversed_at
  ON payments FOR EACH ROW EXECUTE FUNCTION uncount_payment();

-- What became of a credit: a refund, the payment of another record, or something else with a reason.
CREATE TABLE credit_uses (
  id uuid PRIMARY KEY,
  payment_id uuid NOT NULL REFERENCES payments,
  kind text NOT NULL CHECK (kind IN ('refund', 'invoice', 'donation', 'other')),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  used_on date NOT NULL,
  reference text CHECK (char_length(reference) BETWEEN 1 AND 100),
  reason text CHECK (char_length(reason) BETWEEN 1 AND 1000),
  -- The payment of the other invoice, or of the donation.
  carried_to uuid UNIQUE REFERENCES payments,
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES users,
  reversed_at timestamptz,
  reversed_by uuid REFERENCES users,
  reversed_reason text,
  -- The payment of another record exists exactly for the kinds that pay one.
  CONSTRAINT credit_uses_carried_check CHECK ((carried_to IS NOT NULL) = (kind IN ('invoice', 'donation'))),
  -- Another use has a reason.
  CONSTRAINT credit_uses_other_check CHECK (kind <> 'other' OR reason IS NOT NULL),
  -- An undone use has its time, its administrator and its reason.
  CONSTRAINT credit_uses_reversed_whole CHECK (num_nonnulls(reversed_at, reversed_by, reversed_reason) IN (0, 3))
);
CREATE INDEX credit_uses_payment_id_idx ON credit_uses (payment_id);
CREATE INDEX credit_uses_recorded_by_idx ON credit_uses (recorded_by);
CREATE INDEX credit_uses_reversed_by_idx ON credit_uses (reversed_by) WHERE reversed_by IS NOT NULL;
CREATE INDEX credit_uses_refunds ON credit_uses (amount_cents, used_on) WHERE reversed_at IS NULL AND kind = 'refund';

-- The use of a credit reduces it. Its payment and its amount do not change.
CREATE FUNCTION note_credit_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer := 0;
  after integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := CASE WHEN OLD.reversed_at IS NULL THEN OLD.amount_cents ELSE 0 END;
    IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS NULL
      OR (NEW.payment_id, NEW.amount_cents) IS DISTINCT FROM (OLD.payment_id, OLD.amount_cents)
    THEN
      RAISE EXCEPTION 'the use of a credit stays, or is reversed'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_uses_stay';
    END IF;
  END IF;
  after := CASE WHEN NEW.reversed_at IS NULL THEN NEW.amount_cents ELSE 0 END;
  UPDATE payments SET used_cents = used_cents + after - before
    WHERE id = NEW.payment_id AND after <> before;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_uses_noted AFTER INSERT OR UPDATE ON credit_uses
  FOR EACH ROW EXECUTE FUNCTION note_credit_use();

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
  -- A place is taken once.
  UNIQUE (invoice_id, place),
  -- A file that is sent again is stored once.
  UNIQUE (invoice_id, sha256),
  -- Who and when are stored together.
  CONSTRAINT payment_proofs_dealt_with_by_someone CHECK ((dealt_with_at IS NULL) = (dealt_with_by IS NULL))
);
CREATE INDEX payment_proofs_waiting ON payment_proofs (received_at, id) WHERE dealt_with_at IS NULL;
CREATE INDEX ON payment_proofs (received_at, id);
CREATE INDEX ON payment_proofs (dealt_with_by) WHERE dealt_with_by IS NOT NULL;
-- PDFs and pictures are packed already.
ALTER TABLE payment_proofs ALTER COLUMN content SET STORAGE EXTERNAL;

-- == Card notifications, and the comparison with the card provider ==

-- The provider's notifications: stored as they came, answered, then judged (product-rules 7.2).
CREATE TABLE card_notifications (
  id uuid PRIMARY KEY,
  -- By the address that it was sent to.
  kind text NOT NULL CHECK (kind IN ('subscription', 'donation')),
  body bytea NOT NULL CHECK (octet_length(body) <= 16384),
  source_address text NOT NULL,
  -- Those with a wrong signature are stored for a week, and not too many of them.
  is_signed boolean NOT NULL,
  received_at timestamptz NOT NULL,
  -- What the notification says about itself, for searching. Nothing of it is believed before it is judged.
  record_id text NOT NULL DEFAULT '',
  provider_id text NOT NULL DEFAULT '',
  payment_status text NOT NULL DEFAULT '',
  amount_cents integer,
  verdict text CHECK (verdict IN ('settled', 'already', 'credit', 'cancelled', 'failed', 'pending',
    'refused', 'unconfirmed', 'unjudged')),
  checks jsonb NOT NULL DEFAULT '[]',
  judged_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- The number of the record, so that it can be searched.
  record_number text NOT NULL DEFAULT '',
  search_text text NOT NULL GENERATED ALWAYS AS (fold(
    provider_id || ' ' || record_id || ' ' || payment_status || ' ' || record_number)) STORED,
  -- The fee stays when the text is erased, as the amount does: the books compare it later.
  fee_cents integer,
  -- A verdict has its time.
  CHECK ((verdict IS NULL) = (judged_at IS NULL))
);
CREATE INDEX ON card_notifications (received_at, id);
CREATE INDEX card_notifications_record ON card_notifications USING gin (fold(record_id) gin_trgm_ops);
CREATE INDEX card_notifications_provider ON card_notifications USING gin (fold(provider_id) gin_trgm_ops);
CREATE INDEX card_notifications_due ON card_notifications (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX card_notifications_unsigned ON card_notifications (received_at) WHERE NOT is_signed;
CREATE INDEX card_notifications_by_record ON card_notifications (record_id);
CREATE INDEX card_notifications_by_provider_id ON card_notifications (fold(provider_id), id);
CREATE INDEX card_notifications_by_amount ON card_notifications (coalesce(amount_cents, 0), id);
CREATE INDEX card_notifications_search ON card_notifications USING gin (search_text gin_trgm_ops);
CREATE INDEX card_notifications_with_body ON card_notifications (received_at)
  WHERE body <> '' AND next_attempt_at IS NULL;

-- The card provider's own list of transactions, which is compared with the payments (product-rules 7.14). Names of
-- payers are not stored, and nothing is changed after it was read.
CREATE TABLE provider_transactions (
  id uuid PRIMARY KEY,
  provider_id text NOT NULL CHECK (char_length(provider_id) <= 40),
  -- The provider's code. A reversal has the number of its payment, so the number alone is not unique.
  type text NOT NULL CHECK (char_length(type) BETWEEN 1 AND 60),
  happened_at timestamptz NOT NULL,
  -- Negative when money went out; the fee is negative, too.
  gross_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  -- The invoice or donation that the payer paid for. Null for what another system sold: its references can be
  -- names.
  record_id uuid,
  is_test boolean NOT NULL,
  first_seen_at timestamptz NOT NULL,
  -- A transaction is stored once, however often the list is read.
  CONSTRAINT provider_transactions_once UNIQUE (provider_id, type, happened_at, gross_cents)
);
CREATE INDEX ON provider_transactions (happened_at);
CREATE INDEX ON provider_transactions (record_id) WHERE record_id IS NOT NULL;

-- Each comparison of the two, recorded before it is made: of a night, or asked for by an administrator.
CREATE TABLE provider_comparisons (
  id uuid PRIMARY KEY,
  night date UNIQUE,
  requested_by uuid REFERENCES users,
  requested_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- While a worker has it, the end of its lease. Null when it has ended.
  next_attempt_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  -- Why the last attempt failed, and what to do.
  failure text,
  from_day date,
  to_day date,
  -- The first day of the month that was compared as a whole.
  month date,
  transactions integer,
  -- A night or an administrator has asked for it.
  CONSTRAINT provider_comparisons_night_or_person CHECK ((night IS NULL) = (requested_by IS NOT NULL)),
  -- It is due, finished or failed.
  CONSTRAINT provider_comparisons_one_end CHECK (num_nonnulls(next_attempt_at, finished_at, failed_at) = 1),
  -- A failed one says why.
  CONSTRAINT provider_comparisons_failure CHECK (failed_at IS NULL OR failure IS NOT NULL),
  -- A finished one says which days it has compared.
  CONSTRAINT provider_comparisons_days CHECK (
    finished_at IS NULL OR (num_nonnulls(from_day, to_day, transactions) = 3 AND from_day <= to_day))
);
CREATE INDEX ON provider_comparisons (requested_by) WHERE requested_by IS NOT NULL;
CREATE INDEX ON provider_comparisons (requested_at);
CREATE INDEX ON provider_comparisons (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX provider_comparisons_due ON provider_comparisons (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- Of two administrators who ask at once, the second finds the first one's.
CREATE UNIQUE INDEX provider_comparisons_one_asked ON provider_comparisons ((requested_by IS NOT NULL))
  WHERE requested_by IS NOT NULL AND next_attempt_at IS NOT NULL;

-- What differs between the two. A difference is resolved when it is gone, or dismissed by an administrator.
CREATE TABLE payment_differences (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('unrecorded', 'unknown-record', 'not-there', 'amount', 'fee',
    'paid-twice', 'reversed', 'unknown-type', 'test-row', 'balance')),
  -- What it is about, so that a repeated comparison finds the same one.
  key text NOT NULL,
  transaction_id uuid REFERENCES provider_transactions,
  payment_id uuid REFERENCES payments ON DELETE CASCADE,
  record_id uuid,
  day date NOT NULL,
  here_cents integer,
  there_cents integer,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL CHECK (last_seen_at >= first_seen_at),
  mailed_at timestamptz,
  resolved_at timestamptz,
  dismissed_at timestamptz,
  dismissed_by uuid REFERENCES users,
  dismissed_reason text,
  -- The same difference is stored once.
  CONSTRAINT payment_differences_once UNIQUE (kind, key),
  -- A difference is about a transaction or a payment, or about the balance.
  CONSTRAINT payment_differences_about CHECK (
    num_nonnulls(transaction_id, payment_id) = CASE kind WHEN 'balance' THEN 0 ELSE 1 END),
  -- A dismissed one has its time, its administrator and its reason.
  CONSTRAINT payment_differences_dismissed_whole
    CHECK (num_nonnulls(dismissed_at, dismissed_by, dismissed_reason) IN (0, 3)),
  -- It is resolved or dismissed.
  CONSTRAINT payment_differences_one_end CHECK (resolved_at IS NULL OR dismissed_at IS NULL)
);
CREATE INDEX payment_differences_open ON payment_differences (day, id)
  WHERE resolved_at IS NULL AND dismissed_at IS NULL;
CREATE INDEX ON payment_differences (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX ON payment_differences (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX ON payment_differences (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ON payment_differences (dismissed_by) WHERE dismissed_by IS NOT NULL;

-- == The bank ==

-- The bank accounts of the organisation (product-rules 22).
CREATE TABLE bank_accounts (
  id uuid PRIMARY KEY,
  bank text NOT NULL CHECK (bank <> ''),
  -- Text: it can begin with zeros.
  number text NOT NULL CHECK (number ~ '^\d{4,30}$'),
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) <= 60),
  -- The kind of file of its latest statement. Other kinds have other texts for the same line.
  source text CHECK (source IN ('csv', 'ofx', 'mt940')),
  -- What the columns of its files mean, where the layout is not known.
  mapping jsonb,
  created_at timestamptz NOT NULL,
  -- An account is stored once.
  UNIQUE (bank, number)
);
CREATE INDEX ON bank_accounts (number);

-- A file from the bank: what was read from it, and how far its lines are stored.
CREATE TABLE bank_statements (
  id uuid PRIMARY KEY,
  -- Null until it is known or chosen.
  account_id uuid REFERENCES bank_accounts,
  file_name text NOT NULL CHECK (file_name <> ''),
  -- Of the bytes: the same file brings nothing a second time.
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$') UNIQUE,
  state text NOT NULL CHECK (state IN ('uploaded', 'importing', 'imported')),
  -- What was read. Null while the columns are not known.
  source text CHECK (source IN ('csv', 'ofx', 'mt940')),
  layout text CHECK (layout <> ''),
  bank text,
  account_number text,
  currency text,
  from_day date,
  to_day date,
  opening_cents bigint,
  closing_cents bigint,
  balance text NOT NULL DEFAULT 'none' CHECK (balance IN ('lines', 'sum', 'failed', 'none')),
  line_count integer NOT NULL DEFAULT 0,
  -- Expected until it is imported.
  new_count integer NOT NULL DEFAULT 0 CHECK (new_count >= 0),
  known_count integer NOT NULL DEFAULT 0 CHECK (known_count >= 0),
  -- Rows that are no movement, by reason.
  skipped jsonb NOT NULL DEFAULT '{}',
  warnings text[] NOT NULL DEFAULT '{}',
  -- Why it cannot be read with the chosen columns.
  problem text,
  -- The first movements, and the columns for the choice of their meanings, until it is imported.
  sample jsonb,
  file_table jsonb,
  mapping jsonb,
  -- Lines that are stored. The work continues behind them.
  done integer NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND line_count),
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  imported_by uuid REFERENCES users,
  imported_at timestamptz,
  -- The days are in order.
  CHECK (to_day >= from_day),
  -- The import has an administrator.
  CHECK ((state = 'uploaded') = (imported_by IS NULL)),
  -- The import has an end.
  CHECK ((state = 'imported') = (imported_at IS NOT NULL)),
  -- A statement is imported when its account and its columns are known.
  CONSTRAINT bank_statements_account_when_imported
    CHECK (state = 'uploaded' OR num_nulls(account_id, source, layout, from_day, to_day) = 0),
  -- An imported statement has stored each line, or has found it stored.
  CONSTRAINT bank_statements_all_counted
    CHECK (state <> 'imported' OR (done = line_count AND new_count + known_count = line_count)),
  -- The target of lines: they have the account of their statement.
  UNIQUE (id, account_id)
);
CREATE INDEX ON bank_statements (created_at, id);
CREATE INDEX ON bank_statements (account_id, to_day) WHERE account_id IS NOT NULL;
CREATE INDEX bank_statements_by_file_name ON bank_statements (fold(file_name), id);
CREATE INDEX ON bank_statements (created_by);
CREATE INDEX ON bank_statements (imported_by) WHERE imported_by IS NOT NULL;
CREATE INDEX bank_statements_waiting ON bank_statements (created_at) WHERE state <> 'imported';

-- The file of a statement, packed, until it is imported.
CREATE TABLE bank_statement_files (
  statement_id uuid PRIMARY KEY REFERENCES bank_statements ON DELETE CASCADE,
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 11534336)
);

-- A movement of a bank account. Lines that several statements contain are stored once.
CREATE TABLE bank_lines (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  -- The statement that brought it.
  statement_id uuid NOT NULL,
  row_number integer NOT NULL CHECK (row_number > 0),
  day date NOT NULL,
  -- Money out is negative.
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  -- A charge beside the amount. It is not part of it.
  fee_cents bigint NOT NULL DEFAULT 0,
  text text NOT NULL CHECK (char_length(text) <= 1000),
  -- What the payer wrote, and the bank's word for the movement, where the file has them apart.
  reference text NOT NULL,
  kind text NOT NULL,
  normal_text text NOT NULL CHECK (char_length(normal_text) <= 400),
  -- The second of two equal lines of a day is 2.
  occurrence integer NOT NULL CHECK (occurrence > 0),
  balance_cents bigint,
  -- The bank's own number of the movement.
  bank_number text CHECK (bank_number <> ''),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'matched', 'dismissed')),
  -- The sum of its matches. A trigger sets it.
  booked_cents bigint NOT NULL DEFAULT 0,
  dismissed_reason text CHECK (dismissed_reason <> ''),
  dismissed_by uuid REFERENCES users,
  dismissed_at timestamptz,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(text || ' ' || reference)) STORED,
  -- Of the best suggestion when the line was last judged. What is booked is judged again.
  certainty text NOT NULL DEFAULT 'none'     CHECK (certainty IN ('certain', 'likely', 'possible', 'none')),
  judged_at timestamptz,
  -- The account of a line is the one of its statement.
  FOREIGN KEY (statement_id, account_id) REFERENCES bank_statements (id, account_id),
  -- A dismissed line has its reason, its administrator and its time, and no matches.
  CONSTRAINT bank_lines_dismissed CHECK (CASE state
    WHEN 'dismissed'
    THEN num_nulls(dismissed_reason, dismissed_by, dismissed_at) = 0 AND booked_cents = 0
    ELSE num_nonnulls(dismissed_reason, dismissed_by, dismissed_at) = 0 END),
  -- A line is stored once. The balance, which some files compute again, and the place in the file do not count.
  CONSTRAINT bank_lines_once UNIQUE (account_id, day, amount_cents, normal_text, occurrence),
  -- No more is matched than the amount, without its sign.
  CONSTRAINT bank_lines_booked CHECK (booked_cents BETWEEN 0 AND abs(amount_cents)),
  -- A line is matched exactly if all of it is.
  CONSTRAINT bank_lines_matched CHECK ((state = 'matched') = (booked_cents = abs(amount_cents)))
);
CREATE INDEX ON bank_lines (statement_id, day, row_number, id);
CREATE INDEX ON bank_lines (account_id, bank_number) WHERE bank_number IS NOT NULL;
CREATE INDEX bank_lines_used ON bank_lines (statement_id) WHERE state <> 'open' OR booked_cents > 0;
CREATE INDEX ON bank_lines (dismissed_by) WHERE dismissed_by IS NOT NULL;
CREATE INDEX bank_lines_search ON bank_lines USING gin (search_text gin_trgm_ops);
CREATE INDEX bank_lines_by_state ON bank_lines (state, day, row_number, id);
CREATE INDEX bank_lines_open ON bank_lines (certainty, day, row_number, id)
  INCLUDE (amount_cents, booked_cents) WHERE state = 'open';
CREATE INDEX bank_lines_by_amount ON bank_lines (account_id, amount_cents, day);

-- What the lines of bank statements are (product-rules 25). A match says what a part of a line is: a payment, card
-- money, a charge, or a payment that went back. Triggers keep the sum of each line.
CREATE TABLE bank_matches (
  id uuid PRIMARY KEY,
  line_id uuid NOT NULL REFERENCES bank_lines ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('invoice', 'donation', 'recorded', 'new-donation', 'credit',
    'payout', 'charge', 'refund', 'reversal')),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  -- For a reversal, the payment that was undone.
  payment_id uuid REFERENCES payments,
  credit_use_id uuid REFERENCES credit_uses,
  -- What the suggestion was, if it was booked as suggested.
  certainty text NOT NULL CHECK (certainty IN ('certain', 'likely', 'possible', 'none')),
  why text NOT NULL CHECK (why <> ''),
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES users,
  reversed_at timestamptz,
  reversed_by uuid REFERENCES users,
  reversed_reason text,
  -- The words of the text that name the payer, so that the next line is recognised. An undone match has none, so
  -- that every undo also takes back what was remembered (product-rules 25.6).
  payer_key text CHECK (char_length(payer_key) BETWEEN 4 AND 100),
  -- A refund has the use of a credit, card money and charges have no record, and the others have a payment.
  CONSTRAINT bank_matches_target CHECK (CASE kind
    WHEN 'refund' THEN credit_use_id IS NOT NULL AND payment_id IS NULL
    WHEN 'payout' THEN num_nonnulls(payment_id, credit_use_id) = 0
    WHEN 'charge' THEN num_nonnulls(payment_id, credit_use_id) = 0
    ELSE payment_id IS NOT NULL AND credit_use_id IS NULL END),
  -- An undone match has its time, its administrator and its reason.
  CONSTRAINT bank_matches_reversed_whole CHECK (num_nonnulls(reversed_at, reversed_by, reversed_reason) IN (0, 3))
);
CREATE INDEX ON bank_matches (line_id);
CREATE INDEX ON bank_matches (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ON bank_matches (credit_use_id) WHERE credit_use_id IS NOT NULL;
CREATE INDEX ON bank_matches (recorded_by);
CREATE INDEX ON bank_matches (reversed_by) WHERE reversed_by IS NOT NULL;
-- Money comes once and goes back once.
CREATE UNIQUE INDEX bank_matches_one_of_payment ON bank_matches (payment_id)
  WHERE reversed_at IS NULL AND kind <> 'reversal';
CREATE UNIQUE INDEX bank_matches_one_reversal ON bank_matches (payment_id)
  WHERE reversed_at IS NULL AND kind = 'reversal';
CREATE UNIQUE INDEX bank_matches_one_of_credit_use ON bank_matches (credit_use_id) WHERE reversed_at IS NULL;
CREATE INDEX bank_matches_by_payer ON bank_matches (payer_key) WHERE payer_key IS NOT NULL;
CREATE INDEX bank_matches_remembered ON bank_matches (recorded_at) WHERE payer_key IS NOT NULL;

-- A match has the amount and the direction of what it is matched with. Money that the bank took back came with a
-- line, which stays matched as long as the reversal is booked (product-rules 25.8).
CREATE FUNCTION check_bank_match() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_out boolean;
  fits boolean := true;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.reversed_at IS NULL THEN
      RAISE EXCEPTION 'a match stays until it is undone'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_stay';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS NULL
      OR (NEW.line_id, NEW.kind, NEW.amount_cents, NEW.payment_id, NEW.credit_use_id)
        IS DISTINCT FROM (OLD.line_id, OLD.kind, OLD.amount_cents, OLD.payment_id, OLD.credit_use_id)
    THEN
      RAISE EXCEPTION 'a match stays, or is undone'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_stay';
    END IF;
    IF OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL AND NEW.kind <> 'reversal' THEN
      -- Its payment would be money from nowhere.
      IF EXISTS (
        SELECT FROM payments
        WHERE id = NEW.payment_id AND source = 'bank' AND reversed_at IS NULL)
      THEN
        RAISE EXCEPTION 'a payment from a bank statement has its match'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_bank_matched';
      END IF;
      -- Locked, so that a reversal that is being booked is seen.
      PERFORM FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
      IF EXISTS (
        SELECT FROM bank_matches
        WHERE payment_id = NEW.payment_id AND kind = 'reversal' AND reversed_at IS NULL)
      THEN
        RAISE EXCEPTION 'the line of money that went back stays matched'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_taken_back';
      END IF;
    END IF;
    IF NEW.reversed_at IS NOT NULL THEN
      NEW.payer_key := NULL;
    END IF;
    RETURN NEW;
  END IF;
  SELECT amount_cents < 0 INTO is_out FROM bank_lines WHERE id = NEW.line_id;
  IF NEW.kind <> 'charge' AND is_out <> (NEW.kind IN ('refund', 'reversal')) THEN
    RAISE EXCEPTION 'money in is not money out'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_direction';
  END IF;
  -- Locked, so that its undo sees this match.
  IF NEW.payment_id IS NOT NULL THEN
    PERFORM FROM payments
      WHERE id = NEW.payment_id AND amount_cents = NEW.amount_cents AND reversed_at IS NULL
        AND CASE NEW.kind
          WHEN 'recorded' THEN source = 'administrator'
          WHEN 'reversal' THEN source IN ('administrator', 'bank')
          ELSE source = 'bank' END
      FOR NO KEY UPDATE;
    fits := FOUND;
  ELSIF NEW.credit_use_id IS NOT NULL THEN
    PERFORM FROM credit_uses
      WHERE id = NEW.credit_use_id AND amount_cents = NEW.amount_cents AND kind = 'refund'
        AND reversed_at IS NULL
      FOR NO KEY UPDATE;
    fits := FOUND;
  END IF;
  IF NOT fits THEN
    RAISE EXCEPTION 'a match has the amount of what it is matched with'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_amount';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_matches_checked BEFORE INSERT OR UPDATE OR DELETE ON bank_matches
  FOR EACH ROW EXECUTE FUNCTION check_bank_match();

-- A line knows how much of it is matched.
CREATE FUNCTION note_bank_match() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := CASE WHEN NEW.reversed_at IS NULL THEN NEW.amount_cents ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.reversed_at IS NULL THEN
    change := change - OLD.amount_cents;
  END IF;
  UPDATE bank_lines SET
    booked_cents = booked_cents + change,
    state = CASE WHEN booked_cents + change = abs(amount_cents) THEN 'matched' ELSE 'open' END
    WHERE id = NEW.line_id AND change <> 0;
  -- The payment stays undone, so the money that came is open again, too.
  IF change < 0 AND NEW.kind = 'reversal' THEN
    UPDATE bank_matches SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
      reversed_reason = NEW.reversed_reason
      WHERE payment_id = NEW.payment_id AND reversed_at IS NULL AND kind <> 'reversal';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_matches_noted AFTER INSERT OR UPDATE OF reversed_at ON bank_matches
  FOR EACH ROW EXECUTE FUNCTION note_bank_match();

-- However a payment is undone, the line that brought its money is open again. If the bank took the money back,
-- both lines stay matched.
CREATE FUNCTION open_line_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bank_matches AS m SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
    reversed_reason = NEW.reversed_reason
    WHERE m.payment_id = NEW.id AND m.reversed_at IS NULL AND NOT EXISTS (
      SELECT FROM bank_matches AS r
      WHERE r.payment_id = NEW.id AND r.kind = 'reversal' AND r.reversed_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER payments_line_opened AFTER UPDATE OF reversed_at ON payments FOR EACH ROW
  WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION open_line_of_payment();

-- When a refund is undone, its line is open again.
CREATE FUNCTION open_line_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bank_matches SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
    reversed_reason = NEW.reversed_reason
    WHERE credit_use_id = NEW.id AND reversed_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_uses_line_opened AFTER UPDATE OF reversed_at ON credit_uses FOR EACH ROW
  WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION open_line_of_refund();

-- A payment from a bank statement has its match at the end of the transaction.
CREATE FUNCTION check_bank_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payments WHERE id = NEW.id AND reversed_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM bank_matches
      WHERE payment_id = NEW.id AND kind <> 'reversal' AND reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'a payment from a bank statement has its match'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_bank_matched';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payments_of_bank_matched AFTER INSERT ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.source = 'bank') EXECUTE FUNCTION check_bank_payment();

-- The card payments that a payout of the card provider to the bank contains (product-rules 27).
CREATE TABLE payout_entries (
  match_id uuid NOT NULL REFERENCES bank_matches ON DELETE CASCADE,
  place integer NOT NULL CHECK (place > 0),
  -- As in the provider's list, or in the notification where there is no list.
  provider_id text NOT NULL CHECK (char_length(provider_id) <= 40),
  type text NOT NULL CHECK (char_length(type) BETWEEN 1 AND 60),
  happened_at timestamptz NOT NULL,
  gross_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  record_id uuid,
  PRIMARY KEY (match_id, place),
  -- A transaction is paid out once.
  CONSTRAINT payout_entries_once UNIQUE (provider_id, type, happened_at, gross_cents)
);
-- The list and the notification of a payment have different times.
CREATE UNIQUE INDEX payout_entries_payment_once ON payout_entries (provider_id)
  WHERE gross_cents > 0 AND provider_id <> '';

-- Card payments are paid out by a payout that is not undone.
CREATE FUNCTION check_payout_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM bank_matches
    WHERE id = NEW.match_id AND kind = 'payout' AND reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'card payments are paid out by a payout'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_entries_of_payout';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_entries_of_payout BEFORE INSERT OR UPDATE ON payout_entries
  FOR EACH ROW EXECUTE FUNCTION check_payout_entry();

-- When a payout is undone, its payments are not paid out.
CREATE FUNCTION release_payout_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM payout_entries WHERE match_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_matches_release_payout AFTER UPDATE ON bank_matches
  FOR EACH ROW WHEN (NEW.kind = 'payout' AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION release_payout_entries();

-- Empty. The payers that are remembered are in bank_matches.
CREATE TABLE bank_payers (
  id uuid PRIMARY KEY,
  payer_key text NOT NULL CHECK (char_length(payer_key) BETWEEN 4 AND 100),
  member_id uuid REFERENCES members,
  -- Of a donor who is no member, in lower case.
  email text CHECK (email <> ''),
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  confirmed_at timestamptz NOT NULL,
  -- A payer is a member or a donor.
  CONSTRAINT bank_payers_one_person CHECK (num_nonnulls(member_id, email) = 1)
);
-- A text is remembered once for each payer.
CREATE UNIQUE INDEX bank_payers_once ON bank_payers (payer_key, coalesce(member_id::text, email));
CREATE INDEX ON bank_payers (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX ON bank_payers (email) WHERE email IS NOT NULL;
CREATE INDEX ON bank_payers (confirmed_at);

-- == Bookings and months ==

-- The books (product-rules 24). Each movement of money is a booking. Triggers write it, so that no code can forget
-- one or choose its month, and nothing changes it.
CREATE TABLE bookings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- In the books: the true day, or the first day of the first open month if that is later.
  booked_on date NOT NULL,
  day date NOT NULL,
  event text NOT NULL CHECK (event IN ('issued', 'changed', 'voided', 'deleted', 'received', 'carried',
    'kept', 'undone', 'refunded', 'dealt-with', 'use-undone')),
  income_kind text CHECK (income_kind IN ('membership', 'invoice', 'donation')),
  -- Without references: a booking stays when an import is undone.
  member_type_id uuid,
  invoice_id uuid,
  invoice_number integer,
  donation_id uuid,
  payment_id uuid,
  method text,
  -- Of the invoice, if the organisation was registered for VAT when it was issued.
  vat_percent smallint,
  -- Received, less what was paid back.
  money_cents integer NOT NULL DEFAULT 0,
  income_cents integer NOT NULL DEFAULT 0,
  -- What the organisation owes to payers.
  credits_cents integer NOT NULL DEFAULT 0,
  -- Credits that were dealt with in another way.
  other_cents integer NOT NULL DEFAULT 0,
  -- What payers owe for invoices.
  owed_cents integer NOT NULL DEFAULT 0,
  -- What came in is income, or is owed to the payer, or was dealt with in another way.
  CONSTRAINT bookings_balance CHECK (money_cents = income_cents + credits_cents + other_cents),
  -- Income has a kind.
  CONSTRAINT bookings_income CHECK (income_cents = 0 OR income_kind IS NOT NULL),
  -- What is owed is owed for an invoice.
  CONSTRAINT bookings_owed CHECK (owed_cents = 0 OR (invoice_id IS NOT NULL AND invoice_number IS NOT NULL))
);
CREATE INDEX ON bookings (booked_on);
CREATE INDEX ON bookings (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX ON bookings (payment_id) WHERE payment_id IS NOT NULL;

-- A month that was closed, with what its pack says.
CREATE TABLE closed_months (
  id uuid PRIMARY KEY,
  -- Its first day.
  month date NOT NULL CONSTRAINT closed_months_first_day CHECK (extract(day FROM month) = 1),
  -- What its pack says.
  figures jsonb NOT NULL CHECK (jsonb_typeof(figures) = 'object'),
  closed_at timestamptz NOT NULL,
  closed_by uuid NOT NULL REFERENCES users,
  reopened_at timestamptz,
  reopened_by uuid REFERENCES users,
  reopened_reason text CHECK (char_length(reopened_reason) BETWEEN 1 AND 1000),
  -- A month is closed after its end.
  CONSTRAINT closed_months_past CHECK (
    (closed_at AT TIME ZONE 'Africa/Johannesburg')::date >= (month + interval '1 month')::date),
  -- A reopened month has its time, its administrator and its reason.
  CONSTRAINT closed_months_reopened_whole CHECK (num_nonnulls(reopened_at, reopened_by, reopened_reason) IN (0, 3))
);
CREATE INDEX closed_months_closed ON closed_months (month) WHERE reopened_at IS NULL;
CREATE INDEX ON closed_months (closed_by);
CREATE INDEX ON closed_months (reopened_by) WHERE reopened_by IS NOT NULL;

-- Months are closed in their order, and only the last one is reopened. No booking is made meanwhile.
CREATE FUNCTION close_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last date;
BEGIN
  PERFORM pg_advisory_xact_lock(727031);
  last := last_closed_month();
  IF TG_OP = 'INSERT' AND NEW.reopened_at IS NULL AND (CASE
    WHEN last IS NOT NULL THEN NEW.month = (last + interval '1 month')::date
    ELSE NOT EXISTS (SELECT FROM bookings WHERE booked_on < NEW.month) END)
  THEN RETURN NEW;
  END IF;
  -- The last one can be reopened. Its row stays.
  IF TG_OP = 'UPDATE' AND OLD.reopened_at IS NULL AND OLD.month = last AND NEW.reopened_at IS NOT NULL
    AND (NEW.id, NEW.month, NEW.figures, NEW.closed_at, NEW.closed_by)
      = (OLD.id, OLD.month, OLD.figures, OLD.closed_at, OLD.closed_by)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'months are closed in their order, and a closed month stays'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_months_in_order';
END $$;
CREATE TRIGGER closed_months_in_order BEFORE INSERT OR UPDATE OR DELETE ON closed_months
  FOR EACH ROW EXECUTE FUNCTION close_in_order();

CREATE FUNCTION last_closed_month() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT max(month) FROM closed_months WHERE reopened_at IS NULL
$$;

-- How the organisation keeps its books.
CREATE TABLE book_settings (
  is_the_only_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_one),
  -- The month in which the financial year ends.
  year_end_month smallint NOT NULL DEFAULT 2 CHECK (year_end_month BETWEEN 1 AND 12),
  -- Whether membership fees are spread over the days that they pay for.
  shows_deferred boolean NOT NULL DEFAULT false,
  -- The account of the accounting program for each kind, as far as it is not the usual one.
  accounts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(accounts) = 'object'),
  tax_rate text NOT NULL DEFAULT 'No VAT' CHECK (char_length(tax_rate) BETWEEN 1 AND 60)
);
INSERT INTO book_settings DEFAULT VALUES;

-- A booking of a closed month is booked in the first open one (product-rules 24.2).
CREATE FUNCTION set_booked_on() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  late date;
BEGIN
  -- Bookings share this lock. Closing a month has it alone, so it waits for them, and they for it.
  PERFORM pg_advisory_xact_lock_shared(727031);
  IF NOT EXISTS (SELECT FROM closed_months) THEN
    NEW.booked_on := NEW.day;
    RETURN NEW;
  END IF;
  -- What was booked late stays there when its month is reopened. What follows is not booked before it.
  IF NEW.payment_id IS NULL THEN
    late := (SELECT max(booked_on) FROM bookings
      WHERE invoice_id = NEW.invoice_id AND payment_id IS NULL AND booked_on > day);
  ELSE
    -- A credit and the payments that were made of it are the same money.
    WITH RECURSIVE same_money (id) AS (
      SELECT NEW.payment_id
      UNION
      SELECT other.id FROM same_money AS m CROSS JOIN LATERAL (
        SELECT payment_id FROM credit_uses WHERE carried_to = m.id
        UNION ALL
        SELECT carried_to FROM credit_uses WHERE payment_id = m.id AND carried_to IS NOT NULL
      ) AS other (id)
    )
    -- Not as a join: the planner expects many rows of a recursion, and would read all bookings.
    SELECT max((SELECT max(booked_on) FROM bookings WHERE payment_id = m.id AND booked_on > day))
    INTO late FROM same_money AS m;
  END IF;
  NEW.booked_on := greatest(NEW.day, (last_closed_month() + interval '1 month')::date, late);
  RETURN NEW;
END $$;
CREATE TRIGGER bookings_in_open_month BEFORE INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION set_booked_on();

-- Bookings do not change.
CREATE FUNCTION bookings_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a booking stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_stay';
END $$;
CREATE TRIGGER bookings_stay BEFORE UPDATE OR DELETE ON bookings FOR EACH ROW EXECUTE FUNCTION bookings_stay();

-- What a payment or an invoice is for.
CREATE FUNCTION income_kind(invoice_id uuid, member_type_id uuid, donation_id uuid) RETURNS text
  LANGUAGE sql IMMUTABLE RETURN CASE
    WHEN donation_id IS NOT NULL THEN 'donation'
    WHEN member_type_id IS NOT NULL THEN 'membership'
    WHEN invoice_id IS NOT NULL THEN 'invoice'
  END;

-- Issuing, changing, voiding and deleting an invoice changes what is owed.
CREATE FUNCTION book_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invoice invoices := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  before integer := CASE WHEN OLD.voided_at IS NULL THEN coalesce(OLD.amount_cents, 0) ELSE 0 END;
  after integer := CASE WHEN NEW.voided_at IS NULL THEN coalesce(NEW.amount_cents, 0) ELSE 0 END;
BEGIN
  INSERT INTO bookings (day, event, income_kind, member_type_id, invoice_id, invoice_number,
    vat_percent, owed_cents)
  SELECT (b.at AT TIME ZONE 'Africa/Johannesburg')::date, b.event,
    income_kind(invoice.id, invoice.member_type_id, NULL), invoice.member_type_id, invoice.id,
    invoice.number, (invoice.issuer -> 'vat' ->> 'percent')::smallint, b.cents
  FROM (
    SELECT NEW.created_at AS at, 'issued' AS event, NEW.amount_cents AS cents WHERE TG_OP = 'INSERT'
    -- An export that is read back has invoices that are void already.
    UNION ALL
    SELECT NEW.voided_at, 'voided', -NEW.amount_cents
    WHERE TG_OP = 'INSERT' AND NEW.voided_at IS NOT NULL
    UNION ALL
    -- Voiding and its undo are of the day of the voiding. Any other change corrects the day of the invoice.
    SELECT coalesce(NEW.voided_at, OLD.voided_at, NEW.created_at),
      CASE WHEN NEW.voided_at IS NULL THEN 'changed' ELSE 'voided' END, after - before
    WHERE TG_OP = 'UPDATE'
    UNION ALL
    SELECT moved.at, moved.event, moved.cents
    FROM (VALUES (OLD.created_at, 'deleted', -after), (NEW.created_at, 'issued', after))
      AS moved (at, event, cents)
    WHERE TG_OP = 'UPDATE' AND after = before
      AND (OLD.created_at AT TIME ZONE 'Africa/Johannesburg')::date
        <> (NEW.created_at AT TIME ZONE 'Africa/Johannesburg')::date
    UNION ALL
    SELECT OLD.created_at, 'deleted', -before WHERE TG_OP = 'DELETE'
  ) AS b
  WHERE b.cents <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_booked AFTER INSERT OR DELETE OR UPDATE OF amount_cents, voided_at, created_at ON invoices
  FOR EACH ROW EXECUTE FUNCTION book_invoice();

-- A payment, and what was taken back of it.
CREATE FUNCTION book_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payment payments := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  before integer := CASE WHEN OLD.reversed_at IS NULL THEN coalesce(OLD.counted_cents, 0) ELSE 0 END;
  after integer := CASE WHEN NEW.reversed_at IS NULL THEN coalesce(NEW.counted_cents, 0) ELSE 0 END;
  -- Money that is carried on from a credit came before.
  money integer := CASE WHEN payment.source = 'credit' THEN 0 ELSE
    CASE WHEN NEW.reversed_at IS NULL THEN coalesce(NEW.amount_cents, 0) ELSE 0 END
    - CASE WHEN OLD.reversed_at IS NULL THEN coalesce(OLD.amount_cents, 0) ELSE 0 END END;
  income integer := after - before;
BEGIN
  IF money <> 0 OR income <> 0 THEN
    INSERT INTO bookings (day, event, income_kind, member_type_id, invoice_id, invoice_number,
      donation_id, payment_id, method, vat_percent, money_cents, income_cents, credits_cents, owed_cents)
    SELECT payment.paid_on,
      CASE WHEN TG_OP = 'INSERT' THEN CASE payment.source WHEN 'credit' THEN 'carried' ELSE 'received' END
        WHEN TG_OP = 'UPDATE' AND NEW.reversed_at IS NULL THEN 'kept' ELSE 'undone' END,
      income_kind(payment.invoice_id, type.id, payment.donation_id), type.id,
      payment.invoice_id, i.number, payment.donation_id, payment.id, payment.method,
      (i.issuer -> 'vat' ->> 'percent')::smallint, money, income, money - income,
      CASE WHEN payment.invoice_id IS NULL THEN 0 ELSE -income END
    FROM (SELECT) AS one LEFT JOIN invoices AS i ON i.id = payment.invoice_id
    -- As it was booked first. An import that is undone takes the type from its invoices before.
    CROSS JOIN LATERAL (SELECT coalesce((
      SELECT (array_agg(member_type_id ORDER BY id))[1] FROM bookings WHERE payment_id = payment.id
    ), i.member_type_id) AS id) AS type;
  END IF;
  RETURN NULL;
END $$;
-- What a credit pays is booked at the end of the transaction: only then the payment has its credit.
CREATE TRIGGER payments_booked AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.source <> 'credit') EXECUTE FUNCTION book_payment();
CREATE TRIGGER payments_change_booked AFTER DELETE OR UPDATE OF counted_cents, reversed_at ON payments
  FOR EACH ROW EXECUTE FUNCTION book_payment();
CREATE CONSTRAINT TRIGGER payments_carried_booked AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.source = 'credit') EXECUTE FUNCTION book_payment();

-- A refund, and what was dealt with in another way. What paid a record is booked with its payment.
CREATE FUNCTION book_credit_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used credit_uses := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  -- The change of the credit.
  cents integer := CASE WHEN OLD.reversed_at IS NULL THEN coalesce(OLD.amount_cents, 0) ELSE 0 END
    - CASE WHEN NEW.reversed_at IS NULL THEN coalesce(NEW.amount_cents, 0) ELSE 0 END;
BEGIN
  IF cents <> 0 AND used.carried_to IS NULL THEN
    INSERT INTO bookings (day, event, payment_id, method, money_cents, credits_cents, other_cents)
    SELECT used.used_on, CASE WHEN TG_OP <> 'INSERT' THEN 'use-undone'
        WHEN used.kind = 'refund' THEN 'refunded' ELSE 'dealt-with' END, p.id, p.method,
      CASE used.kind WHEN 'refund' THEN cents ELSE 0 END, cents,
      CASE used.kind WHEN 'refund' THEN 0 ELSE -cents END
    FROM payments AS p WHERE p.id = used.payment_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_uses_booked AFTER INSERT OR DELETE OR UPDATE OF reversed_at ON credit_uses
  FOR EACH ROW EXECUTE FUNCTION book_credit_use();

-- What the checks of the books have found (product-rules 23). The results name no people.
CREATE TABLE reconciliations (
  id uuid PRIMARY KEY,
  -- Null: an administrator asked for it, or a backup was restored.
  night date UNIQUE,
  checked_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  results jsonb NOT NULL CHECK (jsonb_typeof(results) = 'array')
);
CREATE INDEX ON reconciliations (checked_at);

-- == Seals ==

-- Seals make changes of audit entries, payments, uses of credits and closed months visible (product-rules 23.5). A
-- seal has the digests of its entries and the hash of the seal before it.
CREATE TABLE seals (
  number integer PRIMARY KEY CHECK (number > 0),
  follows integer GENERATED ALWAYS AS (nullif(number - 1, 0)) STORED,
  previous_hash bytea,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  -- How its entries are digested, so that a later version can still verify it.
  form smallint NOT NULL CHECK (form > 0),
  sealed_at timestamptz NOT NULL,
  -- No entry was left to be sealed.
  is_complete boolean NOT NULL,
  -- When the last complete seal before it was made: older entries are in earlier seals.
  since timestamptz,
  entry_count integer NOT NULL CHECK (entry_count > 0),
  -- The target of the next seal.
  UNIQUE (number, hash),
  -- Each seal but the first has the hash of the seal before it.
  CONSTRAINT seals_first CHECK ((number = 1) = (previous_hash IS NULL)),
  -- The hash is the one of the seal before it.
  CONSTRAINT seals_follow FOREIGN KEY (follows, previous_hash) REFERENCES seals (number, hash)
);
CREATE INDEX ON seals (follows);

-- Seals without the columns of form 2 are not made.
CREATE FUNCTION refuse_old_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.form < 2 THEN
    RAISE EXCEPTION 'seals of this form are no longer made'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seals_of_new_form';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seals_of_new_form BEFORE INSERT ON seals FOR EACH ROW EXECUTE FUNCTION refuse_old_seals();

-- The entries of a seal, without foreign keys to the records: a seal proves that a record is missing.
CREATE TABLE sealed_entries (
  seal integer NOT NULL REFERENCES seals,
  position integer NOT NULL CHECK (position > 0),
  event text NOT NULL CHECK (event IN ('recorded', 'undone', 'deleted')),
  audit_entry_id bigint,
  payment_id uuid,
  credit_use_id uuid,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- Null: it had no personal values.
  personal_digest bytea CHECK (octet_length(personal_digest) = 32),
  closed_month_id uuid,
  -- The audit entry of the undo of an import that has deleted the record.
  undo_entry_id bigint,
  PRIMARY KEY (seal, position),
  -- An entry is about one record.
  CONSTRAINT sealed_entries_about
    CHECK (num_nonnulls(audit_entry_id, payment_id, credit_use_id, closed_month_id) = 1),
  -- Audit entries and closed months are recorded only. They are not undone or deleted.
  CONSTRAINT sealed_entries_audit_stays
    CHECK (num_nonnulls(audit_entry_id, closed_month_id) = 0 OR event = 'recorded'),
  -- Only a deletion has the audit entry of an undo.
  CONSTRAINT sealed_entries_undo CHECK (undo_entry_id IS NULL OR event = 'deleted')
);
-- Each event of a record is sealed once.
CREATE UNIQUE INDEX sealed_entries_audit ON sealed_entries (audit_entry_id) WHERE audit_entry_id IS NOT NULL;
CREATE UNIQUE INDEX sealed_entries_payment ON sealed_entries (payment_id, event) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX sealed_entries_credit_use ON sealed_entries (credit_use_id, event)
  WHERE credit_use_id IS NOT NULL;
CREATE UNIQUE INDEX sealed_entries_closed_month ON sealed_entries (closed_month_id) WHERE closed_month_id IS NOT NULL;

-- Seals and their entries do not change.
CREATE FUNCTION seals_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a seal is not changed or deleted'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'seals_stay';
END $$;
CREATE TRIGGER seals_stay BEFORE UPDATE OR DELETE ON seals FOR EACH ROW EXECUTE FUNCTION seals_stay();
CREATE TRIGGER sealed_entries_stay BEFORE UPDATE OR DELETE ON sealed_entries
  FOR EACH ROW EXECUTE FUNCTION seals_stay();

-- Deleted with the personal values of an entry. Without its salt, a digest does not show what they were.
CREATE TABLE seal_salts (
  seal integer NOT NULL,
  position integer NOT NULL,
  salt bytea NOT NULL CHECK (octet_length(salt) = 16),
  PRIMARY KEY (seal, position),
  -- A salt belongs to an entry.
  FOREIGN KEY (seal, position) REFERENCES sealed_entries
);

-- Entries since the last seal. 'erased': a salt that was made at the same moment is deleted, too.
CREATE TABLE entries_to_seal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL CHECK (event IN ('recorded', 'undone', 'deleted', 'erased')),
  audit_entry_id bigint,
  payment_id uuid,
  credit_use_id uuid,
  closed_month_id uuid,
  -- The audit entry of the undo of an import that has deleted the record.
  undo_entry_id bigint,
  -- An entry is about one record.
  CONSTRAINT entries_to_seal_about
    CHECK (num_nonnulls(audit_entry_id, payment_id, credit_use_id, closed_month_id) = 1),
  -- Only a deletion has the audit entry of an undo.
  CONSTRAINT entries_to_seal_undo CHECK (undo_entry_id IS NULL OR event = 'deleted')
);

-- Every audit entry is sealed.
CREATE FUNCTION note_audit_to_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entries_to_seal (event, audit_entry_id)
  SELECT 'recorded', id FROM added ORDER BY id;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entries_to_seal AFTER INSERT ON audit_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_audit_to_seal();

-- Every payment and every use of a credit is sealed, and its undo, too.
CREATE FUNCTION note_money_to_seal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payment uuid := CASE WHEN TG_TABLE_NAME = 'payments' THEN NEW.id END;
  credit_use uuid := CASE WHEN TG_TABLE_NAME = 'credit_uses' THEN NEW.id END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO entries_to_seal (event, payment_id, credit_use_id)
    VALUES ('recorded', payment, credit_use);
  END IF;
  -- An export that is read back brings payments that were undone.
  IF NEW.reversed_at IS NOT NULL THEN
    INSERT INTO entries_to_seal (event, payment_id, credit_use_id)
    VALUES ('undone', payment, credit_use);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_to_seal AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION note_money_to_seal();
CREATE TRIGGER payments_undone_to_seal AFTER UPDATE ON payments
  FOR EACH ROW WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION note_money_to_seal();
CREATE TRIGGER credit_uses_to_seal AFTER INSERT ON credit_uses FOR EACH ROW EXECUTE FUNCTION note_money_to_seal();
CREATE TRIGGER credit_uses_undone_to_seal AFTER UPDATE ON credit_uses
  FOR EACH ROW WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL)
  EXECUTE FUNCTION note_money_to_seal();

-- The figures of a closed month are sealed.
CREATE FUNCTION note_month_to_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entries_to_seal (event, closed_month_id) VALUES ('recorded', NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER closed_months_to_seal AFTER INSERT ON closed_months FOR EACH ROW EXECUTE FUNCTION note_month_to_seal();

-- Payments and uses of credits are deleted by the undo of an import only. Its audit entry is sealed with each
-- deletion.
CREATE FUNCTION note_deleted_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  undo_entry bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM gone) THEN RETURN NULL; END IF;
  -- Of this transaction: an entry that is sealed is of an earlier undo.
  SELECT a.id INTO undo_entry FROM audit_entries AS a
  WHERE a.subject_id = nullif(current_setting('imports.undoing', true), '')::uuid
    AND a.action = 'undoImport'
    AND NOT EXISTS (SELECT FROM sealed_entries AS s WHERE s.audit_entry_id = a.id)
  ORDER BY a.id DESC LIMIT 1;
  IF undo_entry IS NULL THEN
    RAISE EXCEPTION 'payments and uses of credits are deleted by the undo of an import only'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'money_stays';
  END IF;
  INSERT INTO entries_to_seal (event, payment_id, credit_use_id, undo_entry_id)
  SELECT 'deleted', CASE TG_TABLE_NAME WHEN 'payments' THEN id END,
    CASE TG_TABLE_NAME WHEN 'credit_uses' THEN id END, undo_entry
  FROM gone;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_deleted AFTER DELETE ON payments REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_money();
CREATE TRIGGER credit_uses_deleted AFTER DELETE ON credit_uses REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_money();

-- == Mail ==

-- The record that a mail is about. Each mail is about one.
CREATE FUNCTION record_of_mail(about jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(about ->> 'userId', about ->> 'invoiceId', about ->> 'donationId',
    about ->> 'periodId', about ->> 'relativeId');

-- Every mail of the application, queued by the transaction that causes it (product-rules 8.1). Workers take due
-- mails from this table.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  to_email text NOT NULL,
  to_name text NOT NULL DEFAULT '',
  -- What the mail is about, by id. The worker writes the text when it sends the mail.
  about jsonb NOT NULL,
  -- The token of a link. It is deleted when the mail was sent.
  secret text,
  subject text,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  server_answer text,
  -- Single mails are sent before batches.
  is_batch boolean NOT NULL DEFAULT false,
  -- Until then, a worker has it.
  leased_until timestamptz,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(
    to_email || ' ' || to_name || ' ' || coalesce(subject, ''))) STORED,
  -- A failed mail that was sent again no longer waits for an administrator.
  sent_again_at timestamptz,
  -- Held after a restore.
  held_at timestamptz,
  cancelled_at timestamptz,
  -- A mail is sent, has failed, or is cancelled.
  CONSTRAINT mails_one_outcome CHECK (num_nonnulls(sent_at, failed_at, cancelled_at) <= 1),
  -- Until then it has a time at which it is due.
  CONSTRAINT mails_due_until_outcome
    CHECK ((next_attempt_at IS NULL) = (num_nonnulls(sent_at, failed_at, cancelled_at) > 0)),
  -- Only a mail that is due is held.
  CONSTRAINT mails_held_until_outcome CHECK (held_at IS NULL OR next_attempt_at IS NOT NULL)
);
CREATE INDEX ON mails (created_at, id);
CREATE INDEX mails_to_email ON mails USING gin (fold(to_email) gin_trgm_ops);
CREATE INDEX mails_failed ON mails (created_at, id) WHERE failed_at IS NOT NULL;
CREATE INDEX mails_by_record ON mails (record_of_mail(about));
CREATE INDEX mails_by_to_email ON mails (fold(to_email), id);
CREATE INDEX mails_with_secret ON mails (failed_at) WHERE failed_at IS NOT NULL AND secret IS NOT NULL;
CREATE INDEX mails_search ON mails USING gin (search_text gin_trgm_ops);
CREATE INDEX mails_failed_for_good ON mails (failed_at) WHERE failed_at IS NOT NULL AND sent_again_at IS NULL;
-- Workers read it twice a second. Held mails are not in it.
CREATE INDEX mails_due ON mails (is_batch, next_attempt_at) WHERE next_attempt_at IS NOT NULL AND held_at IS NULL;
CREATE INDEX mails_held ON mails (created_at, id) WHERE held_at IS NOT NULL;
CREATE INDEX mails_cancelled ON mails (created_at, id) WHERE cancelled_at IS NOT NULL;
-- The last mail to an erased person. Its address is deleted as soon as it is sent.
CREATE INDEX mails_to_forget ON mails (id) WHERE kind = 'erasure-done' AND to_email <> 'erased@erased.invalid';
CREATE INDEX mails_with_address ON mails (created_at)
  WHERE to_email <> 'erased@erased.invalid' AND next_attempt_at IS NULL;

-- Each reminder is sent once for a period, or noted as skipped when the application did not run (product-rules
-- 5.11).
CREATE TABLE reminders (
  period_id uuid NOT NULL REFERENCES membership_periods ON DELETE CASCADE,
  -- Days after the end of the period; negative before it.
  step smallint NOT NULL CHECK (step IN (-30, -7, 0, 30)),
  noted_at timestamptz NOT NULL,
  mail_id uuid REFERENCES mails ON DELETE SET NULL,
  PRIMARY KEY (period_id, step)
);
CREATE INDEX ON reminders (mail_id);

-- The notice that a relative ages out is sent once for each relative, whatever is changed in the record
-- afterwards.
CREATE TABLE ageing_notices (
  relative_id uuid PRIMARY KEY REFERENCES member_relatives ON DELETE CASCADE,
  noted_at timestamptz NOT NULL,
  mail_id uuid NOT NULL REFERENCES mails
);
CREATE INDEX ageing_notices_by_mail ON ageing_notices (mail_id);

-- == Bulk email ==

-- The lists that a bulk email can be sent to (product-rules 9.1). The recipients are read when it is processed.
-- The rows say what an administrator chooses from, and which placeholders the list can fill.
CREATE TABLE communication_lists (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  audience text NOT NULL UNIQUE CHECK (audience IN ('all', 'active', 'due', 'expired', 'donors')),
  place smallint NOT NULL UNIQUE,
  -- What each placeholder is replaced by, in words.
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

-- What a person agreed to, with the words that were shown (product-rules 9.2). A consent stays when it is
-- withdrawn, because it must be possible to show it later.
CREATE TABLE consents (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  purpose text NOT NULL CHECK (purpose IN ('news', 'appeals')),
  words text NOT NULL CHECK (words <> ''),
  -- Where it was given: the page, or the administrator who entered it.
  source text NOT NULL CHECK (source <> ''),
  given_at timestamptz NOT NULL,
  withdrawn_at timestamptz CHECK (withdrawn_at >= given_at),
  -- While an address is not proved, its user sees and changes only the consents that the user has given
  -- (product-rules 9.2). A visitor can register with the address of a donor.
  given_by uuid REFERENCES users ON DELETE SET NULL,
  -- Given while another person's consent holds for the address. It counts for nothing. It looks like any other to
  -- the person who gave it, who would learn of the other consent otherwise.
  is_beside_another boolean NOT NULL DEFAULT false,
  -- A consent beside another never holds.
  CONSTRAINT consents_beside_another_is_withdrawn CHECK (NOT is_beside_another OR withdrawn_at IS NOT NULL)
);
-- One consent holds for each purpose.
CREATE UNIQUE INDEX consents_live ON consents (email, purpose) WHERE withdrawn_at IS NULL;
CREATE INDEX consents_by_email ON consents (email);
CREATE INDEX ON consents (given_by) WHERE given_by IS NOT NULL;
CREATE INDEX consents_withdrawn ON consents (withdrawn_at) WHERE withdrawn_at IS NOT NULL AND NOT is_beside_another;

-- Addresses that get no bulk email: the person has unsubscribed, or the mail server has said that there is no such
-- address. It never stops invoices, receipts and resets (product-rules 9.12).
CREATE TABLE suppressions (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  kind text NOT NULL CHECK (kind IN ('unsubscribed', 'refused')),
  reason text NOT NULL DEFAULT '',
  at timestamptz NOT NULL,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(email || ' ' || reason)) STORED
);
CREATE INDEX ON suppressions (at, id);
CREATE INDEX suppressions_email ON suppressions USING gin (fold(email) gin_trgm_ops);
CREATE INDEX suppressions_reason ON suppressions USING gin (fold(reason) gin_trgm_ops);
CREATE INDEX suppressions_search ON suppressions USING gin (search_text gin_trgm_ops);
CREATE INDEX suppressions_by_email ON suppressions (fold(email), id);

-- A bulk email. Its status follows from its times: Processing since `processing_at`, Complete since
-- `completed_at`. Paused, stopped and held are further facts, not further statuses (product-rules 9.5).
CREATE TABLE bulk_emails (
  id uuid PRIMARY KEY,
  communication_list_id uuid NOT NULL REFERENCES communication_lists,
  subject text NOT NULL,
  title text NOT NULL,
  -- Sanitised when it was saved, and again when it is sent.
  content text NOT NULL,
  -- It asks for money, and goes only to people who agreed to that.
  is_appeal boolean NOT NULL DEFAULT false,
  attachment_id uuid REFERENCES files,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  processing_at timestamptz,
  processing_by uuid REFERENCES users,
  completed_at timestamptz,
  paused_at timestamptz,
  stopped_at timestamptz,
  -- Too many failures in a row: an administrator decides whether sending continues.
  held_at timestamptz,
  held_reason text,
  failures_in_a_row integer NOT NULL DEFAULT 0 CHECK (failures_in_a_row >= 0),
  -- The mail server's last answer that was not about one recipient, until a mail is sent again.
  trouble text,
  search_text text NOT NULL GENERATED ALWAYS AS (fold(subject || ' ' || title)) STORED,
  -- Until it is processed, a bulk email can point to a search that narrows the list.
  saved_search_id uuid,
  goes_to_search boolean
    GENERATED ALWAYS AS (CASE WHEN saved_search_id IS NOT NULL THEN true END) STORED,
  -- A processed one keeps the name of the search only.
  sent_to_name text,
  -- Nothing happens to a bulk email before it is processed.
  CHECK (processing_at IS NOT NULL OR num_nonnulls(completed_at, paused_at, stopped_at, held_at, processing_by) = 0),
  -- A held one has a reason.
  CHECK ((held_at IS NULL) = (held_reason IS NULL)),
  -- A bulk email goes to a search that is for bulk emails.
  CONSTRAINT bulk_emails_saved_search FOREIGN KEY (saved_search_id, goes_to_search)
    REFERENCES saved_searches (id, is_for_bulk_emails),
  -- A processed one has no search.
  CONSTRAINT bulk_emails_search_while_pending CHECK (saved_search_id IS NULL OR processing_at IS NULL),
  -- The name is set when it is processed.
  CONSTRAINT bulk_emails_sent_to_name CHECK (sent_to_name IS NULL OR processing_at IS NOT NULL)
);
CREATE INDEX ON bulk_emails (created_at, id);
CREATE INDEX ON bulk_emails (attachment_id) WHERE attachment_id IS NOT NULL;
CREATE INDEX ON bulk_emails (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX ON bulk_emails (processing_by) WHERE processing_by IS NOT NULL;
CREATE INDEX bulk_emails_subject ON bulk_emails USING gin (fold(subject) gin_trgm_ops);
CREATE INDEX bulk_emails_running ON bulk_emails (processing_at)
  WHERE processing_at IS NOT NULL AND completed_at IS NULL;
CREATE INDEX bulk_emails_by_list ON bulk_emails (communication_list_id, id);
CREATE INDEX bulk_emails_search ON bulk_emails USING gin (search_text gin_trgm_ops);
CREATE INDEX bulk_emails_by_subject ON bulk_emails (fold(subject), id);
CREATE INDEX ON bulk_emails (saved_search_id) WHERE saved_search_id IS NOT NULL;

-- The recipients of a bulk email, fixed when it was processed: one row for each address, with the values of its
-- placeholders. The link to unsubscribe names the id, so it is a secret.
CREATE TABLE bulk_recipients (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  bulk_email_id uuid NOT NULL REFERENCES bulk_emails,
  email text NOT NULL,
  name text NOT NULL,
  replacements jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- Marked before the message leaves. The worker is known by the advisory lock that its connection holds, so that
  -- the database notices when it dies.
  sending_at timestamptz,
  sending_by integer,
  sent_at timestamptz,
  failed_at timestamptz,
  suppressed_at timestamptz,
  uncertain_at timestamptz,
  -- The mail server's answer, or why nothing was sent.
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
  -- `attempts` is also the number of the latest attempt, so it never falls, and messages of an earlier attempt are
  -- recognised. The limit of attempts does not count those before a Retry, nor those that reached no mail server.
  uncounted integer NOT NULL DEFAULT 0 CONSTRAINT bulk_recipients_check2 CHECK (uncounted BETWEEN 0 AND attempts),
  -- An address is a recipient once.
  UNIQUE (bulk_email_id, email),
  -- A recipient has one outcome.
  CHECK (num_nonnulls(sent_at, failed_at, suppressed_at, uncertain_at, sending_by) <= 1),
  -- A worker that has a recipient has marked it.
  CHECK (sending_by IS NULL OR sending_at IS NOT NULL)
);
CREATE INDEX ON bulk_recipients (bulk_email_id, outcome);
CREATE INDEX bulk_recipients_pending ON bulk_recipients (bulk_email_id, id) WHERE outcome = 'pending';
CREATE INDEX bulk_recipients_sending ON bulk_recipients (sending_by) WHERE sending_by IS NOT NULL;
-- How many were sent lately, for the limits in a minute and in a day.
CREATE INDEX ON bulk_recipients (sending_at) WHERE sending_at IS NOT NULL;
CREATE INDEX bulk_recipients_by_email ON bulk_recipients (email);
-- The next attempt of a bulk email. Few recipients are deferred at a time.
CREATE INDEX bulk_recipients_deferred ON bulk_recipients (bulk_email_id, next_attempt_at)
  WHERE outcome = 'pending' AND next_attempt_at IS NOT NULL;
CREATE INDEX bulk_recipients_with_address ON bulk_recipients (bulk_email_id) WHERE email NOT LIKE '%@erased.invalid';

-- The recipients of each bulk email by outcome are stored as changes that are summed up: counting a million
-- recipients takes a second, and the page asks every two seconds while they are sent.
CREATE TABLE bulk_recipient_changes (
  bulk_email_id uuid NOT NULL,
  outcome text NOT NULL,
  change integer NOT NULL,
  last_sent_at timestamptz
);
CREATE INDEX bulk_recipient_changes_sum ON bulk_recipient_changes (bulk_email_id)
  INCLUDE (outcome, change, last_sent_at);

-- Changes are noted once for each statement.
CREATE FUNCTION note_recipients_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, count(*), max(sent_at) FROM added GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_recipients_added AFTER INSERT ON bulk_recipients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_added();

CREATE FUNCTION note_recipients_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, sum(change), max(sent_at) FROM (
      SELECT bulk_email_id, outcome, 1 AS change, sent_at FROM added
      UNION ALL SELECT bulk_email_id, outcome, -1, NULL FROM gone
    ) AS rows GROUP BY 1, 2 HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_recipients_changed AFTER UPDATE ON bulk_recipients
  REFERENCING OLD TABLE AS gone NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_changed();

CREATE FUNCTION note_recipients_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, -count(*), NULL FROM gone GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_recipients_gone AFTER DELETE ON bulk_recipients REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_gone();

-- == The daily run and the renewal runs ==

-- The days that the daily run has done. Of all processes, one does it (product-rules 2.15).
CREATE TABLE daily_runs (
  day date PRIMARY KEY,
  ran_at timestamptz NOT NULL
);

-- Each use of "Send renewals": it works through the members in the order of their ids, some hundreds in each
-- transaction, and stores how far it has come (product-rules 6.19). Any process can continue it.
CREATE TABLE renewal_runs (
  id uuid PRIMARY KEY,
  started_by uuid NOT NULL REFERENCES users,
  started_at timestamptz NOT NULL,
  -- The search that chooses the members when none were chosen one by one.
  filters jsonb NOT NULL,
  chosen uuid[],
  total integer NOT NULL CHECK (total >= 0),
  -- The last member that was looked at. The work continues behind it.
  reached uuid,
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  created integer NOT NULL DEFAULT 0 CHECK (created >= 0),
  -- Why the others got none, with how many.
  skipped jsonb NOT NULL DEFAULT '{}',
  finished_at timestamptz
);
CREATE INDEX ON renewal_runs (started_at, id);
CREATE INDEX ON renewal_runs (started_by);

-- == Imports ==

-- Records from a spreadsheet (product-rules 20): who brought them and when, and what became of them.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN (
    'members', 'payments', 'donations', 'suppressions',
    'exportedTypes', 'exportedStatuses', 'exportedMembers', 'exportedRelatives',
    'exportedInvoices', 'exportedPeriods', 'exportedDonations', 'exportedPayments',
    'exportedCreditUses', 'exportedConsents')),
  file_name text NOT NULL CHECK (file_name <> ''),
  state text NOT NULL CHECK (state IN ('uploaded', 'reading', 'checking', 'checked', 'importing',
    'imported', 'undoing', 'undone', 'discarded')),
  -- How the file is read.
  settings jsonb NOT NULL,
  sheets text[] NOT NULL,
  columns text[] NOT NULL,
  -- The first rows, for the choice of columns.
  sample jsonb,
  -- What the columns and the spellings in them mean.
  mapping jsonb NOT NULL,
  -- Spellings that mean nothing yet.
  unknown jsonb NOT NULL DEFAULT '[]',
  -- Why the file could not be read.
  problem text,
  total integer NOT NULL DEFAULT 0 CHECK (total >= 0),
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  -- The work continues behind this row.
  reached integer NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '{}',
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  started_by uuid REFERENCES users,
  imported_at timestamptz,
  undone_at timestamptz,
  -- When the cells were deleted. They are personal data.
  forgotten_at timestamptz,
  -- Not used.
  export_id uuid,
  export_place smallint,
  -- Only what was imported is undone.
  CHECK (undone_at IS NULL OR imported_at IS NOT NULL),
  -- The first rows are deleted with the cells.
  CHECK (forgotten_at IS NULL OR sample IS NULL),
  -- Not used.
  CONSTRAINT imports_of_export CHECK ((export_id IS NULL) = (export_place IS NULL))
);
CREATE INDEX ON imports (created_at, id);
CREATE INDEX imports_by_kind ON imports (kind, created_at);
CREATE INDEX ON imports (created_by);
CREATE INDEX ON imports (started_by) WHERE started_by IS NOT NULL;
CREATE INDEX imports_to_forget ON imports (created_at) WHERE forgotten_at IS NULL;
-- One import works at a time.
CREATE UNIQUE INDEX imports_one_busy ON imports ((true))
  WHERE state IN ('reading', 'checking', 'importing', 'undoing');
-- Not used.
CREATE UNIQUE INDEX imports_export_place ON imports (export_id, export_place) WHERE export_id IS NOT NULL;
-- The import of a period.
ALTER TABLE membership_periods ADD FOREIGN KEY (import_id) REFERENCES imports;

-- The file of an import, until it is imported or discarded.
CREATE TABLE import_parts (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  part smallint NOT NULL CHECK (part >= 0),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 1048576),
  PRIMARY KEY (import_id, part)
);

-- The rows of an import, and what became of each.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  row_number integer NOT NULL CHECK (row_number > 0),
  -- The row of the member for the row of a relative, otherwise the row itself.
  main_row integer NOT NULL,
  -- Null when they were deleted.
  cells text[],
  -- Cells whose value cannot be trusted, such as a formula without its result.
  cell_problems jsonb,
  fate text CHECK (fate IN ('new', 'change', 'same', 'relative', 'problem')),
  sentence text NOT NULL DEFAULT '',
  -- The record that it made or matched. Without a reference: it outlives the record.
  record_id uuid,
  -- What an undo takes back, from the moment the row was imported.
  undo jsonb,
  PRIMARY KEY (import_id, row_number)
);
CREATE INDEX import_rows_in_order ON import_rows (import_id, main_row, row_number);
CREATE INDEX import_rows_by_fate ON import_rows (import_id, fate, row_number);
CREATE INDEX import_rows_by_record ON import_rows (record_id) WHERE record_id IS NOT NULL;

-- == Duplicates and merges ==

-- Members whose details have changed since they were compared with all others (product-rules 21.1).
CREATE TABLE members_to_compare (
  member_id uuid PRIMARY KEY REFERENCES members ON DELETE CASCADE
);

-- New members, and members whose details have changed, are compared.
CREATE FUNCTION note_member_to_compare() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO members_to_compare VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER members_new_to_compare AFTER INSERT ON members FOR EACH ROW
  WHEN (NEW.archived_at IS NULL) EXECUTE FUNCTION note_member_to_compare();
CREATE TRIGGER members_changed_to_compare AFTER UPDATE ON members FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.email, OLD.phone, OLD.postal_address, OLD.zip_code,
      OLD.archived_at) IS DISTINCT FROM
    (NEW.first_name, NEW.last_name, NEW.email, NEW.phone, NEW.postal_address, NEW.zip_code,
      NEW.archived_at))
  EXECUTE FUNCTION note_member_to_compare();

-- Two members who may be the same person.
CREATE TABLE duplicate_pairs (
  first_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  second_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  -- 3 very likely, 2 likely, 1 possible.
  strength smallint NOT NULL CHECK (strength BETWEEN 1 AND 3),
  reasons text[] NOT NULL,
  -- Of the details that are the same. A pair that was dismissed returns when they change.
  details_hash text NOT NULL,
  dismissed_at timestamptz,
  dismissed_by uuid REFERENCES users,
  PRIMARY KEY (first_id, second_id),
  -- A pair is stored once.
  CONSTRAINT duplicate_pairs_in_order CHECK (first_id < second_id),
  -- Who and when are stored together.
  CONSTRAINT duplicate_pairs_dismissed_by_someone CHECK ((dismissed_at IS NULL) = (dismissed_by IS NULL))
);
CREATE INDEX ON duplicate_pairs (second_id);
CREATE INDEX duplicate_pairs_open ON duplicate_pairs (strength, first_id, second_id) WHERE dismissed_at IS NULL;
CREATE INDEX ON duplicate_pairs (dismissed_by) WHERE dismissed_by IS NOT NULL;

-- Each merge of two records, and what its undo needs (product-rules 21.5).
CREATE TABLE member_merges (
  id uuid PRIMARY KEY,
  kept_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  merged_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  merged_at timestamptz NOT NULL,
  merged_by uuid NOT NULL REFERENCES users,
  -- The changed rows in order, before and after. Null when it was undone, or the person erased.
  changes jsonb,
  -- The ids of the records that both had, to see what is new when the merge is undone.
  record_ids uuid[] NOT NULL,
  undone_at timestamptz,
  undone_by uuid REFERENCES users,
  -- A merge has two records.
  CONSTRAINT member_merges_of_two CHECK (kept_id <> merged_id),
  -- Who and when are stored together.
  CONSTRAINT member_merges_undone_by_someone CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
-- A record is merged once, until it is undone.
CREATE UNIQUE INDEX member_merges_one_of_a_record ON member_merges (merged_id) WHERE undone_at IS NULL;
CREATE INDEX ON member_merges (kept_id, merged_at);
CREATE INDEX ON member_merges (merged_id);
CREATE INDEX ON member_merges (merged_by);
CREATE INDEX ON member_merges (undone_by) WHERE undone_by IS NOT NULL;

-- == Privacy ==

-- People whose data was erased (product-rules 19.1). Nothing here says who they were: a member is named by the id,
-- an address by a hash. The list is also kept in files, so that a restored database is erased again.
CREATE TABLE erasures (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('member', 'address')),
  -- The id of the member, or the hash of the address.
  subject text NOT NULL CHECK (subject ~ '^[0-9a-f-]{32,64}$'),
  erased_at timestamptz NOT NULL,
  -- Null after a restore, when the application repeated it.
  erased_by uuid REFERENCES users,
  -- A person is erased once.
  UNIQUE (kind, subject)
);
CREATE INDEX ON erasures (erased_by) WHERE erased_by IS NOT NULL;

-- Mixed into the hashes of addresses. It is here, beside them, so that each backup has it.
CREATE TABLE erasure_salt (
  is_the_only_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_one),
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);
INSERT INTO erasure_salt (salt)
  VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- A member asks to be erased. An administrator does it, or declines with a reason.
CREATE TABLE erasure_requests (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  answered_by uuid REFERENCES users,
  -- Null when the member was erased.
  declined_reason text,
  -- An answer has its time.
  CHECK (answered_at IS NOT NULL OR num_nonnulls(answered_by, declined_reason) = 0)
);
-- A member has one open request.
CREATE UNIQUE INDEX erasure_requests_one_open ON erasure_requests (member_id) WHERE answered_at IS NULL;
CREATE INDEX ON erasure_requests (member_id, asked_at);
CREATE INDEX erasure_requests_open ON erasure_requests (asked_at) WHERE answered_at IS NULL;
CREATE INDEX ON erasure_requests (answered_by) WHERE answered_by IS NOT NULL;

-- How long each kind of record keeps the details of people (product-rules 19.6). Without rows nothing is erased:
-- an administrator has not saved the periods yet.
CREATE TABLE retention_periods (
  kind text PRIMARY KEY CONSTRAINT retention_periods_kind_check CHECK (kind IN (
    'formerMembers', 'neverPaid', 'accounts', 'mails', 'bulkRecipients', 'cardNotifications', 'auditDetails',
    'withdrawnConsents')),
  -- Null: for ever.
  months smallint CONSTRAINT retention_periods_months_check CHECK (months BETWEEN 1 AND 1200),
  saved_at timestamptz NOT NULL,
  -- Tax law requires the accounts for five years.
  CONSTRAINT retention_periods_accounts_check CHECK (kind <> 'accounts' OR months >= 60)
);

-- What each day has erased. A row without an end was interrupted, or is at work.
CREATE TABLE retention_results (
  kind text NOT NULL REFERENCES retention_periods,
  day date NOT NULL,
  erased integer NOT NULL DEFAULT 0 CONSTRAINT retention_results_erased_check CHECK (erased >= 0),
  -- Records that are old enough and were left, such as a member with a credit.
  left_over integer NOT NULL DEFAULT 0 CONSTRAINT retention_results_left_over_check CHECK (left_over >= 0),
  oldest_left timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (kind, day)
);
CREATE INDEX ON retention_results (day);

-- == Backups and running ==

-- Each backup that a night or an administrator asked for. The row is written before the file, so that a killed
-- process leaves no file that is not listed.
CREATE TABLE backups (
  id uuid PRIMARY KEY,
  -- Of all processes, one makes the backup of a night.
  night date CONSTRAINT backups_night_key UNIQUE,
  requested_by uuid REFERENCES users,
  requested_at timestamptz NOT NULL,
  -- A killed one starts again.
  attempts smallint NOT NULL DEFAULT 0 CONSTRAINT backups_attempts_check CHECK (attempts BETWEEN 0 AND 3),
  started_at timestamptz,
  host text,
  folder text,
  file_name text,
  made_at timestamptz,
  failed_at timestamptz,
  failure text,
  bytes bigint CONSTRAINT backups_bytes_check CHECK (bytes > 0),
  row_count bigint CONSTRAINT backups_row_count_check CHECK (row_count >= 0),
  is_encrypted boolean NOT NULL DEFAULT false,
  has_keys boolean NOT NULL DEFAULT false,
  -- Deleted because there were more than are kept.
  removed_at timestamptz,
  copy_folder text,
  copied_at timestamptz,
  copy_failure text,
  copy_removed_at timestamptz,
  -- A night or an administrator has asked for it.
  CONSTRAINT backups_reason_check CHECK ((night IS NULL) <> (requested_by IS NULL)),
  -- A started backup has its host, its folder and its file name.
  CONSTRAINT backups_place_check CHECK (num_nulls(started_at, host, folder, file_name) IN (0, 4)),
  -- A backup is made or has failed.
  CONSTRAINT backups_outcome_check CHECK (made_at IS NULL OR failed_at IS NULL),
  -- A backup that is made has its size.
  CONSTRAINT backups_made_check CHECK (made_at IS NULL OR num_nulls(started_at, bytes, row_count) = 0),
  -- A failed one says why.
  CONSTRAINT backups_failure_check CHECK ((failed_at IS NULL) = (failure IS NULL)),
  -- Only what was made is removed.
  CONSTRAINT backups_removed_check CHECK (removed_at IS NULL OR made_at IS NOT NULL),
  -- Only what was made is copied.
  CONSTRAINT backups_copy_check CHECK (copy_folder IS NOT NULL AND made_at IS NOT NULL
    OR num_nonnulls(copy_folder, copied_at, copy_failure) = 0),
  -- A copy is made or has failed.
  CONSTRAINT backups_copy_outcome_check CHECK (copied_at IS NULL OR copy_failure IS NULL),
  -- Only what was copied is removed.
  CONSTRAINT backups_copy_removed_check CHECK (copy_removed_at IS NULL OR copied_at IS NOT NULL)
);
CREATE INDEX ON backups (requested_at, id);
CREATE INDEX backups_made ON backups (made_at, id) WHERE made_at IS NOT NULL;
CREATE INDEX backups_with_file ON backups (made_at) WHERE made_at IS NOT NULL AND removed_at IS NULL;
CREATE INDEX backups_with_copy ON backups (made_at) WHERE copied_at IS NOT NULL AND copy_removed_at IS NULL;
CREATE INDEX backups_unfinished ON backups (requested_at) WHERE made_at IS NULL AND failed_at IS NULL;
CREATE INDEX backups_uncopied ON backups (requested_at)
  WHERE copy_folder IS NOT NULL AND copied_at IS NULL AND copy_failure IS NULL;
CREATE INDEX ON backups (requested_by) WHERE requested_by IS NOT NULL;
-- Pressing Back up now twice makes one.
CREATE UNIQUE INDEX backups_one_waiting ON backups ((true))
  WHERE requested_by IS NOT NULL AND made_at IS NULL AND failed_at IS NULL;

-- Each self-test of a backup. The scratch database is noted before it is made: only such databases are dropped.
CREATE TABLE backup_tests (
  id uuid PRIMARY KEY,
  backup_id uuid NOT NULL REFERENCES backups,
  started_at timestamptz NOT NULL,
  scratch_database text CONSTRAINT backup_tests_scratch_database_check
    CHECK (scratch_database ~ '^backup_test_[0-9a-f]{16}$'),
  finished_at timestamptz,
  way text CONSTRAINT backup_tests_way_check CHECK (way IN ('restored', 'verified')),
  why_verified text,
  failure text,
  -- A finished test says how it was made.
  CONSTRAINT backup_tests_finished_check CHECK ((finished_at IS NULL) = (way IS NULL)),
  -- A test that only verified the file says why.
  CONSTRAINT backup_tests_why_check CHECK ((why_verified IS NOT NULL) = (way IS NOT DISTINCT FROM 'verified')),
  -- Only a finished test has failed.
  CONSTRAINT backup_tests_failure_check CHECK (failure IS NULL OR finished_at IS NOT NULL)
);
CREATE INDEX ON backup_tests (backup_id);
CREATE INDEX ON backup_tests (started_at);
CREATE INDEX backup_tests_unfinished ON backup_tests (started_at) WHERE finished_at IS NULL;

-- A database that was restored from a backup holds the mails that were not sent in it, until an administrator
-- sends or cancels them (product-rules 8.9).
CREATE TABLE restores (
  id uuid PRIMARY KEY,
  restored_at timestamptz NOT NULL,
  backup_made_at timestamptz NOT NULL,
  -- When an administrator decided about the mails.
  answered_at timestamptz,
  answered_by uuid REFERENCES users,
  -- Who and when are stored together.
  CONSTRAINT restores_answered_by_someone CHECK ((answered_at IS NULL) = (answered_by IS NULL))
);
CREATE INDEX restores_unanswered ON restores (restored_at) WHERE answered_at IS NULL;
CREATE INDEX ON restores (answered_by) WHERE answered_by IS NOT NULL;

-- The reply of a call, stored with its effect in one transaction, so that a repeated call gets the same reply
-- (product-rules 1.22).
CREATE TABLE idempotency_keys (
  call text NOT NULL,
  caller text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (call, caller, key)
);
CREATE INDEX ON idempotency_keys (created_at);

-- == Lengths of lists, and counts of the menu ==

-- How long a list is, as the sum of its changes: counting 100,000 rows for each first page takes a hundred times
-- as long as the page. Rows are only added, so that requests do not wait for each other. `recount-lists` replaces
-- many rows by one.
CREATE TABLE list_changes (
  list text NOT NULL,
  change integer NOT NULL
);
CREATE INDEX list_changes_sum ON list_changes (list) INCLUDE (change);
INSERT INTO list_changes (list, change) VALUES ('members', 0), ('invoices', 0), ('donations', 0), ('users', 0),
  ('mails', 0), ('audit_entries', 0), ('card_notifications', 0), ('suppressions', 0), ('unpaid_invoices', 0),
  ('pending_donations', 0);

-- Members and users are counted one by one, because an update can add to their lists. Archived members and removed
-- users are in no list.
CREATE FUNCTION note_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes VALUES (TG_TABLE_NAME, TG_ARGV[0]::integer);
  RETURN NULL;
END $$;
CREATE TRIGGER members_longer AFTER INSERT ON members FOR EACH ROW
  WHEN (NEW.archived_at IS NULL) EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER members_shorter AFTER DELETE ON members FOR EACH ROW
  WHEN (OLD.archived_at IS NULL) EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER members_archived AFTER UPDATE OF archived_at ON members FOR EACH ROW
  WHEN (OLD.archived_at IS NULL AND NEW.archived_at IS NOT NULL)
  EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER members_returned AFTER UPDATE OF archived_at ON members FOR EACH ROW
  WHEN (OLD.archived_at IS NOT NULL AND NEW.archived_at IS NULL)
  EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER users_longer AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.removed_at IS NULL) EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER users_shorter AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.removed_at IS NULL) EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER users_removed AFTER UPDATE OF removed_at ON users FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL)
  EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER users_returned AFTER UPDATE OF removed_at ON users FOR EACH ROW
  WHEN (OLD.removed_at IS NOT NULL AND NEW.removed_at IS NULL)
  EXECUTE FUNCTION note_list_change('1');

-- Other lists are counted once for each statement, which may add a hundred thousand rows.
CREATE FUNCTION note_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes
    SELECT TG_TABLE_NAME, TG_ARGV[0]::integer * count(*) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_longer AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER invoices_shorter AFTER DELETE ON invoices REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER donations_longer AFTER INSERT ON donations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER donations_shorter AFTER DELETE ON donations REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER mails_longer AFTER INSERT ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER mails_shorter AFTER DELETE ON mails REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER audit_entries_longer AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER card_notifications_longer AFTER INSERT ON card_notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER card_notifications_shorter AFTER DELETE ON card_notifications
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER suppressions_longer AFTER INSERT ON suppressions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER suppressions_shorter AFTER DELETE ON suppressions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER security_events_longer AFTER INSERT ON security_events
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER security_events_shorter AFTER DELETE ON security_events
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');

-- Unpaid invoices and pending donations are counted, too, for the menu.
CREATE FUNCTION is_unpaid(payment_id uuid, voided_at timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN payment_id IS NULL AND voided_at IS NULL;

-- Insertions are counted once for each statement.
CREATE FUNCTION note_unpaid_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'invoices' THEN
    INSERT INTO list_changes SELECT 'unpaid_invoices', count(*) FROM added
      WHERE is_unpaid(payment_id, voided_at) HAVING count(*) > 0;
  ELSE
    INSERT INTO list_changes SELECT 'pending_donations', count(*) FROM added
      WHERE payment_id IS NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_unpaid_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_unpaid_added();
CREATE TRIGGER donations_pending_added AFTER INSERT ON donations REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_unpaid_added();

-- Paying, voiding, undoing and deleting are counted for each row.
CREATE FUNCTION note_unpaid_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes VALUES (TG_ARGV[0], TG_ARGV[1]::integer);
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_no_longer_unpaid AFTER UPDATE OF payment_id, voided_at ON invoices FOR EACH ROW
  WHEN (is_unpaid(OLD.payment_id, OLD.voided_at) AND NOT is_unpaid(NEW.payment_id, NEW.voided_at))
  EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '-1');
CREATE TRIGGER invoices_unpaid_again AFTER UPDATE OF payment_id, voided_at ON invoices FOR EACH ROW
  WHEN (NOT is_unpaid(OLD.payment_id, OLD.voided_at) AND is_unpaid(NEW.payment_id, NEW.voided_at))
  EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '1');
CREATE TRIGGER invoices_unpaid_deleted AFTER DELETE ON invoices FOR EACH ROW
  WHEN (is_unpaid(OLD.payment_id, OLD.voided_at))
  EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '-1');
CREATE TRIGGER donations_received AFTER UPDATE OF payment_id ON donations FOR EACH ROW
  WHEN (OLD.payment_id IS NULL AND NEW.payment_id IS NOT NULL)
  EXECUTE FUNCTION note_unpaid_changed('pending_donations', '-1');
CREATE TRIGGER donations_pending_again AFTER UPDATE OF payment_id ON donations FOR EACH ROW
  WHEN (OLD.payment_id IS NOT NULL AND NEW.payment_id IS NULL)
  EXECUTE FUNCTION note_unpaid_changed('pending_donations', '1');
CREATE TRIGGER donations_pending_deleted AFTER DELETE ON donations FOR EACH ROW
  WHEN (OLD.payment_id IS NULL)
  EXECUTE FUNCTION note_unpaid_changed('pending_donations', '-1');
