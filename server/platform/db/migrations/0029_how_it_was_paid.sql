-- How the money came, which can differ from what the payer chose, and its reference on the bank statement.
ALTER TABLE payments
  ADD COLUMN bank_reference text
    CONSTRAINT payments_bank_reference_check CHECK (char_length(bank_reference) BETWEEN 1 AND 100),
  DROP CONSTRAINT payments_method_check,
  ADD CONSTRAINT payments_method_check CHECK (
    method IN ('EFT', 'Cash', 'Credit Card', 'World Remit', 'Wise', 'Pay Pal')
  );
