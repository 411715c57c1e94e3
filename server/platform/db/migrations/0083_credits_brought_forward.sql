-- A credit that was owed before these books began, and the surplus of a payment that was reported elsewhere.
ALTER TABLE payments DROP CONSTRAINT payments_reported_elsewhere,
  ADD CONSTRAINT payments_reported_elsewhere CHECK (NOT reported_elsewhere OR source = 'administrator');

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check,
  ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('received', 'carried', 'released', 'undone', 'refunded',
    'kept', 'use-undone', 'returned', 'vat', 'brought', 'payout', 'deposited', 'moved', 'charge', 'transfer',
    'elsewhere', 'line-undone', 'card-fee', 'opening', 'deferred'));
