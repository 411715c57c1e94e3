-- How often what a user signs in with was revoked. The rows are also lines of a list beside the backups, so that
-- a restore of an earlier backup knows what has become invalid since (product-rules 2.20).
CREATE TABLE revocations (
  user_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  what text NOT NULL CHECK (what IN ('removed', 'password', 'twoStep', 'recoveryCodes')),
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  PRIMARY KEY (user_id, what)
);

CREATE FUNCTION note_revocation (id uuid, kind text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO revocations (user_id, what) SELECT id, kind WHERE EXISTS (SELECT FROM users WHERE users.id = note_revocation.id)
  ON CONFLICT (user_id, what) DO UPDATE SET times = revocations.times + 1
$$;

CREATE FUNCTION note_revocation_of_user () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.password_hash IS DISTINCT FROM new.password_hash AND old.password_hash IS NOT NULL THEN
    PERFORM note_revocation(new.id, 'password');
  END IF;
  IF old.removed_at IS NULL AND new.removed_at IS NOT NULL THEN
    PERFORM note_revocation(new.id, 'removed');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER note_revocation AFTER UPDATE OF password_hash, removed_at ON users
  FOR EACH ROW EXECUTE FUNCTION note_revocation_of_user ();

CREATE FUNCTION note_revocation_of_two_step () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_revocation(coalesce(new.user_id, old.user_id), tg_argv[0]);
  RETURN NULL;
END $$;

CREATE TRIGGER note_revocation_set AFTER UPDATE OF confirmed_at ON two_step_secrets
  FOR EACH ROW WHEN (old.confirmed_at IS NULL AND new.confirmed_at IS NOT NULL)
  EXECUTE FUNCTION note_revocation_of_two_step ('twoStep');
CREATE TRIGGER note_revocation_reset AFTER DELETE ON two_step_secrets
  FOR EACH ROW EXECUTE FUNCTION note_revocation_of_two_step ('twoStep');
CREATE TRIGGER note_revocation_used AFTER UPDATE OF used_at ON recovery_codes
  FOR EACH ROW EXECUTE FUNCTION note_revocation_of_two_step ('recoveryCodes');
CREATE TRIGGER note_revocation_replaced AFTER DELETE ON recovery_codes
  FOR EACH ROW EXECUTE FUNCTION note_revocation_of_two_step ('recoveryCodes');

-- A record of a backup names a file of ours, and no other.
ALTER TABLE backups ADD CONSTRAINT backups_file_name_check
  CHECK (file_name ~ '^backup-[0-9-]+\.tar\.gz(\.age)?$');
