-- A backup that is restored would give back roles that were taken away since. The list beside it names the users.
ALTER TABLE revocations DROP CONSTRAINT revocations_what_check;
ALTER TABLE revocations ADD CONSTRAINT revocations_what_check
  CHECK (what IN ('removed', 'password', 'email', 'twoStep', 'recoveryCodes', 'roles'));

CREATE FUNCTION note_revocation_of_roles () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_revocation(new.id, 'roles');
  RETURN NULL;
END $$;

CREATE TRIGGER note_revocation_of_roles AFTER UPDATE OF role ON users
  FOR EACH ROW WHEN (NOT string_to_array(old.role, ',') <@ string_to_array(new.role, ','))
  EXECUTE FUNCTION note_revocation_of_roles ();
