-- Only PayFast has a test mode.
ALTER TABLE payments ADD CONSTRAINT payments_test CHECK (NOT is_test OR source = 'payfast');
