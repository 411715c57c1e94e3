-- The sender of money that belongs to no record. The subject is the id of the payment.
ALTER TABLE erasures DROP CONSTRAINT erasures_kind_check;
ALTER TABLE erasures ADD CONSTRAINT erasures_kind_check
  CHECK (kind IN ('member', 'address', 'money'));
