-- Money can also come by a card machine, debit order, SnapScan or Zapper, cheque, or in another way. Each has an account.
ALTER TABLE payments DROP CONSTRAINT payments_method_check;
ALTER TABLE payments ADD CONSTRAINT payments_method_check CHECK (method IN ('EFT', 'Cash', 'Credit Card',
  'World Remit', 'Wise', 'Pay Pal', 'Card Machine', 'Debit Order', 'SnapScan', 'Cheque', 'Other'));
ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check CHECK (account IN (
  'bank', 'cash', 'payfast', 'transfer', 'cardMachine', 'debitOrder', 'snapScan', 'cheque', 'other', 'transit',
  'credits', 'deferred', 'membership', 'invoice', 'donation', 'kept', 'interest', 'charges', 'fees', 'elsewhere',
  'opening', 'conversion'));

-- The balances with which accounts began, as an administrator entered them. A statement with a balance comes first.
CREATE TABLE opening_balances (
  account text NOT NULL CHECK (account IN ('bank', 'cash', 'payfast')),
  bank_account_id uuid REFERENCES bank_accounts (id),
  -- The balance at the end of the day.
  day date NOT NULL,
  cents bigint NOT NULL CHECK (abs(cents) < 100000000000),
  CONSTRAINT opening_balances_one_of_account UNIQUE NULLS NOT DISTINCT (account, bank_account_id),
  CONSTRAINT opening_balances_of CHECK ((account = 'bank') = (bank_account_id IS NOT NULL))
);
CREATE INDEX ON opening_balances (bank_account_id) WHERE bank_account_id IS NOT NULL;

-- A line of money in can be a charge that the bank gave back.
ALTER TABLE bank_matches DROP CONSTRAINT bank_matches_kind_check;
ALTER TABLE bank_matches ADD CONSTRAINT bank_matches_kind_check CHECK (kind IN ('invoice', 'donation', 'recorded',
  'new-donation', 'credit', 'payout', 'charge', 'charge-back', 'transfer', 'refund', 'reversal'));
ALTER TABLE bank_matches DROP CONSTRAINT bank_matches_target;
ALTER TABLE bank_matches ADD CONSTRAINT bank_matches_target CHECK (CASE
  WHEN kind = 'refund' THEN credit_use_id IS NOT NULL AND payment_id IS NULL
  WHEN kind IN ('payout', 'charge', 'charge-back', 'transfer') THEN num_nonnulls(payment_id, credit_use_id) = 0
  ELSE payment_id IS NOT NULL AND credit_use_id IS NULL END);
