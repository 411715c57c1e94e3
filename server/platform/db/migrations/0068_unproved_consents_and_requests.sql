-- A consent that was ticked beside an address that nobody has proved waits until it is confirmed with a
-- mailed link (product-rules 9.2). Until then it counts for nothing, like one that was withdrawn at once.
ALTER TABLE consents
  ADD COLUMN is_waiting boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT consents_waiting_counts_for_nothing
    CHECK (NOT is_waiting OR (withdrawn_at IS NOT DISTINCT FROM given_at AND NOT is_beside_another));
-- Earlier consents stay, except where the person has withdrawn another consent of the address since. Until
-- now the withdrawal of a member without a proved address left the consents of donations as they were.
UPDATE consents AS c SET withdrawn_at = later.at FROM (
  SELECT email, purpose, max(withdrawn_at) AS at FROM consents
  WHERE withdrawn_at IS NOT NULL AND NOT is_beside_another GROUP BY email, purpose
) AS later
WHERE c.email = later.email AND c.purpose = later.purpose
  AND c.withdrawn_at IS NULL AND later.at > c.given_at;

-- A member who asked to be erased gets an answer. Deleting the record would delete the question with it.
CREATE FUNCTION erasure_requests_are_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an open request to be erased is answered first'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'erasure_requests_are_answered';
END $$;
CREATE TRIGGER erasure_requests_are_answered BEFORE DELETE ON erasure_requests
  FOR EACH ROW WHEN (OLD.answered_at IS NULL) EXECUTE FUNCTION erasure_requests_are_answered();
