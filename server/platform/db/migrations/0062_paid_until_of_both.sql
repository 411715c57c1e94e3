-- A period that moves to another member no longer counts for the one it leaves: after a merge was undone, the
-- kept record was still paid until the end of the other one's periods.
CREATE TRIGGER membership_periods_left AFTER UPDATE ON membership_periods
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();

-- The daily run follows periods, and leaves a member without one.
UPDATE members AS m
SET paid_until = last.ends_on,
  member_status_id = CASE
    WHEN last.ends_on IS NULL AND m.archived_at IS NULL AND m.status_set_by IS NULL
      AND current.name IN ('Active', 'Due for Renewal', 'Expired') THEN pending.id
    ELSE m.member_status_id END
FROM members AS same
JOIN member_statuses AS current ON current.id = same.member_status_id
JOIN member_statuses AS pending ON pending.name = 'Pending'
LEFT JOIN (
  SELECT member_id, max(ends_on) AS ends_on FROM membership_periods GROUP BY member_id
) AS last ON last.member_id = same.id
WHERE m.id = same.id AND m.paid_until IS DISTINCT FROM last.ends_on;
