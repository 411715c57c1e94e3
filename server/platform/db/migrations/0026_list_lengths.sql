-- The lengths of four more lists are stored. One row for each statement: a statement may add
-- a hundred thousand rows.
CREATE FUNCTION note_rows_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes
    SELECT TG_TABLE_NAME, TG_ARGV[0]::integer * count(*) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;

DROP TRIGGER invoices_longer ON invoices;
DROP TRIGGER invoices_shorter ON invoices;
DROP TRIGGER donations_longer ON donations;
DROP TRIGGER donations_shorter ON donations;
CREATE TRIGGER invoices_longer AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER invoices_shorter AFTER DELETE ON invoices REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER donations_longer AFTER INSERT ON donations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER donations_shorter AFTER DELETE ON donations REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER mails_longer AFTER INSERT ON mails REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER mails_shorter AFTER DELETE ON mails REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER audit_entries_longer AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER card_notifications_longer AFTER INSERT ON card_notifications
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER card_notifications_shorter AFTER DELETE ON card_notifications
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER suppressions_longer AFTER INSERT ON suppressions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER suppressions_shorter AFTER DELETE ON suppressions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
INSERT INTO list_changes
  SELECT 'mails', count(*) FROM mails
  UNION ALL SELECT 'audit_entries', count(*) FROM audit_entries
  UNION ALL SELECT 'card_notifications', count(*) FROM card_notifications
  UNION ALL SELECT 'suppressions', count(*) FROM suppressions;
