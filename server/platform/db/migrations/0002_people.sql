-- A sign-in. Without a password nobody can sign in with it.
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
  UNIQUE (email),
  UNIQUE (id, email)
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX ON sessions (user_id) WHERE ended_at IS NULL;

-- Only the hash of a link's token is kept; a token is bound to the address it was mailed to.
CREATE TABLE password_links (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX ON password_links (user_id);

-- Failed sign-ins, counted by address and client (product-rules 4.7).
CREATE TABLE sign_in_failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email_hash bytea NOT NULL,
  client text NOT NULL,
  failed_at timestamptz NOT NULL
);
CREATE INDEX ON sign_in_failures (client, failed_at);

CREATE TABLE member_types (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  fee_cents integer NOT NULL CHECK (fee_cents BETWEEN 0 AND 999999999),
  is_family boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX member_types_name_key ON member_types (fold(name));

CREATE TABLE member_statuses (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  is_seeded boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX member_statuses_name_key ON member_statuses (fold(name));

CREATE TABLE members (
  id uuid PRIMARY KEY,
  -- Shown as '00042'; an integer so that it sorts as a number and never repeats.
  number integer UNIQUE CHECK (number > 0),
  user_id uuid NOT NULL UNIQUE,
  member_type_id uuid NOT NULL REFERENCES member_types,
  member_status_id uuid NOT NULL REFERENCES member_statuses,
  -- Set when an administrator chose the status; until then it follows the periods.
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
  -- A member's address is the sign-in's (product-rules 4.2): the two can not drift apart.
  FOREIGN KEY (user_id, email) REFERENCES users (id, email) ON UPDATE CASCADE,
  CHECK ((status_set_by IS NULL) = (status_set_at IS NULL))
);
CREATE INDEX ON members (member_type_id);
CREATE INDEX ON members (member_status_id);
CREATE INDEX ON members (created_at, id);
CREATE INDEX members_number_text ON members USING gin (zero_padded(number) gin_trgm_ops);
CREATE INDEX members_first_name ON members USING gin (fold(first_name) gin_trgm_ops);
CREATE INDEX members_last_name ON members USING gin (fold(last_name) gin_trgm_ops);
CREATE INDEX members_email ON members USING gin (fold(email) gin_trgm_ops);
CREATE INDEX members_phone ON members USING gin (fold(phone) gin_trgm_ops);

CREATE TABLE member_relatives (
  id uuid PRIMARY KEY,
  main_member_id uuid NOT NULL REFERENCES members,
  -- The place at the table, one of four: two requests at once can not seat a fifth.
  seat smallint NOT NULL CHECK (seat BETWEEN 1 AND 4),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  date_of_birth date,
  created_at timestamptz NOT NULL,
  UNIQUE (main_member_id, seat)
);
