-- Where a user is signed in, and since when nobody has done anything there (product-rules 4.30).
ALTER TABLE sessions
  -- Written every few minutes at most. Empty: not since the start.
  ADD COLUMN last_used_at timestamptz,
  ADD COLUMN client text NOT NULL DEFAULT '',
  -- Browser and system in words.
  ADD COLUMN device text NOT NULL DEFAULT '';
