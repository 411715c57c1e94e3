-- Who changed the account number last, and when: Company Info shows it for 30 days (product-rules 6.16).
ALTER TABLE company_info
  ADD COLUMN account_number_changed_by uuid REFERENCES users,
  ADD COLUMN account_number_changed_at timestamptz,
  ADD CONSTRAINT company_info_account_number_changed_check
    CHECK ((account_number_changed_by IS NULL) = (account_number_changed_at IS NULL));
CREATE INDEX ON company_info (account_number_changed_by)
  WHERE account_number_changed_by IS NOT NULL;
