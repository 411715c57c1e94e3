-- Everybody who may sign in is a user, so this list grows as the members' does: see 0020.
ALTER TABLE users
  ADD COLUMN first_name_folded text NOT NULL GENERATED ALWAYS AS (fold(first_name)) STORED,
  ADD COLUMN last_name_folded text NOT NULL GENERATED ALWAYS AS (fold(last_name)) STORED,
  ADD COLUMN email_folded text NOT NULL GENERATED ALWAYS AS (fold(email)) STORED,
  ADD COLUMN phone_number_folded text NOT NULL GENERATED ALWAYS AS (fold(phone_number)) STORED;

CREATE INDEX users_first_name ON users USING gin (first_name_folded gin_trgm_ops);
CREATE INDEX users_last_name ON users USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX users_email ON users USING gin (email_folded gin_trgm_ops);
CREATE INDEX users_phone_number ON users USING gin (phone_number_folded gin_trgm_ops);

CREATE INDEX users_by_first_name ON users (first_name_folded, id) WHERE removed_at IS NULL;
CREATE INDEX users_by_last_name ON users (last_name_folded, id) WHERE removed_at IS NULL;
CREATE INDEX users_by_email ON users (email_folded, id) WHERE removed_at IS NULL;
CREATE INDEX users_by_phone_number ON users (phone_number_folded, id) WHERE removed_at IS NULL;
CREATE INDEX users_by_created_at ON users (created_at, id) WHERE removed_at IS NULL;
DROP INDEX users_office;
CREATE INDEX users_office ON users (first_name_folded, id)
  WHERE role <> 'Member' AND removed_at IS NULL;

-- Those who were removed are on no list.
INSERT INTO list_changes SELECT 'users', count(*) FROM users WHERE removed_at IS NULL;
CREATE TRIGGER users_longer AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.removed_at IS NULL) EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER users_shorter AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.removed_at IS NULL) EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER users_removed AFTER UPDATE OF removed_at ON users FOR EACH ROW
  WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL)
  EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER users_returned AFTER UPDATE OF removed_at ON users FOR EACH ROW
  WHEN (OLD.removed_at IS NOT NULL AND NEW.removed_at IS NULL)
  EXECUTE FUNCTION note_list_change('1');
