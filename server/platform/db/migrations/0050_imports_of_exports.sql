-- The files of an export that is read back are imports of their own, in this order.
ALTER TABLE imports
  ADD COLUMN export_id uuid,
  ADD COLUMN export_place smallint,
  ADD CONSTRAINT imports_of_export CHECK ((export_id IS NULL) = (export_place IS NULL)),
  DROP CONSTRAINT imports_kind_check,
  ADD CONSTRAINT imports_kind_check CHECK (kind IN (
    'members', 'payments', 'donations', 'suppressions',
    'exportedTypes', 'exportedStatuses', 'exportedMembers', 'exportedRelatives',
    'exportedInvoices', 'exportedPeriods', 'exportedDonations', 'exportedPayments',
    'exportedCreditUses', 'exportedConsents'));
CREATE UNIQUE INDEX imports_export_place ON imports (export_id, export_place) WHERE export_id IS NOT NULL;
