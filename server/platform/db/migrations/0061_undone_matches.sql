-- Money that the bank took back came with a line, which stays matched as long as the reversal is booked
-- (product-rules 25.8). Before, this held for payments of bank lines only, not for those recorded by hand.
CREATE OR REPLACE FUNCTION check_bank_match() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_out boolean;
  fits boolean := true;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.reversed_at IS NULL THEN
      RAISE EXCEPTION 'a match stays until it is undone'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_stay';
    END IF;
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS NULL
      OR (NEW.line_id, NEW.kind, NEW.amount_cents, NEW.payment_id, NEW.credit_use_id)
        IS DISTINCT FROM (OLD.line_id, OLD.kind, OLD.amount_cents, OLD.payment_id, OLD.credit_use_id)
    THEN
      RAISE EXCEPTION 'a match stays, or is undone'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_stay';
    END IF;
    IF OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL AND NEW.kind <> 'reversal' THEN
      -- Its payment would be money from nowhere.
      IF EXISTS (
        SELECT FROM payments
        WHERE id = NEW.payment_id AND source = 'bank' AND reversed_at IS NULL)
      THEN
        RAISE EXCEPTION 'a payment from a bank statement has its match'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_bank_matched';
      END IF;
      -- Locked, so that a reversal that is being booked is seen.
      PERFORM FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
      IF EXISTS (
        SELECT FROM bank_matches
        WHERE payment_id = NEW.payment_id AND kind = 'reversal' AND reversed_at IS NULL)
      THEN
        RAISE EXCEPTION 'the line of money that went back stays matched'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_taken_back';
      END IF;
    END IF;
    IF NEW.reversed_at IS NOT NULL THEN
      NEW.payer_key := NULL;
    END IF;
    RETURN NEW;
  END IF;
  SELECT amount_cents < 0 INTO is_out FROM bank_lines WHERE id = NEW.line_id;
  IF NEW.kind <> 'charge' AND is_out <> (NEW.kind IN ('refund', 'reversal')) THEN
    RAISE EXCEPTION 'money in is not money out'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_direction';
  END IF;
  -- Locked, so that its undo sees this match.
  IF NEW.payment_id IS NOT NULL THEN
    PERFORM FROM payments
      WHERE id = NEW.payment_id AND amount_cents = NEW.amount_cents AND reversed_at IS NULL
        AND CASE NEW.kind
          WHEN 'recorded' THEN source = 'administrator'
          WHEN 'reversal' THEN source IN ('administrator', 'bank')
          ELSE source = 'bank' END
      FOR NO KEY UPDATE;
    fits := FOUND;
  ELSIF NEW.credit_use_id IS NOT NULL THEN
    PERFORM FROM credit_uses
      WHERE id = NEW.credit_use_id AND amount_cents = NEW.amount_cents AND kind = 'refund'
        AND reversed_at IS NULL
      FOR NO KEY UPDATE;
    fits := FOUND;
  END IF;
  IF NOT fits THEN
    RAISE EXCEPTION 'a match has the amount of what it is matched with'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_amount';
  END IF;
  RETURN NEW;
END $$;

-- A payer is known from what is matched now, so that every undo takes the memory back, wherever it is made
-- (product-rules 25.6). An undone match has no payer.
ALTER TABLE bank_matches
  ADD COLUMN payer_key text CHECK (char_length(payer_key) BETWEEN 4 AND 100);
-- Of each match the words that were remembered for its person and are all in the text of its line.
UPDATE bank_matches AS m SET payer_key = known.payer_key FROM (
  SELECT DISTINCT ON (m.id) m.id, b.payer_key
  FROM bank_matches AS m
  JOIN bank_lines AS l ON l.id = m.line_id
  JOIN payments AS p ON p.id = m.payment_id
  LEFT JOIN invoices AS i ON i.id = p.invoice_id
  LEFT JOIN donations AS d ON d.id = p.donation_id
  JOIN bank_payers AS b ON coalesce(b.member_id::text, b.email)
    = coalesce(i.member_id::text, lower(coalesce(i.payer_email, d.email)))
  WHERE m.reversed_at IS NULL AND m.kind <> 'reversal' AND NOT EXISTS (
    SELECT FROM unnest(string_to_array(b.payer_key, ' ')) AS words (word)
    WHERE strpos(text_key(l.text || l.reference), text_key(word)) = 0)
  ORDER BY m.id, char_length(b.payer_key) DESC, b.id
) AS known WHERE known.id = m.id;
-- The version before continues to write the table during the update, and a later one drops it (decision 52).
-- A merge that is undone must not look for its rows.
UPDATE member_merges SET changes = (
    SELECT coalesce(jsonb_agg(change ORDER BY place), '[]')
    FROM jsonb_array_elements(changes) WITH ORDINALITY AS c (change, place)
    WHERE change ->> 'table' <> 'bank_payers')
  WHERE changes @? '$[*] ? (@.table == "bank_payers")';
DELETE FROM bank_payers;
CREATE INDEX bank_matches_by_payer ON bank_matches (payer_key) WHERE payer_key IS NOT NULL;
CREATE INDEX bank_matches_remembered ON bank_matches (recorded_at) WHERE payer_key IS NOT NULL;
