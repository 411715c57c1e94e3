-- A name for the filters, words and order of a list, of one administrator or for all.
CREATE TABLE saved_searches (
  id uuid PRIMARY KEY,
  list text NOT NULL CHECK (list ~ '^[a-z][A-Za-z]{1,39}$'),
  name text NOT NULL CHECK (name = btrim(name) AND char_length(name) BETWEEN 1 AND 60),
  -- Null when the administrator was removed. Only what is for everybody stays then.
  owner_id uuid REFERENCES users,
  is_shared boolean NOT NULL,
  -- A search body of the list, without the page.
  search jsonb NOT NULL CHECK (jsonb_typeof(search) = 'object' AND search <> '{}'),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL CHECK (changed_at >= created_at),
  -- Bulk emails can go to it.
  is_for_bulk_emails boolean NOT NULL
    GENERATED ALWAYS AS (is_shared AND list IN ('members', 'donations')) STORED,
  CHECK (is_shared OR owner_id IS NOT NULL),
  UNIQUE (id, is_for_bulk_emails)
);
CREATE UNIQUE INDEX saved_searches_shared_name ON saved_searches (list, fold(name))
  WHERE is_shared;
CREATE UNIQUE INDEX saved_searches_own_name ON saved_searches (owner_id, list, fold(name))
  WHERE NOT is_shared;
CREATE INDEX ON saved_searches (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX saved_searches_for_bulk_emails ON saved_searches (list, fold(name))
  WHERE is_for_bulk_emails;

-- Until it is processed, a bulk email can point to a search instead of a whole list, which stays the one that
-- the search narrows. A processed one keeps the name only. The version before processes none with a search:
-- it would send to the whole list.
ALTER TABLE bulk_emails
  ADD COLUMN saved_search_id uuid,
  ADD COLUMN goes_to_search boolean
    GENERATED ALWAYS AS (CASE WHEN saved_search_id IS NOT NULL THEN true END) STORED,
  ADD COLUMN sent_to_name text,
  ADD CONSTRAINT bulk_emails_saved_search FOREIGN KEY (saved_search_id, goes_to_search)
    REFERENCES saved_searches (id, is_for_bulk_emails),
  ADD CONSTRAINT bulk_emails_search_while_pending
    CHECK (saved_search_id IS NULL OR processing_at IS NULL),
  ADD CONSTRAINT bulk_emails_sent_to_name CHECK (sent_to_name IS NULL OR processing_at IS NOT NULL);
CREATE INDEX ON bulk_emails (saved_search_id) WHERE saved_search_id IS NOT NULL;
