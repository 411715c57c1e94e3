-- `attempts` numbers the times that a recipient was claimed, and news of an earlier time is known by
-- its number: so it only ever grows, through a Retry too. How long to try goes by those that say
-- something about the mail: not by those before a Retry, nor when no mail server was reached.
ALTER TABLE bulk_recipients ADD COLUMN uncounted integer NOT NULL DEFAULT 0
  CHECK (uncounted BETWEEN 0 AND attempts);

-- What a mail server said of a mail whose link signs someone in is kept without the link.
UPDATE mails SET server_answer =
    regexp_replace(server_answer, '\S*(://|token=|/login/)\S*', '(link)', 'gi')
  WHERE kind IN ('reset', 'invitation') AND server_answer IS NOT NULL;
