-- What browsers have blocked on the pages, counted for each kind of violation (product-rules 2.45).
-- Anyone can send a report, so texts are short, and `record-violation.ts` bounds the number of rows.
CREATE TABLE policy_violations (
  directive text NOT NULL
    CONSTRAINT policy_violations_directive_check CHECK (directive ~ '^[a-z-]{1,40}$'),
  -- A keyword or a host.
  blocked text NOT NULL
    CONSTRAINT policy_violations_blocked_check CHECK (length(blocked) BETWEEN 1 AND 100),
  -- The page's path, without ids.
  page text NOT NULL CONSTRAINT policy_violations_page_check CHECK (page ~ '^[a-z/:-]{1,100}$'),
  reports integer NOT NULL DEFAULT 1
    CONSTRAINT policy_violations_reports_check CHECK (reports BETWEEN 1 AND 1000000),
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (directive, blocked, page)
);
CREATE INDEX ON policy_violations (last_at);
