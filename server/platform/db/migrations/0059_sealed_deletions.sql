-- Payments and uses of credits are deleted by the undo of an import only. Its audit entry is sealed with each deletion.
-- The figures of a closed month are sealed, too (product-rules 23.5).
ALTER TABLE entries_to_seal
  ADD COLUMN closed_month_id uuid,
  ADD COLUMN undo_entry_id bigint,
  DROP CONSTRAINT entries_to_seal_about,
  ADD CONSTRAINT entries_to_seal_about
    CHECK (num_nonnulls(audit_entry_id, payment_id, credit_use_id, closed_month_id) = 1),
  ADD CONSTRAINT entries_to_seal_undo CHECK (undo_entry_id IS NULL OR event = 'deleted');
ALTER TABLE sealed_entries
  ADD COLUMN closed_month_id uuid,
  ADD COLUMN undo_entry_id bigint,
  DROP CONSTRAINT sealed_entries_about,
  ADD CONSTRAINT sealed_entries_about
    CHECK (num_nonnulls(audit_entry_id, payment_id, credit_use_id, closed_month_id) = 1),
  DROP CONSTRAINT sealed_entries_audit_stays,
  ADD CONSTRAINT sealed_entries_audit_stays
    CHECK (num_nonnulls(audit_entry_id, closed_month_id) = 0 OR event = 'recorded'),
  ADD CONSTRAINT sealed_entries_undo CHECK (undo_entry_id IS NULL OR event = 'deleted');
CREATE UNIQUE INDEX sealed_entries_closed_month ON sealed_entries (closed_month_id)
  WHERE closed_month_id IS NOT NULL;

-- The version before would lose the new columns. It tries again until it is stopped, and this version seals.
CREATE FUNCTION refuse_old_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.form < 2 THEN
    RAISE EXCEPTION 'seals of this form are no longer made'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'seals_of_new_form';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seals_of_new_form BEFORE INSERT ON seals
  FOR EACH ROW EXECUTE FUNCTION refuse_old_seals();

CREATE FUNCTION note_month_to_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entries_to_seal (event, closed_month_id) VALUES ('recorded', NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER closed_months_to_seal AFTER INSERT ON closed_months
  FOR EACH ROW EXECUTE FUNCTION note_month_to_seal();

CREATE FUNCTION note_deleted_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  undo_entry bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM gone) THEN RETURN NULL; END IF;
  -- Of this transaction: an entry that is sealed is of an earlier undo.
  SELECT a.id INTO undo_entry FROM audit_entries AS a
  WHERE a.subject_id = nullif(current_setting('imports.undoing', true), '')::uuid
    AND a.action = 'undoImport'
    AND NOT EXISTS (SELECT FROM sealed_entries AS s WHERE s.audit_entry_id = a.id)
  ORDER BY a.id DESC LIMIT 1;
  IF undo_entry IS NULL THEN
    RAISE EXCEPTION 'payments and uses of credits are deleted by the undo of an import only'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'money_stays';
  END IF;
  INSERT INTO entries_to_seal (event, payment_id, credit_use_id, undo_entry_id)
  SELECT 'deleted', CASE TG_TABLE_NAME WHEN 'payments' THEN id END,
    CASE TG_TABLE_NAME WHEN 'credit_uses' THEN id END, undo_entry
  FROM gone;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_deleted AFTER DELETE ON payments REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_money();
CREATE TRIGGER credit_uses_deleted AFTER DELETE ON credit_uses REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_money();

-- Deletions that are not sealed yet. The version before noted the audit entry after them.
UPDATE entries_to_seal AS d SET undo_entry_id = (
  SELECT a.id FROM entries_to_seal AS e JOIN audit_entries AS a ON a.id = e.audit_entry_id
  WHERE e.id > d.id AND a.action = 'undoImport' ORDER BY e.id LIMIT 1)
WHERE d.event = 'deleted';
INSERT INTO entries_to_seal (event, closed_month_id)
  SELECT 'recorded', id FROM closed_months ORDER BY closed_at, id;
