-- The cash as a person counted it at the end of a day. Month End compares it with the books.
CREATE TABLE cash_counts (
  day date PRIMARY KEY,
  cents bigint NOT NULL CHECK (cents >= 0 AND cents < 100000000000)
);
