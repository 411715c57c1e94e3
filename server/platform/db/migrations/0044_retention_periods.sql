-- How long each kind of record keeps the details of people (product-rules 19.6). Without rows nothing is erased:
-- an administrator has not saved the periods yet.
CREATE TABLE retention_periods (
  kind text PRIMARY KEY CONSTRAINT retention_periods_kind_check CHECK (kind IN (
    'formerMembers', 'neverPaid', 'accounts', 'mails', 'bulkRecipients', 'cardNotifications', 'auditDetails',
    'withdrawnConsents')),
  -- Null: for ever.
  months smallint CONSTRAINT retention_periods_months_check CHECK (months BETWEEN 1 AND 1200),
  saved_at timestamptz NOT NULL,
  -- Tax law wants the accounts for five years.
  CONSTRAINT retention_periods_accounts_check CHECK (kind <> 'accounts' OR months >= 60)
);

-- The report: what each day has erased. A row without an end was interrupted, or is at work.
CREATE TABLE retention_results (
  kind text NOT NULL REFERENCES retention_periods,
  day date NOT NULL,
  erased integer NOT NULL DEFAULT 0 CONSTRAINT retention_results_erased_check CHECK (erased >= 0),
  -- Records that are old enough and were left, such as a member with a credit.
  left_over integer NOT NULL DEFAULT 0
    CONSTRAINT retention_results_left_over_check CHECK (left_over >= 0),
  oldest_left timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (kind, day)
);
CREATE INDEX ON retention_results (day);

-- What still has a person in it, the oldest first. The daily run takes rows out of these indexes, so that it
-- reads only what it erases.
CREATE INDEX members_archived_with_name ON members (archived_at)
  WHERE archived_at IS NOT NULL AND email NOT LIKE '%@erased.invalid';
CREATE INDEX members_never_paid ON members (created_at)
  WHERE archived_at IS NULL AND paid_until IS NULL;
CREATE INDEX invoices_with_name ON invoices (created_at)
  WHERE payer_first_name <> 'Erased' AND (payment_id IS NOT NULL OR voided_at IS NOT NULL);
CREATE INDEX donations_with_name ON donations (created_at)
  WHERE first_name <> 'Erased' AND payment_id IS NOT NULL;
CREATE INDEX donations_pending_with_name ON donations (created_at)
  WHERE first_name <> 'Erased' AND payment_id IS NULL;
CREATE INDEX mails_with_address ON mails (created_at)
  WHERE to_email <> 'erased@erased.invalid' AND next_attempt_at IS NULL;
CREATE INDEX bulk_recipients_with_address ON bulk_recipients (bulk_email_id)
  WHERE email NOT LIKE '%@erased.invalid';
CREATE INDEX card_notifications_with_body ON card_notifications (received_at)
  WHERE body <> '' AND next_attempt_at IS NULL;
CREATE INDEX audit_entries_with_details ON audit_entries (at)
  WHERE subject_name <> 'Erased'
    AND subject_kind NOT IN ('companyInfo', 'memberType', 'memberStatus', 'bulkEmail', 'restore');
CREATE INDEX consents_withdrawn ON consents (withdrawn_at)
  WHERE withdrawn_at IS NOT NULL AND NOT is_beside_another;
