-- The nightly erasing looks for names in the accounts (product-rules 19.6).
CREATE INDEX payments_named ON payments (recorded_at) WHERE payer_name <> 'Erased';
