-- The ids that a user had before. A backup has the earlier id, so what is revoked is listed under each of them
-- (product-rules 2.20).
CREATE TABLE earlier_sign_ins (
  user_id uuid NOT NULL REFERENCES users (id) ON UPDATE CASCADE ON DELETE CASCADE,
  earlier_id uuid NOT NULL,
  PRIMARY KEY (user_id, earlier_id)
);

CREATE FUNCTION note_earlier_sign_in () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO earlier_sign_ins (user_id, earlier_id) VALUES (new.id, old.id);
  RETURN NULL;
END $$;

CREATE TRIGGER note_earlier_sign_in AFTER UPDATE OF id ON users
  FOR EACH ROW WHEN (old.id <> new.id) EXECUTE FUNCTION note_earlier_sign_in ();
