-- How often a client, a user or all of them have made an expensive call, and how many mails visitors have
-- caused to one address, until the window ends. UNLOGGED: a flood of calls writes nothing to the disk, and
-- after a crash of the database all counts begin again.
CREATE UNLOGGED TABLE rate_counts (
  -- A hash with the installation's secret of the client's address; the id of a user; 'everyone'; or a hash
  -- of an email address.
  counted_for text NOT NULL,
  -- The call, such as 'POST /donations', or the group of mails.
  name text NOT NULL,
  count integer NOT NULL CONSTRAINT rate_counts_count_check CHECK (count >= 1),
  most integer NOT NULL CONSTRAINT rate_counts_most_check CHECK (most >= 1),
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (counted_for, name)
);
CREATE INDEX rate_counts_by_end ON rate_counts (ends_at);
