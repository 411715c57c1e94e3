-- Somebody said that there are no members to import.
ALTER TABLE company_info ADD COLUMN started_empty_at timestamptz;

-- A test mail that went to a mail server. There is no index for the kind of a mail.
ALTER TABLE company_info ADD COLUMN test_mail_id uuid REFERENCES mails (id) ON DELETE SET NULL;
CREATE INDEX company_info_test_mail_id_idx ON company_info (test_mail_id)
WHERE test_mail_id IS NOT NULL;

-- The mails that an earlier installation sent are as good as a test.
UPDATE company_info SET test_mail_id = (
  SELECT id FROM mails WHERE sent_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1);
