-- As in migration 0076. Sources as an array are found by their index. With OR, each entry that is posted after a month was
-- closed read the whole ledger.
CREATE OR REPLACE FUNCTION ledger_day (day date, money uuid) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  late date;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(727031);
  IF NOT EXISTS (SELECT FROM closed_months) THEN RETURN day; END IF;
  WITH RECURSIVE same_money (id) AS (
    SELECT money
    UNION
    SELECT other.id FROM same_money AS m CROSS JOIN LATERAL (
      SELECT payment_id FROM credit_uses WHERE carried_to = m.id
      UNION ALL
      SELECT carried_to FROM credit_uses WHERE payment_id = m.id AND carried_to IS NOT NULL
    ) AS other (id)
  )
  -- Not as a join: the planner expects many rows of a recursion, and would read all entries. OFFSET 0 keeps it from
  -- looking for the maximum in the index of booked_on.
  SELECT max((
    SELECT max(l.booked_on) FROM (
      SELECT e.booked_on FROM ledger_entries AS e
      WHERE e.source_id = ANY (ARRAY(
        SELECT m.id
        UNION ALL SELECT id FROM credit_uses WHERE payment_id = m.id
        UNION ALL SELECT id FROM bank_matches WHERE payment_id = m.id
        UNION ALL SELECT b.id FROM bank_matches AS b JOIN credit_uses AS u ON u.id = b.credit_use_id
          WHERE u.payment_id = m.id)) AND e.booked_on > e.day
      OFFSET 0
    ) AS l))
  INTO late FROM same_money AS m;
  RETURN greatest(day, (last_closed_month() + interval '1 month')::date, late);
END $$;
