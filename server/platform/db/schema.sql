-- Made by `node scripts/dump-schema.ts` from the migrations, to be read and not to be run.

CREATE EXTENSION btree_gist;
CREATE EXTENSION pg_trgm;
CREATE EXTENSION unaccent;

CREATE OR REPLACE FUNCTION public.audit_entries_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('privacy.erasing', true) = 'on'
    AND (NEW.subject_name, NEW.before, NEW.after) = ('Erased', '{}'::jsonb, '{}'::jsonb)
    AND (NEW.by_name = OLD.by_name OR (OLD.by_user_id IS NULL AND NEW.by_name = 'Erased'))
    AND (NEW.id, NEW.at, NEW.by_user_id, NEW.action, NEW.subject_kind, NEW.subject_id)
      IS NOT DISTINCT FROM
        (OLD.id, OLD.at, OLD.by_user_id, OLD.action, OLD.subject_kind, OLD.subject_id)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what was noted stays as it is' USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.book_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  invoice invoices := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  before integer := CASE WHEN OLD.voided_at IS NULL
    THEN coalesce(OLD.amount_cents - OLD.written_off_cents, 0) ELSE 0 END;
  after integer := CASE WHEN NEW.voided_at IS NULL
    THEN coalesce(NEW.amount_cents - NEW.written_off_cents, 0) ELSE 0 END;
  written_off_at timestamptz := (SELECT recorded_at FROM write_offs
    WHERE id = coalesce(NEW.write_off_id, OLD.write_off_id));
BEGIN
  IF invoice.reported_elsewhere THEN RETURN NULL; END IF;
  INSERT INTO invoice_changes (day, event, invoice_id, invoice_number, vat_percent, owed_cents)
  SELECT (b.at AT TIME ZONE 'Africa/Johannesburg')::date, b.event, invoice.id, invoice.number,
    (invoice.issuer -> 'vat' ->> 'percent')::smallint, b.cents
  FROM (
    SELECT NEW.created_at AS at, 'issued' AS event, NEW.amount_cents AS cents WHERE TG_OP = 'INSERT'
    -- An import can bring invoices that are void already.
    UNION ALL
    SELECT NEW.voided_at, 'voided', -NEW.amount_cents
    WHERE TG_OP = 'INSERT' AND NEW.voided_at IS NOT NULL
    UNION ALL
    -- Voiding and writing off, and their undo, are of that day. Any other change corrects the day of the invoice.
    SELECT coalesce(NEW.voided_at, OLD.voided_at, written_off_at, NEW.created_at),
      CASE WHEN NEW.voided_at IS NOT NULL OR NEW.write_off_id IS NOT NULL THEN 'voided'
        WHEN OLD.voided_at IS NOT NULL OR OLD.write_off_id IS NOT NULL THEN 'restored' ELSE 'changed' END,
      after - before
    WHERE TG_OP = 'UPDATE'
    UNION ALL
    SELECT moved.at, moved.event, moved.cents
    FROM (VALUES (OLD.created_at, 'deleted', -after), (NEW.created_at, 'issued', after))
      AS moved (at, event, cents)
    WHERE TG_OP = 'UPDATE' AND after = before
      AND (OLD.created_at AT TIME ZONE 'Africa/Johannesburg')::date
        <> (NEW.created_at AT TIME ZONE 'Africa/Johannesburg')::date
    UNION ALL
    SELECT OLD.created_at, 'deleted', -before WHERE TG_OP = 'DELETE'
  ) AS b
  WHERE b.cents <> 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.cash_differences_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.day, NEW.cents, NEW.recorded_at, NEW.recorded_by)
      = (OLD.id, OLD.day, OLD.cents, OLD.recorded_at, OLD.recorded_by)
    AND (OLD.reversed_at IS NULL OR NEW.reversed_at = OLD.reversed_at)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a difference of the cash stays, or is undone'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'cash_differences_stay';
END $function$;

CREATE OR REPLACE FUNCTION public.check_bank_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      OR (NEW.line_id, NEW.kind, NEW.amount_cents, NEW.payment_id, NEW.credit_use_id, NEW.fee_cents)
        IS DISTINCT FROM (OLD.line_id, OLD.kind, OLD.amount_cents, OLD.payment_id, OLD.credit_use_id, OLD.fee_cents)
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
  -- A card machine settles payments, refunds, returns and its fees as one line, and a payment can be in a line of money out.
  IF NEW.kind NOT IN ('charge', 'transfer') AND is_out <> (NEW.kind IN ('refund', 'reversal', 'kept-fee', 'kept-charge'))
    AND NOT (NOT is_out AND (NEW.kind IN ('reversal', 'kept-fee', 'kept-charge') OR NEW.kind = 'refund'
      AND EXISTS (SELECT FROM credit_uses WHERE id = NEW.credit_use_id AND refunded_by = 'Card Machine')))
    AND NOT (is_out AND NEW.kind = 'recorded'
      AND EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND method = 'Card Machine'))
  THEN
    RAISE EXCEPTION 'money in is not money out'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_matches_direction';
  END IF;
  -- Locked, so that its undo sees this match.
  IF NEW.payment_id IS NOT NULL THEN
    PERFORM FROM payments AS p
      WHERE id = NEW.payment_id AND amount_cents = NEW.amount_cents + NEW.fee_cents
        AND (reversed_at IS NULL OR returned_on IS NOT NULL AND NEW.kind IN ('recorded', 'reversal')
          -- The line that took it back is there before the line that brought it.
          OR NEW.kind = 'recorded' AND EXISTS (SELECT FROM bank_matches AS r
            WHERE r.payment_id = p.id AND r.kind = 'reversal' AND r.reversed_at IS NULL))
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
END $function$;

CREATE OR REPLACE FUNCTION public.check_bank_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM payments WHERE id = NEW.id AND reversed_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM bank_matches
      WHERE payment_id = NEW.id AND kind <> 'reversal' AND reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'a payment from a bank statement has its match'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_bank_matched';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_ledger_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT entry_id, sum(cents) AS cents, count(*) AS lines FROM added GROUP BY 1) AS a
    WHERE a.cents <> 0 OR a.lines <> (SELECT count(*) FROM ledger_lines AS l WHERE l.entry_id = a.entry_id)
  ) THEN
    RAISE EXCEPTION 'the lines of an entry add up to nothing'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balance';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.check_ledger_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Postings share this lock. Closing a month has it alone, so it waits for them, and they for it.
  PERFORM pg_advisory_xact_lock_shared(727031);
  IF NEW.booked_on < (last_closed_month() + interval '1 month')::date THEN
    RAISE EXCEPTION 'nothing is booked in a closed month'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_open_month';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.check_payout_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM bank_matches
    WHERE id = NEW.match_id AND kind = 'payout' AND reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'card payments are paid out by a payout'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_entries_of_payout';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.close_in_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  last date;
BEGIN
  PERFORM pg_advisory_xact_lock(727031);
  last := last_closed_month();
  IF TG_OP = 'INSERT' AND NEW.reopened_at IS NULL AND (CASE
    WHEN last IS NOT NULL THEN NEW.month = (last + interval '1 month')::date
    ELSE NOT EXISTS (SELECT FROM invoice_changes WHERE booked_on < NEW.month)
      AND NOT EXISTS (SELECT FROM ledger_entries WHERE booked_on < NEW.month AND kind NOT IN ('opening', 'brought')) END)
  THEN RETURN NEW;
  END IF;
  -- The last one can be reopened. Its row stays.
  IF TG_OP = 'UPDATE' AND OLD.reopened_at IS NULL AND OLD.month = last AND NEW.reopened_at IS NOT NULL
    AND (NEW.id, NEW.month, NEW.figures, NEW.closed_at, NEW.closed_by)
      = (OLD.id, OLD.month, OLD.figures, OLD.closed_at, OLD.closed_by)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'months are closed in their order, and a closed month stays'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_months_in_order';
END $function$;

CREATE OR REPLACE FUNCTION public.containing(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (('%'::text || regexp_replace(fold($1), '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text);

CREATE OR REPLACE FUNCTION public.count_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.invoice_id IS NOT NULL THEN
    UPDATE invoices AS i SET
      paid_cents = i.paid_cents + NEW.counted_cents,
      payment_id = CASE
        WHEN i.paid_cents + NEW.counted_cents < i.amount_cents THEN NULL
        WHEN i.paid_cents = 0 THEN NEW.id
        ELSE (SELECT p.id FROM payments AS p WHERE p.invoice_id = i.id AND p.counts_for = i.id
          ORDER BY p.paid_on DESC, p.recorded_at DESC, p.id LIMIT 1) END
      WHERE i.id = NEW.invoice_id;
  ELSE
    UPDATE donations SET
      paid_cents = paid_cents + NEW.counted_cents, payment_id = NEW.id, needs_answer_since = NULL
      WHERE id = NEW.donation_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.counters_only_rise()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.last_used < OLD.last_used THEN
    RAISE EXCEPTION 'the % counter can only rise (% to %)', OLD.name, OLD.last_used, NEW.last_used
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.derive_paid_until()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE members SET paid_until = last.ends_on
    FROM (
      SELECT c.member_id, max(p.ends_on) AS ends_on
      FROM (SELECT DISTINCT member_id FROM changed) AS c
      LEFT JOIN membership_periods AS p ON p.member_id = c.member_id
      GROUP BY c.member_id
    ) AS last
    WHERE members.id = last.member_id AND members.paid_until IS DISTINCT FROM last.ends_on;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.email_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((replace(split_part(split_part(lower($1), '@'::text, 1), '+'::text, 1), '.'::text, ''::text) || '@'::text) || split_part(lower($1), '@'::text, 2));

CREATE OR REPLACE FUNCTION public.end_corrected_province()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.corrected_province := NULL;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.erasure_requests_are_answered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'an open request to be erased is answered first'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'erasure_requests_are_answered';
END $function$;

CREATE OR REPLACE FUNCTION public.fold(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, $1));

CREATE OR REPLACE FUNCTION public.invoice_changes_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'what was owed on a day stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_changes_stay';
END $function$;

CREATE OR REPLACE FUNCTION public.invoices_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('privacy.erasing', true) = 'on'
    AND NEW.payer_first_name IN (OLD.payer_first_name, 'Erased')
    AND NEW.payer_last_name IN (OLD.payer_last_name, 'person')
    AND NEW.payer_email IN (OLD.payer_email, 'erased@erased.invalid')
    AND NEW.payer_address IN (OLD.payer_address, '')
    AND NEW.line IN (OLD.line, 'Erased')
    AND (NEW.amount_cents, NEW.issuer) = (OLD.amount_cents, OLD.issuer)
    AND NEW.voided_at IS NOT DISTINCT FROM OLD.voided_at
  THEN RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE'
    OR (OLD.voided_at IS NOT NULL AND NEW.voided_at IS NULL
      AND current_setting('members.undoing_merge', true) IS DISTINCT FROM 'on')
    OR (OLD.payer_first_name, OLD.payer_last_name, OLD.payer_email, OLD.payer_address,
        OLD.line, OLD.amount_cents, OLD.issuer)
      IS DISTINCT FROM
       (NEW.payer_first_name, NEW.payer_last_name, NEW.payer_email, NEW.payer_address,
        NEW.line, NEW.amount_cents, NEW.issuer)
  THEN
    RAISE EXCEPTION 'an invoice that was sent, paid or voided stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_stay';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.last_closed_month()
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  SELECT max(month) FROM closed_months WHERE reopened_at IS NULL
$function$;

CREATE OR REPLACE FUNCTION public.ledger_day(day date, money uuid)
 RETURNS date
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'an entry of the ledger stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_stays';
END $function$;

CREATE OR REPLACE FUNCTION public.logos_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a logo is not changed or deleted, because invoices show it'
    USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.money_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM gone) AND NOT EXISTS (
    SELECT FROM audit_entries WHERE action = 'undoImport'
      AND subject_id = nullif(current_setting('imports.undoing', true), '')::uuid
  ) THEN
    RAISE EXCEPTION 'payments and uses of credits are deleted by the undo of an import only'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'money_stays';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.month_digests_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the digest of a month stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'month_digests_stay';
END $function$;

CREATE OR REPLACE FUNCTION public.note_bank_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  change integer := CASE WHEN NEW.reversed_at IS NULL THEN NEW.amount_cents ELSE 0 END;
  is_in boolean := (SELECT amount_cents > 0 FROM bank_lines WHERE id = NEW.line_id);
  opens_payment boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.reversed_at IS NULL THEN
    change := change - OLD.amount_cents;
  END IF;
  opens_payment := change < 0 AND NEW.kind = 'reversal';
  IF opens_payment AND EXISTS (SELECT FROM payments AS p JOIN credit_uses AS u ON u.payment_id = p.id
    WHERE p.id = NEW.payment_id AND p.returned_on IS NULL AND u.reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'the money of a payment that never came is not used'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_used_stays';
  END IF;
  -- Both can be parts of this line: what makes room for the other one goes last.
  IF opens_payment AND is_in THEN
    PERFORM open_line_of_reversal(NEW);
  END IF;
  -- What moves the other way than its line makes room for other parts.
  IF (CASE WHEN is_in THEN NEW.kind IN ('refund', 'reversal', 'kept-fee', 'kept-charge') ELSE NEW.kind = 'recorded' END) THEN
    change := -change;
  END IF;
  UPDATE bank_lines SET
    booked_cents = booked_cents + change,
    state = CASE WHEN booked_cents + change = abs(amount_cents) THEN 'matched' ELSE 'open' END
    WHERE id = NEW.line_id AND change <> 0;
  IF opens_payment AND NOT is_in THEN
    PERFORM open_line_of_reversal(NEW);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_credit_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  before integer := 0;
  after integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := CASE WHEN OLD.reversed_at IS NULL THEN OLD.amount_cents ELSE 0 END;
    IF OLD.reversed_at IS NOT NULL AND NEW.reversed_at IS NULL
      OR (NEW.payment_id, NEW.amount_cents) IS DISTINCT FROM (OLD.payment_id, OLD.amount_cents)
    THEN
      RAISE EXCEPTION 'the use of a credit stays, or is reversed'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_uses_stay';
    END IF;
  END IF;
  after := CASE WHEN NEW.reversed_at IS NULL THEN NEW.amount_cents ELSE 0 END;
  UPDATE payments SET used_cents = used_cents + after - before
    WHERE id = NEW.payment_id AND after <> before;
  -- After the update, which has locked the payment.
  IF TG_OP = 'INSERT' AND (NEW.amount_cents < 0) <>
    EXISTS (SELECT FROM payments WHERE id = NEW.payment_id AND reversed_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'a credit is used, and what is owed of money that went back is given up'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_uses_of_payment';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_earlier_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO earlier_sign_ins (user_id, earlier_id) VALUES (new.id, old.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_list_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO list_changes VALUES (TG_TABLE_NAME, TG_ARGV[0]::integer);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_member_to_compare()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO members_to_compare VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_recipients_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, count(*), max(sent_at) FROM added GROUP BY 1, 2;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_recipients_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, sum(change), max(sent_at) FROM (
      SELECT bulk_email_id, outcome, 1 AS change, sent_at FROM added
      UNION ALL SELECT bulk_email_id, outcome, -1, NULL FROM gone
    ) AS rows GROUP BY 1, 2 HAVING sum(change) <> 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_recipients_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO bulk_recipient_changes
    SELECT bulk_email_id, outcome, -count(*), NULL FROM gone GROUP BY 1, 2;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_revocation(id uuid, kind text)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO revocations (user_id, what) SELECT id, kind WHERE EXISTS (SELECT FROM users WHERE users.id = note_revocation.id)
  ON CONFLICT (user_id, what) DO UPDATE SET times = revocations.times + 1
$function$;

CREATE OR REPLACE FUNCTION public.note_revocation_of_roles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM note_revocation(new.id, 'roles');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_revocation_of_two_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM note_revocation(coalesce(new.user_id, old.user_id), tg_argv[0]);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_revocation_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF old.password_hash IS DISTINCT FROM new.password_hash AND old.password_hash IS NOT NULL THEN
    PERFORM note_revocation(new.id, 'password');
  END IF;
  IF old.email <> new.email THEN
    PERFORM note_revocation(new.id, 'email');
  END IF;
  IF old.removed_at IS NULL AND new.removed_at IS NOT NULL THEN
    PERFORM note_revocation(new.id, 'removed');
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_rows_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO list_changes
    SELECT TG_TABLE_NAME, TG_ARGV[0]::integer * count(*) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_unpaid_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'invoices' THEN
    INSERT INTO list_changes SELECT 'unpaid_invoices', count(*) FROM added
      WHERE is_open HAVING count(*) > 0;
  ELSE
    INSERT INTO list_changes SELECT 'pending_donations', count(*) FROM added
      WHERE payment_id IS NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_unpaid_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO list_changes VALUES (TG_ARGV[0], TG_ARGV[1]::integer);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.open_line_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE bank_matches AS m SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
    reversed_reason = NEW.reversed_reason
    WHERE m.payment_id = NEW.id AND m.reversed_at IS NULL AND NOT EXISTS (
      SELECT FROM bank_matches AS r
      WHERE r.payment_id = NEW.id AND r.kind = 'reversal' AND r.reversed_at IS NULL);
  IF NEW.used_cents > 0 AND NEW.returned_on IS NULL AND NOT EXISTS (
    SELECT FROM bank_matches WHERE payment_id = NEW.id AND kind = 'reversal' AND reversed_at IS NULL)
  THEN
    RAISE EXCEPTION 'the money of a payment that was a mistake is not used'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_used_stays';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.open_line_of_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE bank_matches SET reversed_at = NEW.reversed_at, reversed_by = NEW.reversed_by,
    reversed_reason = NEW.reversed_reason
    WHERE credit_use_id = NEW.id AND reversed_at IS NULL;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.open_line_of_reversal(reversal bank_matches)
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE bank_matches SET reversed_at = reversal.reversed_at, reversed_by = reversal.reversed_by,
    reversed_reason = reversal.reversed_reason
    WHERE payment_id = reversal.payment_id AND reversed_at IS NULL AND kind <> 'reversal'
      -- The day on which this one went back was entered, so it came.
      AND NOT EXISTS (SELECT FROM payments WHERE id = reversal.payment_id AND returned_on IS NOT NULL);
$function$;

CREATE OR REPLACE FUNCTION public.phone_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (length(regexp_replace($1, '[^0-9]'::text, ''::text, 'g'::text)) >= 9) THEN "right"(regexp_replace($1, '[^0-9]'::text, ''::text, 'g'::text), 9) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.posts_vat(day date, money uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  booked date := ledger_day(day, money);
BEGIN
  RETURN EXISTS (
    SELECT FROM company_info WHERE vat_basis = 'payments' AND booked >= coalesce(vat_basis_from, booked));
END $function$;

CREATE OR REPLACE FUNCTION public.province_of(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (btrim($1) !~ '^[0-9]{4}$'::text) THEN NULL::text WHEN ((btrim($1) >= '0001'::text) AND (btrim($1) <= '0299'::text)) THEN 'Gauteng'::text WHEN ((btrim($1) >= '0300'::text) AND (btrim($1) <= '0499'::text)) THEN 'North West'::text WHEN ((btrim($1) >= '0500'::text) AND (btrim($1) <= '0999'::text)) THEN 'Limpopo'::text WHEN ((btrim($1) >= '1000'::text) AND (btrim($1) <= '1399'::text)) THEN 'Mpumalanga'::text WHEN ((btrim($1) >= '1400'::text) AND (btrim($1) <= '2199'::text)) THEN 'Gauteng'::text WHEN ((btrim($1) >= '2200'::text) AND (btrim($1) <= '2499'::text)) THEN 'Mpumalanga'::text WHEN ((btrim($1) >= '2500'::text) AND (btrim($1) <= '2899'::text)) THEN 'North West'::text WHEN ((btrim($1) >= '2900'::text) AND (btrim($1) <= '4730'::text)) THEN 'KwaZulu-Natal'::text WHEN ((btrim($1) >= '4731'::text) AND (btrim($1) <= '6499'::text)) THEN 'Eastern Cape'::text WHEN ((btrim($1) >= '6500'::text) AND (btrim($1) <= '8099'::text)) THEN 'Western Cape'::text WHEN ((btrim($1) >= '8300'::text) AND (btrim($1) <= '8999'::text)) THEN 'Northern Cape'::text WHEN ((btrim($1) >= '9300'::text) AND (btrim($1) <= '9999'::text)) THEN 'Free State'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.record_of_mail(about jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((about ->> 'userId'::text), (about ->> 'invoiceId'::text), (about ->> 'donationId'::text), (about ->> 'periodId'::text), (about ->> 'relativeId'::text));

CREATE OR REPLACE FUNCTION public.release_payout_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM payout_entries WHERE match_id = NEW.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.security_events_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF coalesce(current_setting('app.retention', true), '') = 'on' THEN RETURN OLD; END IF;
  -- Counted again, or the user was deleted or got another id.
  ELSIF (OLD.first_at, OLD.kind, OLD.detail, OLD.client, OLD.device, OLD.slot)
      IS NOT DISTINCT FROM (NEW.first_at, NEW.kind, NEW.detail, NEW.client, NEW.device, NEW.slot)
    AND NEW.count >= OLD.count AND NEW.at >= OLD.at
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the security record stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'security_events_stay';
END $function$;

CREATE OR REPLACE FUNCTION public.set_booked_on()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- Bookings share this lock. Closing a month has it alone, so it waits for them, and they for it.
  PERFORM pg_advisory_xact_lock_shared(727031);
  NEW.booked_on := greatest(NEW.day, (last_closed_month() + interval '1 month')::date,
    (SELECT max(booked_on) FROM invoice_changes WHERE invoice_id = NEW.invoice_id AND booked_on > day));
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.set_donation_digest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR current_setting('privacy.erasing', true) = 'on' OR OLD.payment_id IS NULL THEN
    NEW.digest := encode(sha256(convert_to(jsonb_build_array(NEW.number, NEW.first_name, NEW.last_name, NEW.email,
      NEW.amount_cents, extract(epoch FROM NEW.created_at))::text, 'UTF8')), 'hex');
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.set_invoice_digest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR current_setting('privacy.erasing', true) = 'on'
    OR num_nonnulls(OLD.sent_at, OLD.payment_id, OLD.voided_at) = 0
    OR OLD.voided_at IS DISTINCT FROM NEW.voided_at
  THEN
    NEW.digest := encode(sha256(convert_to(jsonb_build_array(NEW.number, NEW.payer_first_name, NEW.payer_last_name,
      NEW.payer_email, NEW.payer_address, NEW.line, NEW.amount_cents, NEW.issuer, extract(epoch FROM NEW.created_at),
      extract(epoch FROM NEW.voided_at))::text, 'UTF8')), 'hex');
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.text_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN NULLIF(regexp_replace(fold($1), '[^[:alnum:]]'::text, ''::text, 'g'::text), ''::text);

CREATE OR REPLACE FUNCTION public.town_of(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN NULLIF(btrim("substring"(regexp_replace($1, '([\n,]\s*(south africa|suid-afrika|rsa|gauteng|north west|limpopo|mpumalanga|kwazulu-natal|eastern cape|western cape|northern cape|free state)[\s.,0-9]*)+$'::text, ''::text, 'i'::text), '(?:^|[\n,])([^\n,0-9]*[[:alpha:]][^\n,0-9]*)(?:[0-9]{4}[\s).;]*)?(?:[\n,][^[:alpha:]]*)?$'::text), ' 	.;:-('::text), ''::text);

CREATE OR REPLACE FUNCTION public.two_step_codes_work_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a code that was used, and those before it, are not accepted again'
    USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.uncount_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  before integer := CASE WHEN OLD.reversed_at IS NULL THEN OLD.counted_cents ELSE 0 END;
  after integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    after := CASE WHEN NEW.reversed_at IS NULL THEN NEW.counted_cents ELSE 0 END;
    IF after > before
      OR (NEW.amount_cents, NEW.invoice_id, NEW.donation_id)
        IS DISTINCT FROM (OLD.amount_cents, OLD.invoice_id, OLD.donation_id)
    THEN
      RAISE EXCEPTION 'a payment keeps its amount and its record'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_stay';
    END IF;
  END IF;
  IF after < before THEN
    UPDATE invoices SET paid_cents = paid_cents - (before - after), payment_id = NULL
      WHERE id = OLD.invoice_id;
    UPDATE donations SET paid_cents = paid_cents - (before - after), payment_id = NULL
      WHERE id = OLD.donation_id;
  END IF;
  RETURN CASE WHEN TG_OP = 'UPDATE' THEN NEW ELSE OLD END;
END $function$;

CREATE OR REPLACE FUNCTION public.withdraw_booked_donation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE donations SET withdrawn_at = NEW.reversed_at
    WHERE id = NEW.donation_id AND payment_id IS NULL AND withdrawn_at IS NULL
      AND EXISTS (SELECT FROM bank_matches WHERE payment_id = NEW.id AND kind = 'new-donation')
      AND NOT EXISTS (SELECT FROM payments WHERE donation_id = NEW.donation_id AND reversed_at IS NULL);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.write_offs_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.number, NEW.invoice_id, NEW.amount_cents, NEW.as_paid, NEW.recorded_at, NEW.recorded_by)
      = (OLD.number, OLD.invoice_id, OLD.amount_cents, OLD.as_paid, OLD.recorded_at, OLD.recorded_by)
    AND (OLD.reversed_at IS NULL OR NEW.reversed_at = OLD.reversed_at)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a write-off stays, or is undone'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'write_offs_stay';
END $function$;

CREATE OR REPLACE FUNCTION public.zero_padded(integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lpad(($1)::text, GREATEST(5, length(($1)::text)), '0'::text);

CREATE TABLE ageing_notices (
  relative_id uuid NOT NULL,
  noted_at timestamp with time zone NOT NULL,
  mail_id uuid NOT NULL,
  CONSTRAINT ageing_notices_pkey PRIMARY KEY (relative_id),
  CONSTRAINT ageing_notices_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id),
  CONSTRAINT ageing_notices_relative_id_fkey FOREIGN KEY (relative_id) REFERENCES member_relatives(id) ON DELETE CASCADE
);
CREATE INDEX ageing_notices_by_mail ON ageing_notices USING btree (mail_id);

CREATE TABLE audit_entries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  by_user_id uuid,
  by_name text NOT NULL,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid NOT NULL,
  subject_name text NOT NULL,
  before jsonb NOT NULL DEFAULT '{}'::jsonb,
  after jsonb NOT NULL DEFAULT '{}'::jsonb,
  search_text text NOT NULL DEFAULT fold(((by_name || ' '::text) || subject_name)),
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id),
  CONSTRAINT audit_entries_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(id)
);
CREATE INDEX audit_entries_at_id_idx ON audit_entries USING btree (at, id);
CREATE INDEX audit_entries_by_name ON audit_entries USING gin (fold(by_name) gin_trgm_ops);
CREATE INDEX audit_entries_by_name_in_order ON audit_entries USING btree (fold(by_name), id);
CREATE INDEX audit_entries_by_subject_name ON audit_entries USING btree (fold(subject_name), id);
CREATE INDEX audit_entries_by_user_id_idx ON audit_entries USING btree (by_user_id);
CREATE INDEX audit_entries_search ON audit_entries USING gin (search_text gin_trgm_ops);
CREATE INDEX audit_entries_subject_id_id_idx ON audit_entries USING btree (subject_id, id);
CREATE INDEX audit_entries_subject_name ON audit_entries USING gin (fold(subject_name) gin_trgm_ops);
CREATE INDEX audit_entries_with_details ON audit_entries USING btree (at) WHERE ((subject_name <> 'Erased'::text) AND (subject_kind <> ALL (ARRAY['companyInfo'::text, 'memberType'::text, 'memberStatus'::text, 'bulkEmail'::text, 'restore'::text])));
CREATE TRIGGER audit_entries_longer AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER audit_entries_stay BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_stay();

CREATE TABLE backup_tests (
  id uuid NOT NULL,
  backup_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  scratch_database text,
  finished_at timestamp with time zone,
  way text,
  why_verified text,
  failure text,
  copy_folder text,
  copy_failure text,
  CONSTRAINT backup_tests_pkey PRIMARY KEY (id),
  CONSTRAINT backup_tests_backup_id_fkey FOREIGN KEY (backup_id) REFERENCES backups(id),
  CONSTRAINT backup_tests_copy_check CHECK ((((copy_folder IS NULL) OR (finished_at IS NOT NULL)) AND ((copy_failure IS NULL) OR (copy_folder IS NOT NULL)))),
  CONSTRAINT backup_tests_failure_check CHECK (((failure IS NULL) OR (finished_at IS NOT NULL))),
  CONSTRAINT backup_tests_finished_check CHECK (((finished_at IS NULL) = (way IS NULL))),
  CONSTRAINT backup_tests_scratch_database_check CHECK ((scratch_database ~ '^backup_test_[0-9a-f]{16}$'::text)),
  CONSTRAINT backup_tests_way_check CHECK ((way = ANY (ARRAY['restored'::text, 'verified'::text]))),
  CONSTRAINT backup_tests_why_check CHECK (((why_verified IS NOT NULL) = (NOT (way IS DISTINCT FROM 'verified'::text))))
);
CREATE INDEX backup_tests_backup_id_idx ON backup_tests USING btree (backup_id);
CREATE INDEX backup_tests_started_at_idx ON backup_tests USING btree (started_at);
CREATE INDEX backup_tests_unfinished ON backup_tests USING btree (started_at) WHERE (finished_at IS NULL);

CREATE TABLE backups (
  id uuid NOT NULL,
  night date,
  requested_by uuid,
  requested_at timestamp with time zone NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  started_at timestamp with time zone,
  host text,
  folder text,
  file_name text,
  made_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  bytes bigint,
  row_count bigint,
  is_encrypted boolean NOT NULL DEFAULT false,
  has_keys boolean NOT NULL DEFAULT false,
  removed_at timestamp with time zone,
  copy_folder text,
  copied_at timestamp with time zone,
  copy_failure text,
  copy_removed_at timestamp with time zone,
  CONSTRAINT backups_pkey PRIMARY KEY (id),
  CONSTRAINT backups_night_key UNIQUE (night),
  CONSTRAINT backups_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  CONSTRAINT backups_attempts_check CHECK (((attempts >= 0) AND (attempts <= 3))),
  CONSTRAINT backups_bytes_check CHECK ((bytes > 0)),
  CONSTRAINT backups_copy_check CHECK ((((copy_folder IS NOT NULL) AND (made_at IS NOT NULL)) OR (num_nonnulls(copy_folder, copied_at, copy_failure) = 0))),
  CONSTRAINT backups_copy_outcome_check CHECK (((copied_at IS NULL) OR (copy_failure IS NULL))),
  CONSTRAINT backups_copy_removed_check CHECK (((copy_removed_at IS NULL) OR (copied_at IS NOT NULL))),
  CONSTRAINT backups_failure_check CHECK (((failed_at IS NULL) = (failure IS NULL))),
  CONSTRAINT backups_file_name_check CHECK ((file_name ~ '^backup-[0-9-]+\.tar\.gz(\.age)?$'::text)),
  CONSTRAINT backups_made_check CHECK (((made_at IS NULL) OR (num_nulls(started_at, bytes, row_count) = 0))),
  CONSTRAINT backups_outcome_check CHECK (((made_at IS NULL) OR (failed_at IS NULL))),
  CONSTRAINT backups_place_check CHECK ((num_nulls(started_at, host, folder, file_name) = ANY (ARRAY[0, 4]))),
  CONSTRAINT backups_reason_check CHECK (((night IS NULL) <> (requested_by IS NULL))),
  CONSTRAINT backups_removed_check CHECK (((removed_at IS NULL) OR (made_at IS NOT NULL))),
  CONSTRAINT backups_row_count_check CHECK ((row_count >= 0))
);
CREATE INDEX backups_made ON backups USING btree (made_at, id) WHERE (made_at IS NOT NULL);
CREATE UNIQUE INDEX backups_one_waiting ON backups USING btree ((true)) WHERE ((requested_by IS NOT NULL) AND (made_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX backups_requested_at_id_idx ON backups USING btree (requested_at, id);
CREATE INDEX backups_requested_by_idx ON backups USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE INDEX backups_uncopied ON backups USING btree (requested_at) WHERE ((copy_folder IS NOT NULL) AND (copied_at IS NULL) AND (copy_failure IS NULL));
CREATE INDEX backups_unfinished ON backups USING btree (requested_at) WHERE ((made_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX backups_with_copy ON backups USING btree (made_at) WHERE ((copied_at IS NOT NULL) AND (copy_removed_at IS NULL));
CREATE INDEX backups_with_file ON backups USING btree (made_at) WHERE ((made_at IS NOT NULL) AND (removed_at IS NULL));

CREATE TABLE bank_accounts (
  id uuid NOT NULL,
  bank text NOT NULL,
  number text NOT NULL,
  name text NOT NULL,
  source text,
  mapping jsonb,
  created_at timestamp with time zone NOT NULL,
  takes_eft boolean NOT NULL DEFAULT false,
  CONSTRAINT bank_accounts_pkey PRIMARY KEY (id),
  CONSTRAINT bank_accounts_bank_number_key UNIQUE (bank, number),
  CONSTRAINT bank_accounts_bank_check CHECK ((bank <> ''::text)),
  CONSTRAINT bank_accounts_name_check CHECK (((name = btrim(name)) AND (char_length(name) <= 60))),
  CONSTRAINT bank_accounts_number_check CHECK ((number ~ '^\d{4,30}$'::text)),
  CONSTRAINT bank_accounts_source_check CHECK ((source = ANY (ARRAY['csv'::text, 'ofx'::text, 'mt940'::text])))
);
CREATE INDEX bank_accounts_number_idx ON bank_accounts USING btree (number);
CREATE UNIQUE INDEX bank_accounts_one_takes_eft ON bank_accounts USING btree (takes_eft) WHERE takes_eft;

CREATE TABLE bank_lines (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  row_number integer NOT NULL,
  day date NOT NULL,
  amount_cents bigint NOT NULL,
  fee_cents bigint NOT NULL DEFAULT 0,
  text text NOT NULL,
  reference text NOT NULL,
  kind text NOT NULL,
  normal_text text NOT NULL,
  occurrence integer NOT NULL,
  balance_cents bigint,
  bank_number text,
  state text NOT NULL DEFAULT 'open'::text,
  booked_cents bigint NOT NULL DEFAULT 0,
  dismissed_reason text,
  dismissed_by uuid,
  dismissed_at timestamp with time zone,
  search_text text NOT NULL DEFAULT fold(((text || ' '::text) || reference)),
  certainty text NOT NULL DEFAULT 'none'::text,
  judged_at timestamp with time zone,
  certain_records uuid[] NOT NULL DEFAULT '{}'::uuid[],
  CONSTRAINT bank_lines_pkey PRIMARY KEY (id),
  CONSTRAINT bank_lines_once UNIQUE (account_id, day, amount_cents, normal_text, occurrence),
  CONSTRAINT bank_lines_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES users(id),
  CONSTRAINT bank_lines_statement_id_account_id_fkey FOREIGN KEY (statement_id, account_id) REFERENCES bank_statements(id, account_id),
  CONSTRAINT bank_lines_amount_cents_check CHECK ((amount_cents <> 0)),
  CONSTRAINT bank_lines_bank_number_check CHECK ((bank_number <> ''::text)),
  CONSTRAINT bank_lines_booked CHECK ((booked_cents <= abs(amount_cents))),
  CONSTRAINT bank_lines_certainty_check CHECK ((certainty = ANY (ARRAY['certain'::text, 'likely'::text, 'possible'::text, 'none'::text]))),
  CONSTRAINT bank_lines_dismissed CHECK (
CASE state
    WHEN 'dismissed'::text THEN ((num_nulls(dismissed_reason, dismissed_by, dismissed_at) = 0) AND (booked_cents = 0))
    ELSE (num_nonnulls(dismissed_reason, dismissed_by, dismissed_at) = 0)
END),
  CONSTRAINT bank_lines_dismissed_reason_check CHECK ((dismissed_reason <> ''::text)),
  CONSTRAINT bank_lines_matched CHECK (((state = 'matched'::text) = (booked_cents = abs(amount_cents)))),
  CONSTRAINT bank_lines_normal_text_check CHECK ((char_length(normal_text) <= 400)),
  CONSTRAINT bank_lines_occurrence_check CHECK ((occurrence > 0)),
  CONSTRAINT bank_lines_row_number_check CHECK ((row_number > 0)),
  CONSTRAINT bank_lines_state_check CHECK ((state = ANY (ARRAY['open'::text, 'matched'::text, 'dismissed'::text]))),
  CONSTRAINT bank_lines_text_check CHECK ((char_length(text) <= 1000))
);
CREATE INDEX bank_lines_account_id_bank_number_idx ON bank_lines USING btree (account_id, bank_number) WHERE (bank_number IS NOT NULL);
CREATE INDEX bank_lines_by_amount ON bank_lines USING btree (account_id, amount_cents, day);
CREATE INDEX bank_lines_by_state ON bank_lines USING btree (state, day, row_number, id);
CREATE INDEX bank_lines_dismissed_by_idx ON bank_lines USING btree (dismissed_by) WHERE (dismissed_by IS NOT NULL);
CREATE INDEX bank_lines_open ON bank_lines USING btree (certainty, day, row_number, id) INCLUDE (amount_cents, booked_cents) WHERE (state = 'open'::text);
CREATE INDEX bank_lines_search ON bank_lines USING gin (search_text gin_trgm_ops);
CREATE INDEX bank_lines_statement_id_day_row_number_id_idx ON bank_lines USING btree (statement_id, day, row_number, id);
CREATE INDEX bank_lines_used ON bank_lines USING btree (statement_id) WHERE ((state <> 'open'::text) OR (booked_cents <> 0));

CREATE TABLE bank_matches (
  id uuid NOT NULL,
  line_id uuid NOT NULL,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  payment_id uuid,
  credit_use_id uuid,
  certainty text NOT NULL,
  why text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversed_reason text,
  payer_key text,
  fee_cents integer NOT NULL DEFAULT 0,
  CONSTRAINT bank_matches_pkey PRIMARY KEY (id),
  CONSTRAINT bank_matches_credit_use_id_fkey FOREIGN KEY (credit_use_id) REFERENCES credit_uses(id),
  CONSTRAINT bank_matches_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id) ON DELETE CASCADE,
  CONSTRAINT bank_matches_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT bank_matches_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT bank_matches_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  CONSTRAINT bank_matches_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT bank_matches_certainty_check CHECK ((certainty = ANY (ARRAY['certain'::text, 'likely'::text, 'possible'::text, 'none'::text]))),
  CONSTRAINT bank_matches_fee_cents_check CHECK (((fee_cents >= 0) AND ((fee_cents = 0) OR (kind = ANY (ARRAY['recorded'::text, 'reversal'::text]))))),
  CONSTRAINT bank_matches_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'donation'::text, 'recorded'::text, 'new-donation'::text, 'credit'::text, 'payout'::text, 'charge'::text, 'charge-back'::text, 'kept-fee'::text, 'kept-charge'::text, 'transfer'::text, 'refund'::text, 'reversal'::text]))),
  CONSTRAINT bank_matches_payer_key_check CHECK (((char_length(payer_key) >= 4) AND (char_length(payer_key) <= 100))),
  CONSTRAINT bank_matches_reversed_whole CHECK ((num_nonnulls(reversed_at, reversed_by, reversed_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT bank_matches_target CHECK (
CASE
    WHEN (kind = 'refund'::text) THEN ((credit_use_id IS NOT NULL) AND (payment_id IS NULL))
    WHEN (kind = ANY (ARRAY['payout'::text, 'charge'::text, 'charge-back'::text, 'kept-fee'::text, 'kept-charge'::text, 'transfer'::text])) THEN (num_nonnulls(payment_id, credit_use_id) = 0)
    ELSE ((payment_id IS NOT NULL) AND (credit_use_id IS NULL))
END),
  CONSTRAINT bank_matches_why_check CHECK ((why <> ''::text))
);
CREATE INDEX bank_matches_by_payer ON bank_matches USING btree (payer_key) WHERE (payer_key IS NOT NULL);
CREATE INDEX bank_matches_credit_use_id_idx ON bank_matches USING btree (credit_use_id) WHERE (credit_use_id IS NOT NULL);
CREATE INDEX bank_matches_line_id_idx ON bank_matches USING btree (line_id);
CREATE UNIQUE INDEX bank_matches_one_of_credit_use ON bank_matches USING btree (credit_use_id) WHERE (reversed_at IS NULL);
CREATE UNIQUE INDEX bank_matches_one_of_payment ON bank_matches USING btree (payment_id) WHERE ((reversed_at IS NULL) AND (kind <> 'reversal'::text));
CREATE UNIQUE INDEX bank_matches_one_reversal ON bank_matches USING btree (payment_id) WHERE ((reversed_at IS NULL) AND (kind = 'reversal'::text));
CREATE INDEX bank_matches_payment_id_idx ON bank_matches USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX bank_matches_payouts ON bank_matches USING btree (recorded_at) WHERE ((kind = 'payout'::text) AND (reversed_at IS NULL));
CREATE INDEX bank_matches_recorded_by_idx ON bank_matches USING btree (recorded_by);
CREATE INDEX bank_matches_remembered ON bank_matches USING btree (recorded_at) WHERE (payer_key IS NOT NULL);
CREATE INDEX bank_matches_reversed_by_idx ON bank_matches USING btree (reversed_by) WHERE (reversed_by IS NOT NULL);
CREATE TRIGGER bank_matches_checked BEFORE INSERT OR DELETE OR UPDATE ON bank_matches FOR EACH ROW EXECUTE FUNCTION check_bank_match();
CREATE TRIGGER bank_matches_noted AFTER INSERT OR UPDATE OF reversed_at ON bank_matches FOR EACH ROW EXECUTE FUNCTION note_bank_match();
CREATE TRIGGER bank_matches_release_payout AFTER UPDATE ON bank_matches FOR EACH ROW WHEN (((new.kind = 'payout'::text) AND (new.reversed_at IS NOT NULL))) EXECUTE FUNCTION release_payout_entries();

CREATE TABLE bank_statement_files (
  statement_id uuid NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT bank_statement_files_pkey PRIMARY KEY (statement_id),
  CONSTRAINT bank_statement_files_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id) ON DELETE CASCADE,
  CONSTRAINT bank_statement_files_bytes_check CHECK ((octet_length(bytes) <= 11534336))
);

CREATE TABLE bank_statements (
  id uuid NOT NULL,
  account_id uuid,
  file_name text NOT NULL,
  sha256 text NOT NULL,
  state text NOT NULL,
  source text,
  layout text,
  bank text,
  account_number text,
  currency text,
  from_day date,
  to_day date,
  opening_cents bigint,
  closing_cents bigint,
  balance text NOT NULL DEFAULT 'none'::text,
  line_count integer NOT NULL DEFAULT 0,
  new_count integer NOT NULL DEFAULT 0,
  known_count integer NOT NULL DEFAULT 0,
  skipped jsonb NOT NULL DEFAULT '{}'::jsonb,
  warnings text[] NOT NULL DEFAULT '{}'::text[],
  problem text,
  sample jsonb,
  file_table jsonb,
  mapping jsonb,
  done integer NOT NULL DEFAULT 0,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  imported_by uuid,
  imported_at timestamp with time zone,
  digest text,
  same_lines jsonb,
  same_rows integer[],
  CONSTRAINT bank_statements_pkey PRIMARY KEY (id),
  CONSTRAINT bank_statements_id_account_id_key UNIQUE (id, account_id),
  CONSTRAINT bank_statements_sha256_key UNIQUE (sha256),
  CONSTRAINT bank_statements_account_id_fkey FOREIGN KEY (account_id) REFERENCES bank_accounts(id),
  CONSTRAINT bank_statements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT bank_statements_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES users(id),
  CONSTRAINT bank_statements_account_when_imported CHECK (((state = 'uploaded'::text) OR (num_nulls(account_id, source, layout, from_day, to_day) = 0))),
  CONSTRAINT bank_statements_all_counted CHECK (((state <> 'imported'::text) OR ((done = line_count) AND ((new_count + known_count) = line_count)))),
  CONSTRAINT bank_statements_balance_check CHECK ((balance = ANY (ARRAY['lines'::text, 'sum'::text, 'failed'::text, 'none'::text]))),
  CONSTRAINT bank_statements_check CHECK (((done >= 0) AND (done <= line_count))),
  CONSTRAINT bank_statements_check1 CHECK ((to_day >= from_day)),
  CONSTRAINT bank_statements_check2 CHECK (((state = 'uploaded'::text) = (imported_by IS NULL))),
  CONSTRAINT bank_statements_check3 CHECK (((state = 'imported'::text) = (imported_at IS NOT NULL))),
  CONSTRAINT bank_statements_file_name_check CHECK ((file_name <> ''::text)),
  CONSTRAINT bank_statements_known_count_check CHECK ((known_count >= 0)),
  CONSTRAINT bank_statements_layout_check CHECK ((layout <> ''::text)),
  CONSTRAINT bank_statements_new_count_check CHECK ((new_count >= 0)),
  CONSTRAINT bank_statements_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT bank_statements_source_check CHECK ((source = ANY (ARRAY['csv'::text, 'ofx'::text, 'mt940'::text]))),
  CONSTRAINT bank_statements_state_check CHECK ((state = ANY (ARRAY['uploaded'::text, 'importing'::text, 'imported'::text])))
);
CREATE INDEX bank_statements_account_id_to_day_idx ON bank_statements USING btree (account_id, to_day) WHERE (account_id IS NOT NULL);
CREATE INDEX bank_statements_by_file_name ON bank_statements USING btree (fold(file_name), id);
CREATE INDEX bank_statements_created_at_id_idx ON bank_statements USING btree (created_at, id);
CREATE INDEX bank_statements_created_by_idx ON bank_statements USING btree (created_by);
CREATE INDEX bank_statements_imported_by_idx ON bank_statements USING btree (imported_by) WHERE (imported_by IS NOT NULL);
CREATE INDEX bank_statements_waiting ON bank_statements USING btree (created_at) WHERE (state <> 'imported'::text);

CREATE TABLE book_settings (
  is_the_only_one boolean NOT NULL DEFAULT true,
  year_end_month smallint NOT NULL DEFAULT 2,
  shows_deferred boolean NOT NULL DEFAULT false,
  accounts jsonb NOT NULL DEFAULT '{}'::jsonb,
  tax_rate text NOT NULL DEFAULT 'No VAT'::text,
  lines_posted_at timestamp with time zone,
  voids_audited_from timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT book_settings_pkey PRIMARY KEY (is_the_only_one),
  CONSTRAINT book_settings_accounts_check CHECK ((jsonb_typeof(accounts) = 'object'::text)),
  CONSTRAINT book_settings_is_the_only_one_check CHECK (is_the_only_one),
  CONSTRAINT book_settings_tax_rate_check CHECK (((char_length(tax_rate) >= 1) AND (char_length(tax_rate) <= 60))),
  CONSTRAINT book_settings_year_end_month_check CHECK (((year_end_month >= 1) AND (year_end_month <= 12)))
);

CREATE TABLE bulk_emails (
  id uuid NOT NULL,
  communication_list_id uuid NOT NULL,
  subject text NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  is_appeal boolean NOT NULL DEFAULT false,
  attachment_id uuid,
  created_by uuid,
  created_at timestamp with time zone NOT NULL,
  processing_at timestamp with time zone,
  processing_by uuid,
  completed_at timestamp with time zone,
  paused_at timestamp with time zone,
  stopped_at timestamp with time zone,
  held_at timestamp with time zone,
  held_reason text,
  failures_in_a_row integer NOT NULL DEFAULT 0,
  trouble text,
  search_text text NOT NULL DEFAULT fold(((subject || ' '::text) || title)),
  saved_search_id uuid,
  goes_to_search boolean DEFAULT 
CASE
    WHEN (saved_search_id IS NOT NULL) THEN true
    ELSE NULL::boolean
END,
  sent_to_name text,
  CONSTRAINT bulk_emails_pkey PRIMARY KEY (id),
  CONSTRAINT bulk_emails_attachment_id_fkey FOREIGN KEY (attachment_id) REFERENCES files(id),
  CONSTRAINT bulk_emails_communication_list_id_fkey FOREIGN KEY (communication_list_id) REFERENCES communication_lists(id),
  CONSTRAINT bulk_emails_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT bulk_emails_processing_by_fkey FOREIGN KEY (processing_by) REFERENCES users(id),
  CONSTRAINT bulk_emails_saved_search FOREIGN KEY (saved_search_id, goes_to_search) REFERENCES saved_searches(id, is_for_bulk_emails),
  CONSTRAINT bulk_emails_check CHECK (((processing_at IS NOT NULL) OR (num_nonnulls(completed_at, paused_at, stopped_at, held_at, processing_by) = 0))),
  CONSTRAINT bulk_emails_check1 CHECK (((held_at IS NULL) = (held_reason IS NULL))),
  CONSTRAINT bulk_emails_failures_in_a_row_check CHECK ((failures_in_a_row >= 0)),
  CONSTRAINT bulk_emails_search_while_pending CHECK (((saved_search_id IS NULL) OR (processing_at IS NULL))),
  CONSTRAINT bulk_emails_sent_to_name CHECK (((sent_to_name IS NULL) OR (processing_at IS NOT NULL)))
);
CREATE INDEX bulk_emails_attachment_id_idx ON bulk_emails USING btree (attachment_id) WHERE (attachment_id IS NOT NULL);
CREATE INDEX bulk_emails_by_list ON bulk_emails USING btree (communication_list_id, id);
CREATE INDEX bulk_emails_by_subject ON bulk_emails USING btree (fold(subject), id);
CREATE INDEX bulk_emails_created_at_id_idx ON bulk_emails USING btree (created_at, id);
CREATE INDEX bulk_emails_created_by_idx ON bulk_emails USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX bulk_emails_processing_by_idx ON bulk_emails USING btree (processing_by) WHERE (processing_by IS NOT NULL);
CREATE INDEX bulk_emails_running ON bulk_emails USING btree (processing_at) WHERE ((processing_at IS NOT NULL) AND (completed_at IS NULL));
CREATE INDEX bulk_emails_saved_search_id_idx ON bulk_emails USING btree (saved_search_id) WHERE (saved_search_id IS NOT NULL);
CREATE INDEX bulk_emails_search ON bulk_emails USING gin (search_text gin_trgm_ops);
CREATE INDEX bulk_emails_subject ON bulk_emails USING gin (fold(subject) gin_trgm_ops);

CREATE TABLE bulk_recipient_changes (
  bulk_email_id uuid NOT NULL,
  outcome text NOT NULL,
  change integer NOT NULL,
  last_sent_at timestamp with time zone
);
CREATE INDEX bulk_recipient_changes_sum ON bulk_recipient_changes USING btree (bulk_email_id) INCLUDE (outcome, change, last_sent_at);

CREATE TABLE bulk_recipients (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  bulk_email_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  replacements jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  sending_at timestamp with time zone,
  sending_by integer,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  suppressed_at timestamp with time zone,
  uncertain_at timestamp with time zone,
  answer text,
  outcome text NOT NULL DEFAULT 
CASE
    WHEN (sent_at IS NOT NULL) THEN 'sent'::text
    WHEN (failed_at IS NOT NULL) THEN 'failed'::text
    WHEN (suppressed_at IS NOT NULL) THEN 'suppressed'::text
    WHEN (uncertain_at IS NOT NULL) THEN 'uncertain'::text
    WHEN (sending_by IS NOT NULL) THEN 'sending'::text
    ELSE 'pending'::text
END,
  uncounted integer NOT NULL DEFAULT 0,
  CONSTRAINT bulk_recipients_pkey PRIMARY KEY (id),
  CONSTRAINT bulk_recipients_bulk_email_id_email_key UNIQUE (bulk_email_id, email),
  CONSTRAINT bulk_recipients_bulk_email_id_fkey FOREIGN KEY (bulk_email_id) REFERENCES bulk_emails(id),
  CONSTRAINT bulk_recipients_check CHECK ((num_nonnulls(sent_at, failed_at, suppressed_at, uncertain_at, sending_by) <= 1)),
  CONSTRAINT bulk_recipients_check1 CHECK (((sending_by IS NULL) OR (sending_at IS NOT NULL))),
  CONSTRAINT bulk_recipients_check2 CHECK (((uncounted >= 0) AND (uncounted <= attempts)))
);
CREATE INDEX bulk_recipients_bulk_email_id_outcome_idx ON bulk_recipients USING btree (bulk_email_id, outcome);
CREATE INDEX bulk_recipients_by_email ON bulk_recipients USING btree (email);
CREATE INDEX bulk_recipients_deferred ON bulk_recipients USING btree (bulk_email_id, next_attempt_at) WHERE ((outcome = 'pending'::text) AND (next_attempt_at IS NOT NULL));
CREATE INDEX bulk_recipients_pending ON bulk_recipients USING btree (bulk_email_id, id) WHERE (outcome = 'pending'::text);
CREATE INDEX bulk_recipients_sending ON bulk_recipients USING btree (sending_by) WHERE (sending_by IS NOT NULL);
CREATE INDEX bulk_recipients_sending_at_idx ON bulk_recipients USING btree (sending_at) WHERE (sending_at IS NOT NULL);
CREATE INDEX bulk_recipients_with_address ON bulk_recipients USING btree (bulk_email_id) WHERE (email !~~ '%@erased.invalid'::text);
CREATE TRIGGER bulk_recipients_added AFTER INSERT ON bulk_recipients REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_added();
CREATE TRIGGER bulk_recipients_changed AFTER UPDATE ON bulk_recipients REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_changed();
CREATE TRIGGER bulk_recipients_gone AFTER DELETE ON bulk_recipients REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_recipients_gone();

CREATE TABLE card_notifications (
  id uuid NOT NULL,
  kind text NOT NULL,
  body bytea NOT NULL,
  source_address text NOT NULL,
  is_signed boolean NOT NULL,
  received_at timestamp with time zone NOT NULL,
  record_id text NOT NULL DEFAULT ''::text,
  provider_id text NOT NULL DEFAULT ''::text,
  payment_status text NOT NULL DEFAULT ''::text,
  amount_cents integer,
  verdict text,
  checks jsonb NOT NULL DEFAULT '[]'::jsonb,
  judged_at timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  record_number text NOT NULL DEFAULT ''::text,
  search_text text NOT NULL DEFAULT fold(((((((provider_id || ' '::text) || record_id) || ' '::text) || payment_status) || ' '::text) || record_number)),
  fee_cents integer,
  CONSTRAINT card_notifications_pkey PRIMARY KEY (id),
  CONSTRAINT card_notifications_body_check CHECK ((octet_length(body) <= 16384)),
  CONSTRAINT card_notifications_check CHECK (((verdict IS NULL) = (judged_at IS NULL))),
  CONSTRAINT card_notifications_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'donation'::text]))),
  CONSTRAINT card_notifications_verdict_check CHECK ((verdict = ANY (ARRAY['settled'::text, 'already'::text, 'credit'::text, 'cancelled'::text, 'failed'::text, 'pending'::text, 'refused'::text, 'unconfirmed'::text, 'unjudged'::text])))
);
CREATE INDEX card_notifications_by_amount ON card_notifications USING btree (COALESCE(amount_cents, 0), id);
CREATE INDEX card_notifications_by_provider_id ON card_notifications USING btree (fold(provider_id), id);
CREATE INDEX card_notifications_by_record ON card_notifications USING btree (record_id);
CREATE INDEX card_notifications_due ON card_notifications USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX card_notifications_provider ON card_notifications USING gin (fold(provider_id) gin_trgm_ops);
CREATE INDEX card_notifications_received_at_id_idx ON card_notifications USING btree (received_at, id);
CREATE INDEX card_notifications_record ON card_notifications USING gin (fold(record_id) gin_trgm_ops);
CREATE INDEX card_notifications_search ON card_notifications USING gin (search_text gin_trgm_ops);
CREATE INDEX card_notifications_unsigned ON card_notifications USING btree (received_at) WHERE (NOT is_signed);
CREATE INDEX card_notifications_with_body ON card_notifications USING btree (received_at) WHERE ((body <> '\x'::bytea) AND (next_attempt_at IS NULL));
CREATE INDEX card_notifications_with_fee ON card_notifications USING btree (provider_id) WHERE (verdict = ANY (ARRAY['settled'::text, 'credit'::text]));
CREATE TRIGGER card_notifications_longer AFTER INSERT ON card_notifications REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER card_notifications_shorter AFTER DELETE ON card_notifications REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');

CREATE TABLE cash_counts (
  day date NOT NULL,
  cents bigint NOT NULL,
  CONSTRAINT cash_counts_pkey PRIMARY KEY (day),
  CONSTRAINT cash_counts_cents_check CHECK (((cents >= 0) AND (cents < '100000000000'::bigint)))
);

CREATE TABLE cash_differences (
  id uuid NOT NULL,
  day date NOT NULL,
  cents bigint NOT NULL,
  reason text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversed_reason text,
  CONSTRAINT cash_differences_pkey PRIMARY KEY (id),
  CONSTRAINT cash_differences_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT cash_differences_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  CONSTRAINT cash_differences_cents_check CHECK (((cents <> 0) AND (abs(cents) < '100000000000'::bigint))),
  CONSTRAINT cash_differences_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT cash_differences_reversed_whole CHECK ((num_nonnulls(reversed_at, reversed_by, reversed_reason) = ANY (ARRAY[0, 3])))
);
CREATE INDEX cash_differences_day_idx ON cash_differences USING btree (day);
CREATE INDEX cash_differences_recorded_by_idx ON cash_differences USING btree (recorded_by);
CREATE INDEX cash_differences_reversed_by_idx ON cash_differences USING btree (reversed_by) WHERE (reversed_by IS NOT NULL);
CREATE TRIGGER cash_differences_stay BEFORE DELETE OR UPDATE ON cash_differences FOR EACH ROW EXECUTE FUNCTION cash_differences_stay();

CREATE TABLE closed_months (
  id uuid NOT NULL,
  month date NOT NULL,
  figures jsonb NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  closed_by uuid NOT NULL,
  reopened_at timestamp with time zone,
  reopened_by uuid,
  reopened_reason text,
  schedules jsonb,
  CONSTRAINT closed_months_pkey PRIMARY KEY (id),
  CONSTRAINT closed_months_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  CONSTRAINT closed_months_reopened_by_fkey FOREIGN KEY (reopened_by) REFERENCES users(id),
  CONSTRAINT closed_months_figures_check CHECK ((jsonb_typeof(figures) = 'object'::text)),
  CONSTRAINT closed_months_first_day CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  CONSTRAINT closed_months_past CHECK ((((closed_at AT TIME ZONE 'Africa/Johannesburg'::text))::date >= ((month + '1 mon'::interval))::date)),
  CONSTRAINT closed_months_reopened_reason_check CHECK (((char_length(reopened_reason) >= 1) AND (char_length(reopened_reason) <= 1000))),
  CONSTRAINT closed_months_reopened_whole CHECK ((num_nonnulls(reopened_at, reopened_by, reopened_reason) = ANY (ARRAY[0, 3])))
);
CREATE INDEX closed_months_closed ON closed_months USING btree (month) WHERE (reopened_at IS NULL);
CREATE INDEX closed_months_closed_by_idx ON closed_months USING btree (closed_by);
CREATE INDEX closed_months_reopened_by_idx ON closed_months USING btree (reopened_by) WHERE (reopened_by IS NOT NULL);
CREATE TRIGGER closed_months_in_order BEFORE INSERT OR DELETE OR UPDATE ON closed_months FOR EACH ROW EXECUTE FUNCTION close_in_order();

CREATE TABLE communication_lists (
  id uuid NOT NULL,
  name text NOT NULL,
  audience text NOT NULL,
  place smallint NOT NULL,
  replacement_values jsonb NOT NULL,
  CONSTRAINT communication_lists_pkey PRIMARY KEY (id),
  CONSTRAINT communication_lists_audience_key UNIQUE (audience),
  CONSTRAINT communication_lists_name_key UNIQUE (name),
  CONSTRAINT communication_lists_place_key UNIQUE (place),
  CONSTRAINT communication_lists_audience_check CHECK ((audience = ANY (ARRAY['all'::text, 'active'::text, 'due'::text, 'expired'::text, 'donors'::text])))
);

CREATE TABLE company_info (
  id uuid NOT NULL,
  is_the_only_one boolean NOT NULL DEFAULT true,
  name text NOT NULL DEFAULT ''::text,
  email text NOT NULL DEFAULT ''::text,
  phone text NOT NULL DEFAULT ''::text,
  address text NOT NULL DEFAULT ''::text,
  bank text NOT NULL DEFAULT ''::text,
  account_type text NOT NULL DEFAULT ''::text,
  branch_code text NOT NULL DEFAULT ''::text,
  account_number text NOT NULL DEFAULT ''::text,
  swift_code text NOT NULL DEFAULT ''::text,
  notes text NOT NULL DEFAULT ''::text,
  membership_expiry_date date,
  created_at timestamp with time zone NOT NULL,
  donation_presets_cents integer[] NOT NULL DEFAULT '{10000,25000,50000}'::integer[],
  vat_number text NOT NULL DEFAULT ''::text,
  pbo_number text NOT NULL DEFAULT ''::text,
  mails_per_minute integer,
  mails_per_day integer,
  logo text,
  account_number_changed_by uuid,
  account_number_changed_at timestamp with time zone,
  backups_kept smallint NOT NULL DEFAULT 14,
  backup_copy_folder text NOT NULL DEFAULT ''::text,
  two_step_required_from date,
  vat_basis text,
  vat_basis_from date,
  began_closed_at timestamp with time zone,
  why_give text NOT NULL DEFAULT ''::text,
  started_empty_at timestamp with time zone,
  test_mail_id uuid,
  CONSTRAINT company_info_pkey PRIMARY KEY (id),
  CONSTRAINT company_info_is_the_only_one_key UNIQUE (is_the_only_one),
  CONSTRAINT company_info_account_number_changed_by_fkey FOREIGN KEY (account_number_changed_by) REFERENCES users(id),
  CONSTRAINT company_info_logo_fkey FOREIGN KEY (logo) REFERENCES logos(hash),
  CONSTRAINT company_info_test_mail_id_fkey FOREIGN KEY (test_mail_id) REFERENCES mails(id) ON DELETE SET NULL,
  CONSTRAINT company_info_account_number_changed_check CHECK (((account_number_changed_by IS NULL) = (account_number_changed_at IS NULL))),
  CONSTRAINT company_info_backups_kept_check CHECK (((backups_kept >= 1) AND (backups_kept <= 365))),
  CONSTRAINT company_info_donation_presets_cents_check CHECK (((cardinality(donation_presets_cents) = 3) AND (array_position(donation_presets_cents, NULL::integer) IS NULL) AND (0 < ALL (donation_presets_cents)))),
  CONSTRAINT company_info_is_the_only_one_check CHECK (is_the_only_one),
  CONSTRAINT company_info_mails_per_day_check CHECK (((mails_per_day >= 1) AND (mails_per_day <= 10000000))),
  CONSTRAINT company_info_mails_per_minute_check CHECK (((mails_per_minute >= 1) AND (mails_per_minute <= 100000))),
  CONSTRAINT company_info_vat_basis_check CHECK ((vat_basis = ANY (ARRAY['payments'::text, 'invoices'::text])))
);
CREATE INDEX company_info_account_number_changed_by_idx ON company_info USING btree (account_number_changed_by) WHERE (account_number_changed_by IS NOT NULL);
CREATE INDEX company_info_logo_idx ON company_info USING btree (logo) WHERE (logo IS NOT NULL);
CREATE INDEX company_info_test_mail_id_idx ON company_info USING btree (test_mail_id) WHERE (test_mail_id IS NOT NULL);

CREATE TABLE consents (
  id uuid NOT NULL,
  email text NOT NULL,
  purpose text NOT NULL,
  words text NOT NULL,
  source text NOT NULL,
  given_at timestamp with time zone NOT NULL,
  withdrawn_at timestamp with time zone,
  given_by uuid,
  is_beside_another boolean NOT NULL DEFAULT false,
  is_waiting boolean NOT NULL DEFAULT false,
  CONSTRAINT consents_pkey PRIMARY KEY (id),
  CONSTRAINT consents_given_by_fkey FOREIGN KEY (given_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT consents_beside_another_is_withdrawn CHECK (((NOT is_beside_another) OR (withdrawn_at IS NOT NULL))),
  CONSTRAINT consents_check CHECK ((withdrawn_at >= given_at)),
  CONSTRAINT consents_email_check CHECK ((email = lower(email))),
  CONSTRAINT consents_purpose_check CHECK ((purpose = ANY (ARRAY['news'::text, 'appeals'::text]))),
  CONSTRAINT consents_source_check CHECK ((source <> ''::text)),
  CONSTRAINT consents_waiting_counts_for_nothing CHECK (((NOT is_waiting) OR ((NOT (withdrawn_at IS DISTINCT FROM given_at)) AND (NOT is_beside_another)))),
  CONSTRAINT consents_words_check CHECK ((words <> ''::text))
);
CREATE INDEX consents_by_email ON consents USING btree (email);
CREATE INDEX consents_given_by_idx ON consents USING btree (given_by) WHERE (given_by IS NOT NULL);
CREATE UNIQUE INDEX consents_live ON consents USING btree (email, purpose) WHERE (withdrawn_at IS NULL);
CREATE INDEX consents_withdrawn ON consents USING btree (withdrawn_at) WHERE ((withdrawn_at IS NOT NULL) AND (NOT is_beside_another));

CREATE TABLE counters (
  name text NOT NULL,
  last_used integer NOT NULL DEFAULT 0,
  CONSTRAINT counters_pkey PRIMARY KEY (name),
  CONSTRAINT counters_last_used_check CHECK ((last_used >= 0)),
  CONSTRAINT counters_name_check CHECK ((name = ANY (ARRAY['invoice'::text, 'member'::text, 'donation'::text, 'credit-note'::text])))
);
CREATE TRIGGER counters_only_rise BEFORE UPDATE ON counters FOR EACH ROW EXECUTE FUNCTION counters_only_rise();

CREATE TABLE credit_uses (
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  used_on date NOT NULL,
  reference text,
  reason text,
  carried_to uuid,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversed_reason text,
  vat_cents integer NOT NULL DEFAULT 0,
  refunded_by text,
  CONSTRAINT credit_uses_pkey PRIMARY KEY (id),
  CONSTRAINT credit_uses_carried_to_key UNIQUE (carried_to),
  CONSTRAINT credit_uses_carried_to_fkey FOREIGN KEY (carried_to) REFERENCES payments(id),
  CONSTRAINT credit_uses_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT credit_uses_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT credit_uses_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  CONSTRAINT credit_uses_amount_cents_check CHECK (((amount_cents > 0) OR ((amount_cents < 0) AND (kind = 'other'::text)))),
  CONSTRAINT credit_uses_carried_check CHECK (((carried_to IS NOT NULL) = (kind = ANY (ARRAY['invoice'::text, 'donation'::text])))),
  CONSTRAINT credit_uses_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'invoice'::text, 'donation'::text, 'other'::text]))),
  CONSTRAINT credit_uses_other_check CHECK (((kind <> 'other'::text) OR (reason IS NOT NULL))),
  CONSTRAINT credit_uses_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT credit_uses_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 100))),
  CONSTRAINT credit_uses_refund CHECK (((refunded_by IS NULL) OR (kind = 'refund'::text))),
  CONSTRAINT credit_uses_refunded_by_check CHECK ((refunded_by = ANY (ARRAY['EFT'::text, 'Cash'::text, 'Credit Card'::text, 'World Remit'::text, 'Wise'::text, 'Card Machine'::text, 'SnapScan'::text, 'Cheque'::text, 'Other'::text]))),
  CONSTRAINT credit_uses_reversed_whole CHECK ((num_nonnulls(reversed_at, reversed_by, reversed_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT credit_uses_vat CHECK (((vat_cents = 0) OR ((kind = 'other'::text) AND ((vat_cents >= 1) AND (vat_cents <= amount_cents)))))
);
CREATE INDEX credit_uses_by_card ON credit_uses USING btree (used_on) WHERE ((refunded_by = 'Credit Card'::text) AND (reversed_at IS NULL));
CREATE INDEX credit_uses_payment_id_idx ON credit_uses USING btree (payment_id);
CREATE INDEX credit_uses_recorded_by_idx ON credit_uses USING btree (recorded_by);
CREATE INDEX credit_uses_refunds ON credit_uses USING btree (amount_cents, used_on) WHERE ((reversed_at IS NULL) AND (kind = 'refund'::text));
CREATE INDEX credit_uses_reversed_by_idx ON credit_uses USING btree (reversed_by) WHERE (reversed_by IS NOT NULL);
CREATE TRIGGER credit_uses_deleted AFTER DELETE ON credit_uses REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION money_stays();
CREATE TRIGGER credit_uses_line_opened AFTER UPDATE OF reversed_at ON credit_uses FOR EACH ROW WHEN (((old.reversed_at IS NULL) AND (new.reversed_at IS NOT NULL))) EXECUTE FUNCTION open_line_of_refund();
CREATE TRIGGER credit_uses_noted AFTER INSERT OR UPDATE ON credit_uses FOR EACH ROW EXECUTE FUNCTION note_credit_use();

CREATE TABLE daily_runs (
  day date NOT NULL,
  ran_at timestamp with time zone NOT NULL,
  CONSTRAINT daily_runs_pkey PRIMARY KEY (day)
);

CREATE TABLE donation_types (
  id uuid NOT NULL,
  name text NOT NULL,
  place smallint NOT NULL,
  CONSTRAINT donation_types_pkey PRIMARY KEY (id),
  CONSTRAINT donation_types_name_key UNIQUE (name),
  CONSTRAINT donation_types_place_key UNIQUE (place)
);

CREATE TABLE donations (
  id uuid NOT NULL,
  number integer NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  donation_type_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  card_outcome text,
  payment_id uuid,
  first_name_folded text NOT NULL DEFAULT fold(first_name),
  last_name_folded text NOT NULL DEFAULT fold(last_name),
  email_folded text NOT NULL DEFAULT fold(email),
  search_text text NOT NULL DEFAULT fold(((((((((((('don-'::text || zero_padded(number)) || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || email) || ' r'::text) || (amount_cents / 100)) || '.'::text) || lpad(((amount_cents % 100))::text, 2, '0'::text))),
  needs_answer_since timestamp with time zone,
  paid_cents integer NOT NULL DEFAULT 0,
  withdrawn_at timestamp with time zone,
  digest text,
  CONSTRAINT donations_pkey PRIMARY KEY (id),
  CONSTRAINT donations_number_key UNIQUE (number),
  CONSTRAINT donations_donation_type_id_fkey FOREIGN KEY (donation_type_id) REFERENCES donation_types(id),
  CONSTRAINT donations_paid_by FOREIGN KEY (payment_id, id) REFERENCES payments(id, counts_for),
  CONSTRAINT donations_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 999999999))),
  CONSTRAINT donations_answered_when_paid CHECK (((needs_answer_since IS NULL) OR (payment_id IS NULL))),
  CONSTRAINT donations_card_outcome_check CHECK ((card_outcome = ANY (ARRAY['failed'::text, 'cancelled'::text]))),
  CONSTRAINT donations_number_check CHECK ((number > 0)),
  CONSTRAINT donations_paid_check CHECK (((paid_cents = 0) OR (paid_cents = amount_cents))),
  CONSTRAINT donations_paid_whole CHECK (((payment_id IS NOT NULL) = (paid_cents = amount_cents))),
  CONSTRAINT donations_withdrawn_unpaid CHECK (((withdrawn_at IS NULL) OR (payment_id IS NULL)))
);
CREATE INDEX donations_by_amount ON donations USING btree (amount_cents, number, id);
CREATE INDEX donations_by_created_at ON donations USING btree (created_at, number, id);
CREATE INDEX donations_by_email ON donations USING btree (email_folded, number, id);
CREATE INDEX donations_by_first_name ON donations USING btree (first_name_folded, number, id);
CREATE INDEX donations_by_last_name ON donations USING btree (last_name_folded, number, id);
CREATE INDEX donations_by_type ON donations USING btree (donation_type_id, number, id);
CREATE INDEX donations_email ON donations USING gin (email_folded gin_trgm_ops);
CREATE INDEX donations_last_name ON donations USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX donations_needing_an_answer ON donations USING btree (number, id) WHERE (needs_answer_since IS NOT NULL);
CREATE UNIQUE INDEX donations_payment_id_key ON donations USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX donations_pending ON donations USING btree (created_at, id) WHERE (payment_id IS NULL);
CREATE INDEX donations_pending_by_amount ON donations USING btree (amount_cents, created_at, id) WHERE (payment_id IS NULL);
CREATE INDEX donations_pending_by_donor ON donations USING btree (text_key(last_name) text_pattern_ops) WHERE (payment_id IS NULL);
CREATE INDEX donations_pending_with_name ON donations USING btree (created_at) WHERE ((first_name <> 'Erased'::text) AND (payment_id IS NULL));
CREATE INDEX donations_reference ON donations USING gin ((('don-'::text || zero_padded(number))) gin_trgm_ops);
CREATE INDEX donations_search ON donations USING gin (search_text gin_trgm_ops);
CREATE INDEX donations_with_name ON donations USING btree (created_at) WHERE ((first_name <> 'Erased'::text) AND (payment_id IS NOT NULL));
CREATE INDEX donations_without_payment ON donations USING btree (number, id) WHERE (payment_id IS NULL);
CREATE TRIGGER donations_digest BEFORE INSERT OR UPDATE ON donations FOR EACH ROW EXECUTE FUNCTION set_donation_digest();
CREATE TRIGGER donations_longer AFTER INSERT ON donations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER donations_pending_added AFTER INSERT ON donations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_unpaid_added();
CREATE TRIGGER donations_pending_again AFTER UPDATE OF payment_id ON donations FOR EACH ROW WHEN (((old.payment_id IS NOT NULL) AND (new.payment_id IS NULL))) EXECUTE FUNCTION note_unpaid_changed('pending_donations', '1');
CREATE TRIGGER donations_pending_deleted AFTER DELETE ON donations FOR EACH ROW WHEN ((old.payment_id IS NULL)) EXECUTE FUNCTION note_unpaid_changed('pending_donations', '-1');
CREATE TRIGGER donations_received AFTER UPDATE OF payment_id ON donations FOR EACH ROW WHEN (((old.payment_id IS NULL) AND (new.payment_id IS NOT NULL))) EXECUTE FUNCTION note_unpaid_changed('pending_donations', '-1');
CREATE TRIGGER donations_shorter AFTER DELETE ON donations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER donations_withdrawn AFTER UPDATE OF withdrawn_at ON donations FOR EACH ROW WHEN (((old.withdrawn_at IS NULL) AND (new.withdrawn_at IS NOT NULL))) EXECUTE FUNCTION note_unpaid_changed('pending_donations', '-1');

CREATE TABLE duplicate_pairs (
  first_id uuid NOT NULL,
  second_id uuid NOT NULL,
  strength smallint NOT NULL,
  reasons text[] NOT NULL,
  details_hash text NOT NULL,
  dismissed_at timestamp with time zone,
  dismissed_by uuid,
  CONSTRAINT duplicate_pairs_pkey PRIMARY KEY (first_id, second_id),
  CONSTRAINT duplicate_pairs_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES users(id),
  CONSTRAINT duplicate_pairs_first_id_fkey FOREIGN KEY (first_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT duplicate_pairs_second_id_fkey FOREIGN KEY (second_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT duplicate_pairs_dismissed_by_someone CHECK (((dismissed_at IS NULL) = (dismissed_by IS NULL))),
  CONSTRAINT duplicate_pairs_in_order CHECK ((first_id < second_id)),
  CONSTRAINT duplicate_pairs_strength_check CHECK (((strength >= 1) AND (strength <= 3)))
);
CREATE INDEX duplicate_pairs_dismissed_by_idx ON duplicate_pairs USING btree (dismissed_by) WHERE (dismissed_by IS NOT NULL);
CREATE INDEX duplicate_pairs_open ON duplicate_pairs USING btree (strength, first_id, second_id) WHERE (dismissed_at IS NULL);
CREATE INDEX duplicate_pairs_second_id_idx ON duplicate_pairs USING btree (second_id);

CREATE TABLE earlier_periods (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  invoice_id uuid NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  until date NOT NULL,
  CONSTRAINT earlier_periods_pkey PRIMARY KEY (id),
  CONSTRAINT earlier_periods_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE,
  CONSTRAINT earlier_periods_days CHECK ((ends_on >= starts_on))
);
CREATE INDEX earlier_periods_invoice_id_idx ON earlier_periods USING btree (invoice_id);

CREATE TABLE earlier_sign_ins (
  user_id uuid NOT NULL,
  earlier_id uuid NOT NULL,
  CONSTRAINT earlier_sign_ins_pkey PRIMARY KEY (user_id, earlier_id),
  CONSTRAINT earlier_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE erasure_requests (
  id uuid NOT NULL,
  member_id uuid NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  answered_by uuid,
  declined_reason text,
  CONSTRAINT erasure_requests_pkey PRIMARY KEY (id),
  CONSTRAINT erasure_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  CONSTRAINT erasure_requests_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT erasure_requests_check CHECK (((answered_at IS NOT NULL) OR (num_nonnulls(answered_by, declined_reason) = 0)))
);
CREATE INDEX erasure_requests_answered_by_idx ON erasure_requests USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX erasure_requests_member_id_asked_at_idx ON erasure_requests USING btree (member_id, asked_at);
CREATE UNIQUE INDEX erasure_requests_one_open ON erasure_requests USING btree (member_id) WHERE (answered_at IS NULL);
CREATE INDEX erasure_requests_open ON erasure_requests USING btree (asked_at) WHERE (answered_at IS NULL);
CREATE TRIGGER erasure_requests_are_answered BEFORE DELETE ON erasure_requests FOR EACH ROW WHEN ((old.answered_at IS NULL)) EXECUTE FUNCTION erasure_requests_are_answered();

CREATE TABLE erasure_salt (
  is_the_only_one boolean NOT NULL DEFAULT true,
  salt bytea NOT NULL,
  CONSTRAINT erasure_salt_pkey PRIMARY KEY (is_the_only_one),
  CONSTRAINT erasure_salt_is_the_only_one_check CHECK (is_the_only_one),
  CONSTRAINT erasure_salt_salt_check CHECK ((octet_length(salt) = 32))
);

CREATE TABLE erasures (
  id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  erased_at timestamp with time zone NOT NULL,
  erased_by uuid,
  CONSTRAINT erasures_pkey PRIMARY KEY (id),
  CONSTRAINT erasures_kind_subject_key UNIQUE (kind, subject),
  CONSTRAINT erasures_erased_by_fkey FOREIGN KEY (erased_by) REFERENCES users(id),
  CONSTRAINT erasures_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'address'::text, 'money'::text]))),
  CONSTRAINT erasures_subject_check CHECK ((subject ~ '^[0-9a-f-]{32,64}$'::text))
);
CREATE INDEX erasures_erased_by_idx ON erasures USING btree (erased_by) WHERE (erased_by IS NOT NULL);

CREATE TABLE files (
  id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  uploaded_by uuid,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  CONSTRAINT files_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 10485760))),
  CONSTRAINT files_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'attachment'::text])))
);
CREATE INDEX attachments_by_time ON files USING btree (created_at) WHERE (kind = 'attachment'::text);
CREATE INDEX files_uploaded_by_idx ON files USING btree (uploaded_by) WHERE (uploaded_by IS NOT NULL);

CREATE TABLE idempotency_keys (
  call text NOT NULL,
  caller text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (call, caller, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING btree (created_at);

CREATE TABLE import_parts (
  import_id uuid NOT NULL,
  part smallint NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT import_parts_pkey PRIMARY KEY (import_id, part),
  CONSTRAINT import_parts_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  CONSTRAINT import_parts_bytes_check CHECK ((octet_length(bytes) <= 1048576)),
  CONSTRAINT import_parts_part_check CHECK ((part >= 0))
);

CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  row_number integer NOT NULL,
  main_row integer NOT NULL,
  cells text[],
  cell_problems jsonb,
  fate text,
  sentence text NOT NULL DEFAULT ''::text,
  record_id uuid,
  undo jsonb,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, row_number),
  CONSTRAINT import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  CONSTRAINT import_rows_fate_check CHECK ((fate = ANY (ARRAY['new'::text, 'change'::text, 'same'::text, 'relative'::text, 'waiting'::text, 'problem'::text]))),
  CONSTRAINT import_rows_row_number_check CHECK ((row_number > 0))
);
CREATE INDEX import_rows_by_fate ON import_rows USING btree (import_id, fate, row_number);
CREATE INDEX import_rows_by_record ON import_rows USING btree (record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX import_rows_in_order ON import_rows USING btree (import_id, main_row, row_number);

CREATE TABLE imports (
  id uuid NOT NULL,
  kind text NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL,
  settings jsonb NOT NULL,
  sheets text[] NOT NULL,
  columns text[] NOT NULL,
  sample jsonb,
  mapping jsonb NOT NULL,
  unknown jsonb NOT NULL DEFAULT '[]'::jsonb,
  problem text,
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  reached integer NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_by uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  started_by uuid,
  imported_at timestamp with time zone,
  undone_at timestamp with time zone,
  forgotten_at timestamp with time zone,
  attempts smallint NOT NULL DEFAULT 0,
  closed_rows integer NOT NULL DEFAULT 0,
  closed_cents bigint NOT NULL DEFAULT 0,
  closed_months text,
  CONSTRAINT imports_pkey PRIMARY KEY (id),
  CONSTRAINT imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT imports_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id),
  CONSTRAINT imports_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT imports_check CHECK (((undone_at IS NULL) OR (imported_at IS NOT NULL))),
  CONSTRAINT imports_check1 CHECK (((forgotten_at IS NULL) OR (sample IS NULL))),
  CONSTRAINT imports_closed_months_check CHECK ((closed_months = ANY (ARRAY['elsewhere'::text, 'now'::text]))),
  CONSTRAINT imports_done_check CHECK ((done >= 0)),
  CONSTRAINT imports_file_name_check CHECK ((file_name <> ''::text)),
  CONSTRAINT imports_kind_check CHECK ((kind = ANY (ARRAY['members'::text, 'payments'::text, 'donations'::text, 'suppressions'::text]))),
  CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['uploaded'::text, 'reading'::text, 'checking'::text, 'checked'::text, 'importing'::text, 'imported'::text, 'undoing'::text, 'undone'::text, 'discarded'::text]))),
  CONSTRAINT imports_total_check CHECK ((total >= 0))
);
CREATE INDEX imports_by_kind ON imports USING btree (kind, created_at);
CREATE INDEX imports_created_at_id_idx ON imports USING btree (created_at, id);
CREATE INDEX imports_created_by_idx ON imports USING btree (created_by);
CREATE UNIQUE INDEX imports_one_busy ON imports USING btree ((true)) WHERE (state = ANY (ARRAY['reading'::text, 'checking'::text, 'importing'::text, 'undoing'::text]));
CREATE INDEX imports_started_by_idx ON imports USING btree (started_by) WHERE (started_by IS NOT NULL);
CREATE INDEX imports_to_forget ON imports USING btree (created_at) WHERE (forgotten_at IS NULL);

CREATE TABLE invoice_changes (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  booked_on date NOT NULL,
  day date NOT NULL,
  event text NOT NULL,
  invoice_id uuid NOT NULL,
  invoice_number integer NOT NULL,
  vat_percent smallint,
  owed_cents integer NOT NULL,
  CONSTRAINT invoice_changes_pkey PRIMARY KEY (id),
  CONSTRAINT invoice_changes_event_check CHECK ((event = ANY (ARRAY['issued'::text, 'changed'::text, 'voided'::text, 'restored'::text, 'deleted'::text]))),
  CONSTRAINT invoice_changes_owed CHECK ((owed_cents <> 0))
);
CREATE INDEX invoice_changes_booked_on_idx ON invoice_changes USING btree (booked_on);
CREATE INDEX invoice_changes_invoice_id_idx ON invoice_changes USING btree (invoice_id);
CREATE TRIGGER invoice_changes_in_open_month BEFORE INSERT ON invoice_changes FOR EACH ROW EXECUTE FUNCTION set_booked_on();
CREATE TRIGGER invoice_changes_stay BEFORE DELETE OR UPDATE ON invoice_changes FOR EACH ROW EXECUTE FUNCTION invoice_changes_stay();

CREATE TABLE invoices (
  id uuid NOT NULL,
  number integer NOT NULL,
  member_id uuid,
  member_type_id uuid,
  payer_first_name text NOT NULL,
  payer_last_name text NOT NULL,
  payer_email text NOT NULL,
  payer_address text NOT NULL,
  line text NOT NULL,
  amount_cents integer NOT NULL,
  payment_type text NOT NULL,
  issuer jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  voided_at timestamp with time zone,
  void_reason text,
  payment_id uuid,
  card_outcome text,
  payer_last_name_folded text NOT NULL DEFAULT fold(payer_last_name),
  payer_email_folded text NOT NULL DEFAULT fold(payer_email),
  search_text text NOT NULL DEFAULT fold(((((((((((((('inv-'::text || zero_padded(number)) || ' '::text) || payer_first_name) || ' '::text) || payer_last_name) || ' '::text) || payer_email) || ' '::text) || line) || ' r'::text) || (amount_cents / 100)) || '.'::text) || lpad(((amount_cents % 100))::text, 2, '0'::text))),
  paid_cents integer NOT NULL DEFAULT 0,
  reported_elsewhere boolean NOT NULL DEFAULT false,
  write_off_id uuid,
  written_off_cents integer NOT NULL DEFAULT 0,
  is_open boolean NOT NULL DEFAULT ((payment_id IS NULL) AND (voided_at IS NULL) AND (write_off_id IS NULL)),
  digest text,
  CONSTRAINT invoices_pkey PRIMARY KEY (id),
  CONSTRAINT invoices_number_key UNIQUE (number),
  CONSTRAINT invoices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT invoices_member_type_id_fkey FOREIGN KEY (member_type_id) REFERENCES member_types(id),
  CONSTRAINT invoices_paid_by FOREIGN KEY (payment_id, id) REFERENCES payments(id, counts_for),
  CONSTRAINT invoices_written_off_by FOREIGN KEY (write_off_id, id, written_off_cents) REFERENCES write_offs(id, counts_for, amount_cents),
  CONSTRAINT invoices_amount_cents_check CHECK (((amount_cents >= 1) AND (amount_cents <= 999999999))),
  CONSTRAINT invoices_card_outcome_check CHECK ((card_outcome = ANY (ARRAY['failed'::text, 'cancelled'::text]))),
  CONSTRAINT invoices_check CHECK (((member_type_id IS NULL) OR (member_id IS NOT NULL))),
  CONSTRAINT invoices_check1 CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
  CONSTRAINT invoices_number_check CHECK ((number > 0)),
  CONSTRAINT invoices_paid_check CHECK (((paid_cents >= 0) AND (paid_cents <= amount_cents))),
  CONSTRAINT invoices_paid_whole CHECK (((payment_id IS NOT NULL) = (paid_cents = amount_cents))),
  CONSTRAINT invoices_payment_type_check CHECK ((payment_type = ANY (ARRAY['Credit Card'::text, 'Pay Pal'::text, 'EFT'::text]))),
  CONSTRAINT invoices_void_is_unpaid CHECK (((voided_at IS NULL) OR (paid_cents = 0))),
  CONSTRAINT invoices_written_off_whole CHECK (
CASE
    WHEN (write_off_id IS NULL) THEN (written_off_cents = 0)
    ELSE ((written_off_cents > 0) AND ((paid_cents + written_off_cents) = amount_cents) AND (voided_at IS NULL))
END)
);
CREATE INDEX invoices_by_amount ON invoices USING btree (amount_cents, number, id);
CREATE INDEX invoices_by_created_at ON invoices USING btree (created_at, number, id);
CREATE INDEX invoices_by_member_type ON invoices USING btree (member_type_id) WHERE (member_type_id IS NOT NULL);
CREATE INDEX invoices_by_payer_email ON invoices USING btree (payer_email_folded, number, id);
CREATE INDEX invoices_by_payer_last_name ON invoices USING btree (payer_last_name_folded, number, id);
CREATE INDEX invoices_by_payment_type ON invoices USING btree (payment_type, number, id);
CREATE INDEX invoices_member_id_idx ON invoices USING btree (member_id);
CREATE INDEX invoices_number_text ON invoices USING gin ((('inv-'::text || zero_padded(number))) gin_trgm_ops);
CREATE UNIQUE INDEX invoices_one_open_per_member ON invoices USING btree (member_id) WHERE ((member_type_id IS NOT NULL) AND is_open);
CREATE INDEX invoices_open_by_balance ON invoices USING btree (((amount_cents - paid_cents)), created_at, id) WHERE is_open;
CREATE INDEX invoices_open_by_payer ON invoices USING btree (text_key(payer_last_name) text_pattern_ops) WHERE is_open;
CREATE INDEX invoices_payer_email ON invoices USING gin (payer_email_folded gin_trgm_ops);
CREATE INDEX invoices_payer_last_name ON invoices USING gin (payer_last_name_folded gin_trgm_ops);
CREATE UNIQUE INDEX invoices_payment_id_key ON invoices USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX invoices_search ON invoices USING gin (search_text gin_trgm_ops);
CREATE INDEX invoices_unpaid ON invoices USING btree (created_at, id) WHERE is_open;
CREATE INDEX invoices_voided_at ON invoices USING btree (voided_at) WHERE (voided_at IS NOT NULL);
CREATE INDEX invoices_with_name ON invoices USING btree (created_at) WHERE ((payer_first_name <> 'Erased'::text) AND (NOT is_open));
CREATE INDEX invoices_without_payment ON invoices USING btree (number, id) WHERE (payment_id IS NULL);
CREATE INDEX invoices_write_off_id_idx ON invoices USING btree (write_off_id) WHERE (write_off_id IS NOT NULL);
CREATE TRIGGER invoices_booked AFTER INSERT OR DELETE OR UPDATE OF amount_cents, voided_at, write_off_id, created_at ON invoices FOR EACH ROW EXECUTE FUNCTION book_invoice();
CREATE TRIGGER invoices_digest BEFORE INSERT OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION set_invoice_digest();
CREATE TRIGGER invoices_longer AFTER INSERT ON invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER invoices_no_longer_unpaid AFTER UPDATE ON invoices FOR EACH ROW WHEN ((old.is_open AND (NOT new.is_open))) EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '-1');
CREATE TRIGGER invoices_shorter AFTER DELETE ON invoices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER invoices_stay BEFORE DELETE OR UPDATE ON invoices FOR EACH ROW WHEN (((old.sent_at IS NOT NULL) OR (old.payment_id IS NOT NULL) OR (old.voided_at IS NOT NULL) OR (old.write_off_id IS NOT NULL))) EXECUTE FUNCTION invoices_stay();
CREATE TRIGGER invoices_unpaid_added AFTER INSERT ON invoices REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_unpaid_added();
CREATE TRIGGER invoices_unpaid_again AFTER UPDATE ON invoices FOR EACH ROW WHEN (((NOT old.is_open) AND new.is_open)) EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '1');
CREATE TRIGGER invoices_unpaid_deleted AFTER DELETE ON invoices FOR EACH ROW WHEN (old.is_open) EXECUTE FUNCTION note_unpaid_changed('unpaid_invoices', '-1');

CREATE TABLE ledger_entries (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  day date NOT NULL,
  booked_on date NOT NULL,
  kind text NOT NULL,
  source_id uuid NOT NULL,
  record_kind text,
  record_id uuid,
  record_number integer,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['received'::text, 'carried'::text, 'released'::text, 'undone'::text, 'refunded'::text, 'kept'::text, 'use-undone'::text, 'returned'::text, 'vat'::text, 'brought'::text, 'payout'::text, 'deposited'::text, 'moved'::text, 'charge'::text, 'transfer'::text, 'elsewhere'::text, 'line-undone'::text, 'card-fee'::text, 'opening'::text, 'deferred'::text, 'cash-difference'::text]))),
  CONSTRAINT ledger_entries_not_early CHECK ((booked_on >= day)),
  CONSTRAINT ledger_entries_record CHECK ((num_nonnulls(record_kind, record_id) = ANY (ARRAY[0, 2]))),
  CONSTRAINT ledger_entries_record_kind_check CHECK ((record_kind = ANY (ARRAY['invoice'::text, 'donation'::text])))
);
CREATE INDEX ledger_entries_booked_on_idx ON ledger_entries USING btree (booked_on);
CREATE INDEX ledger_entries_record_id_idx ON ledger_entries USING btree (record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX ledger_entries_source_id_idx ON ledger_entries USING btree (source_id);
CREATE TRIGGER ledger_entries_in_open_month BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION check_ledger_month();
CREATE TRIGGER ledger_entries_stay BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_stays();

CREATE TABLE ledger_lines (
  entry_id bigint NOT NULL,
  account text NOT NULL,
  of_id uuid,
  cents bigint NOT NULL,
  CONSTRAINT ledger_lines_one_of_account UNIQUE NULLS NOT DISTINCT (entry_id, account, of_id),
  CONSTRAINT ledger_lines_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id),
  CONSTRAINT ledger_lines_account_check CHECK ((account = ANY (ARRAY['bank'::text, 'cash'::text, 'payfast'::text, 'transfer'::text, 'cardMachine'::text, 'debitOrder'::text, 'snapScan'::text, 'cheque'::text, 'other'::text, 'transit'::text, 'credits'::text, 'deferred'::text, 'vat'::text, 'membership'::text, 'invoice'::text, 'donation'::text, 'kept'::text, 'interest'::text, 'charges'::text, 'fees'::text, 'elsewhere'::text, 'opening'::text, 'conversion'::text]))),
  CONSTRAINT ledger_lines_cents_check CHECK ((cents <> 0)),
  CONSTRAINT ledger_lines_of CHECK (((of_id IS NULL) OR (account = ANY (ARRAY['bank'::text, 'membership'::text, 'deferred'::text]))))
);
CREATE INDEX ledger_lines_account_idx ON ledger_lines USING btree (account, of_id) INCLUDE (entry_id, cents);
CREATE TRIGGER ledger_lines_balance AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_lines();
CREATE TRIGGER ledger_lines_stay BEFORE DELETE OR UPDATE ON ledger_lines FOR EACH ROW EXECUTE FUNCTION ledger_stays();

CREATE TABLE list_changes (
  list text NOT NULL,
  change integer NOT NULL
);
CREATE INDEX list_changes_sum ON list_changes USING btree (list) INCLUDE (change);

CREATE TABLE logos (
  hash text NOT NULL,
  bytes bytea NOT NULL,
  width smallint NOT NULL,
  height smallint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT logos_pkey PRIMARY KEY (hash),
  CONSTRAINT logos_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 1048576))),
  CONSTRAINT logos_check CHECK ((hash = encode(sha256(bytes), 'hex'::text))),
  CONSTRAINT logos_height_check CHECK (((height >= 1) AND (height <= 160))),
  CONSTRAINT logos_width_check CHECK (((width >= 1) AND (width <= 480)))
);
CREATE TRIGGER logos_stay BEFORE DELETE OR UPDATE ON logos FOR EACH ROW EXECUTE FUNCTION logos_stay();

CREATE TABLE mails (
  id uuid NOT NULL,
  kind text NOT NULL,
  to_email text NOT NULL,
  to_name text NOT NULL DEFAULT ''::text,
  about jsonb NOT NULL,
  secret text,
  subject text,
  created_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  server_answer text,
  is_batch boolean NOT NULL DEFAULT false,
  leased_until timestamp with time zone,
  search_text text NOT NULL DEFAULT fold(((((to_email || ' '::text) || to_name) || ' '::text) || COALESCE(subject, ''::text))),
  sent_again_at timestamp with time zone,
  held_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  is_captured boolean NOT NULL DEFAULT false,
  CONSTRAINT mails_pkey PRIMARY KEY (id),
  CONSTRAINT mails_captured_when_done CHECK (((NOT is_captured) OR (sent_at IS NOT NULL))),
  CONSTRAINT mails_due_until_outcome CHECK (((next_attempt_at IS NULL) = (num_nonnulls(sent_at, failed_at, cancelled_at) > 0))),
  CONSTRAINT mails_held_until_outcome CHECK (((held_at IS NULL) OR (next_attempt_at IS NOT NULL))),
  CONSTRAINT mails_one_outcome CHECK ((num_nonnulls(sent_at, failed_at, cancelled_at) <= 1))
);
CREATE INDEX mails_by_record ON mails USING btree (record_of_mail(about));
CREATE INDEX mails_by_to_email ON mails USING btree (fold(to_email), id);
CREATE INDEX mails_cancelled ON mails USING btree (created_at, id) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX mails_captured ON mails USING btree (created_at, id) WHERE is_captured;
CREATE INDEX mails_created_at_id_idx ON mails USING btree (created_at, id);
CREATE INDEX mails_due ON mails USING btree (is_batch, next_attempt_at) WHERE ((next_attempt_at IS NOT NULL) AND (held_at IS NULL));
CREATE INDEX mails_failed ON mails USING btree (created_at, id) WHERE (failed_at IS NOT NULL);
CREATE INDEX mails_failed_for_good ON mails USING btree (failed_at) WHERE ((failed_at IS NOT NULL) AND (sent_again_at IS NULL));
CREATE INDEX mails_held ON mails USING btree (created_at, id) WHERE (held_at IS NOT NULL);
CREATE INDEX mails_search ON mails USING gin (search_text gin_trgm_ops);
CREATE INDEX mails_to_email ON mails USING gin (fold(to_email) gin_trgm_ops);
CREATE INDEX mails_to_forget ON mails USING btree (id) WHERE ((kind = 'erasure-done'::text) AND (to_email <> 'erased@erased.invalid'::text));
CREATE INDEX mails_with_address ON mails USING btree (created_at) WHERE ((to_email <> 'erased@erased.invalid'::text) AND (next_attempt_at IS NULL));
CREATE INDEX mails_with_secret ON mails USING btree (failed_at) WHERE ((failed_at IS NOT NULL) AND (secret IS NOT NULL));
CREATE TRIGGER mails_longer AFTER INSERT ON mails REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER mails_shorter AFTER DELETE ON mails REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');

CREATE TABLE member_merges (
  id uuid NOT NULL,
  kept_id uuid NOT NULL,
  merged_id uuid NOT NULL,
  merged_at timestamp with time zone NOT NULL,
  merged_by uuid NOT NULL,
  changes jsonb,
  record_ids uuid[] NOT NULL,
  undone_at timestamp with time zone,
  undone_by uuid,
  CONSTRAINT member_merges_pkey PRIMARY KEY (id),
  CONSTRAINT member_merges_kept_id_fkey FOREIGN KEY (kept_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT member_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id),
  CONSTRAINT member_merges_merged_id_fkey FOREIGN KEY (merged_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT member_merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id),
  CONSTRAINT member_merges_of_two CHECK ((kept_id <> merged_id)),
  CONSTRAINT member_merges_undone_by_someone CHECK (((undone_at IS NULL) = (undone_by IS NULL)))
);
CREATE INDEX member_merges_kept_id_merged_at_idx ON member_merges USING btree (kept_id, merged_at);
CREATE INDEX member_merges_merged_by_idx ON member_merges USING btree (merged_by);
CREATE INDEX member_merges_merged_id_idx ON member_merges USING btree (merged_id);
CREATE UNIQUE INDEX member_merges_one_of_a_record ON member_merges USING btree (merged_id) WHERE (undone_at IS NULL);
CREATE INDEX member_merges_undone_by_idx ON member_merges USING btree (undone_by) WHERE (undone_by IS NOT NULL);

CREATE TABLE member_relatives (
  id uuid NOT NULL,
  main_member_id uuid NOT NULL,
  seat smallint,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  date_of_birth date,
  created_at timestamp with time zone NOT NULL,
  aged_out_at timestamp with time zone,
  consent_words text,
  consent_at timestamp with time zone,
  consent_source text,
  CONSTRAINT member_relatives_pkey PRIMARY KEY (id),
  CONSTRAINT member_relatives_main_member_id_seat_key UNIQUE (main_member_id, seat),
  CONSTRAINT member_relatives_main_member_id_fkey FOREIGN KEY (main_member_id) REFERENCES members(id),
  CONSTRAINT aged_out_has_no_seat CHECK (((seat IS NULL) = (aged_out_at IS NOT NULL))),
  CONSTRAINT consent_is_whole CHECK ((num_nonnulls(consent_words, consent_at, consent_source) = ANY (ARRAY[0, 3]))),
  CONSTRAINT member_relatives_consent_source_check CHECK ((consent_source = ANY (ARRAY['registration'::text, 'profile'::text, 'office'::text]))),
  CONSTRAINT member_relatives_consent_words_check CHECK ((consent_words <> ''::text)),
  CONSTRAINT member_relatives_seat_check CHECK (((seat >= 1) AND (seat <= 4)))
);
CREATE INDEX member_relatives_births ON member_relatives USING btree (date_of_birth) WHERE (seat IS NOT NULL);

CREATE TABLE member_returns (
  id uuid NOT NULL,
  member_id uuid NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  invoice_id uuid,
  typed jsonb,
  proved_at timestamp with time zone,
  CONSTRAINT member_returns_pkey PRIMARY KEY (id),
  CONSTRAINT member_returns_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT member_returns_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT member_returns_typed_until_proved CHECK (((typed IS NULL) = (proved_at IS NOT NULL)))
);
CREATE INDEX member_returns_invoice_id_idx ON member_returns USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX member_returns_member_id_idx ON member_returns USING btree (member_id);
CREATE INDEX member_returns_old ON member_returns USING btree (registered_at) WHERE (typed IS NOT NULL);
CREATE UNIQUE INDEX member_returns_one_waiting ON member_returns USING btree (member_id) WHERE (typed IS NOT NULL);

CREATE TABLE member_statuses (
  id uuid NOT NULL,
  name text NOT NULL,
  is_seeded boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT member_statuses_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX member_statuses_name_key ON member_statuses USING btree (fold(name));

CREATE TABLE member_types (
  id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  fee_cents integer NOT NULL,
  is_family boolean NOT NULL DEFAULT false,
  retired_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  fee_confirmed_at timestamp with time zone,
  CONSTRAINT member_types_pkey PRIMARY KEY (id),
  CONSTRAINT member_types_fee_cents_check CHECK (((fee_cents >= 0) AND (fee_cents <= 999999999)))
);
CREATE UNIQUE INDEX member_types_name_key ON member_types USING btree (fold(name));

CREATE TABLE members (
  id uuid NOT NULL,
  number integer,
  user_id uuid NOT NULL,
  member_type_id uuid NOT NULL,
  member_status_id uuid NOT NULL,
  status_set_by uuid,
  status_set_at timestamp with time zone,
  title text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  postal_address text NOT NULL,
  zip_code text NOT NULL,
  deactivated_reason text,
  signup_date date NOT NULL,
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  first_name_folded text NOT NULL DEFAULT fold(first_name),
  last_name_folded text NOT NULL DEFAULT fold(last_name),
  email_folded text NOT NULL DEFAULT fold(email),
  phone_folded text NOT NULL DEFAULT fold(phone),
  paid_until date,
  merged_into uuid,
  corrected_province text,
  province text DEFAULT COALESCE(corrected_province, province_of(zip_code)),
  town text DEFAULT town_of(postal_address),
  town_folded text DEFAULT fold(town_of(postal_address)),
  search_text text NOT NULL DEFAULT fold(((((((((((((((((COALESCE(zero_padded(number), ''::text) || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || phone) || ' '::text) || regexp_replace(phone, '[^0-9]'::text, ''::text, 'g'::text)) || ' '::text) || postal_address) || ' '::text) || zip_code) || ' '::text) || COALESCE(corrected_province, province_of(zip_code), ''::text))),
  CONSTRAINT members_pkey PRIMARY KEY (id),
  CONSTRAINT members_number_key UNIQUE (number),
  CONSTRAINT members_user_id_key UNIQUE (user_id),
  CONSTRAINT members_member_status_id_fkey FOREIGN KEY (member_status_id) REFERENCES member_statuses(id),
  CONSTRAINT members_member_type_id_fkey FOREIGN KEY (member_type_id) REFERENCES member_types(id),
  CONSTRAINT members_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES members(id),
  CONSTRAINT members_status_set_by_fkey FOREIGN KEY (status_set_by) REFERENCES users(id),
  CONSTRAINT members_user_id_email_fkey FOREIGN KEY (user_id, email) REFERENCES users(id, email) ON UPDATE CASCADE,
  CONSTRAINT members_check CHECK (((status_set_by IS NULL) = (status_set_at IS NULL))),
  CONSTRAINT members_corrected_province_check CHECK ((corrected_province = ANY (ARRAY['Eastern Cape'::text, 'Free State'::text, 'Gauteng'::text, 'KwaZulu-Natal'::text, 'Limpopo'::text, 'Mpumalanga'::text, 'North West'::text, 'Northern Cape'::text, 'Western Cape'::text]))),
  CONSTRAINT members_merged_is_archived CHECK (((merged_into IS NULL) OR ((archived_at IS NOT NULL) AND (merged_into <> id)))),
  CONSTRAINT members_number_check CHECK ((number > 0))
);
CREATE INDEX members_addresses ON members USING btree (email, created_at) INCLUDE (member_status_id) WHERE (archived_at IS NULL);
CREATE INDEX members_archived_by_email ON members USING btree (email) WHERE (archived_at IS NOT NULL);
CREATE INDEX members_archived_with_name ON members USING btree (archived_at) WHERE ((archived_at IS NOT NULL) AND (email !~~ '%@erased.invalid'::text));
CREATE INDEX members_by_created_at ON members USING btree (created_at, number, id) WHERE (archived_at IS NULL);
CREATE INDEX members_by_email ON members USING btree (email_folded, number, id) WHERE (archived_at IS NULL);
CREATE INDEX members_by_email_key ON members USING btree (email_key(email)) WHERE (archived_at IS NULL);
CREATE INDEX members_by_first_name ON members USING btree (first_name_folded, number, id) WHERE (archived_at IS NULL);
CREATE INDEX members_by_last_name ON members USING btree (last_name_folded, number, id) WHERE (archived_at IS NULL);
CREATE INDEX members_by_name_key ON members USING btree (text_key((first_name || last_name)), text_key(zip_code)) WHERE (archived_at IS NULL);
CREATE INDEX members_by_number ON members USING btree (number, id) WHERE (archived_at IS NULL);
CREATE INDEX members_by_number_down ON members USING btree (number DESC NULLS LAST, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX members_by_paid_until ON members USING btree (paid_until, number, id) WHERE (archived_at IS NULL);
CREATE INDEX members_by_paid_until_down ON members USING btree (paid_until DESC NULLS LAST, number DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX members_by_phone_key ON members USING btree (phone_key(phone)) WHERE (archived_at IS NULL);
CREATE INDEX members_by_province ON members USING btree (province, number, id) WHERE (archived_at IS NULL);
CREATE INDEX members_by_status ON members USING btree (member_status_id, number, id) INCLUDE (archived_at);
CREATE INDEX members_by_town ON members USING btree (town_folded, number, id) WHERE (archived_at IS NULL);
CREATE INDEX members_by_town_down ON members USING btree (town_folded DESC NULLS LAST, number DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX members_by_type ON members USING btree (member_type_id, number, id);
CREATE INDEX members_email ON members USING gin (email_folded gin_trgm_ops);
CREATE INDEX members_first_name ON members USING gin (first_name_folded gin_trgm_ops);
CREATE INDEX members_last_name ON members USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX members_merged_into_idx ON members USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX members_never_paid ON members USING btree (created_at) WHERE ((archived_at IS NULL) AND (paid_until IS NULL));
CREATE INDEX members_number_text ON members USING gin (zero_padded(number) gin_trgm_ops);
CREATE INDEX members_phone ON members USING gin (phone_folded gin_trgm_ops);
CREATE INDEX members_search ON members USING gin (search_text gin_trgm_ops);
CREATE INDEX members_status_set_by_idx ON members USING btree (status_set_by) WHERE (status_set_by IS NOT NULL);
CREATE INDEX members_town ON members USING gin (town_folded gin_trgm_ops);
CREATE TRIGGER members_archived AFTER UPDATE OF archived_at ON members FOR EACH ROW WHEN (((old.archived_at IS NULL) AND (new.archived_at IS NOT NULL))) EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER members_changed_to_compare AFTER UPDATE ON members FOR EACH ROW WHEN ((((((((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.postal_address IS DISTINCT FROM new.postal_address)) OR (old.zip_code IS DISTINCT FROM new.zip_code)) OR (old.archived_at IS DISTINCT FROM new.archived_at))) EXECUTE FUNCTION note_member_to_compare();
CREATE TRIGGER members_longer AFTER INSERT ON members FOR EACH ROW WHEN ((new.archived_at IS NULL)) EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER members_moved BEFORE UPDATE OF zip_code ON members FOR EACH ROW WHEN (((new.corrected_province = old.corrected_province) AND (province_of(new.zip_code) <> COALESCE(province_of(old.zip_code), ''::text)))) EXECUTE FUNCTION end_corrected_province();
CREATE TRIGGER members_new_to_compare AFTER INSERT ON members FOR EACH ROW WHEN ((new.archived_at IS NULL)) EXECUTE FUNCTION note_member_to_compare();
CREATE TRIGGER members_returned AFTER UPDATE OF archived_at ON members FOR EACH ROW WHEN (((old.archived_at IS NOT NULL) AND (new.archived_at IS NULL))) EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER members_shorter AFTER DELETE ON members FOR EACH ROW WHEN ((old.archived_at IS NULL)) EXECUTE FUNCTION note_list_change('-1');

CREATE TABLE members_to_compare (
  member_id uuid NOT NULL,
  CONSTRAINT members_to_compare_pkey PRIMARY KEY (member_id),
  CONSTRAINT members_to_compare_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

CREATE TABLE membership_periods (
  id uuid NOT NULL,
  member_id uuid NOT NULL,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  anchor_day smallint NOT NULL,
  member_type_id uuid NOT NULL,
  fee_cents integer NOT NULL,
  invoice_id uuid,
  created_at timestamp with time zone NOT NULL,
  entered_by uuid,
  import_id uuid,
  CONSTRAINT membership_periods_pkey PRIMARY KEY (id),
  CONSTRAINT membership_periods_invoice_id_key UNIQUE (invoice_id),
  CONSTRAINT membership_periods_member_id_daterange_excl EXCLUDE USING gist (member_id WITH =, daterange(starts_on, ends_on, '[]'::text) WITH &&),
  CONSTRAINT membership_periods_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  CONSTRAINT membership_periods_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  CONSTRAINT membership_periods_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT membership_periods_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT membership_periods_member_type_id_fkey FOREIGN KEY (member_type_id) REFERENCES member_types(id),
  CONSTRAINT membership_periods_anchor_day_check CHECK (((anchor_day >= 1) AND (anchor_day <= 31))),
  CONSTRAINT membership_periods_check CHECK ((ends_on >= starts_on)),
  CONSTRAINT membership_periods_fee_cents_check CHECK ((fee_cents >= 0))
);
CREATE INDEX membership_periods_by_member_type ON membership_periods USING btree (member_type_id);
CREATE INDEX membership_periods_ends_on_idx ON membership_periods USING btree (ends_on);
CREATE INDEX membership_periods_entered_by_idx ON membership_periods USING btree (entered_by) WHERE (entered_by IS NOT NULL);
CREATE INDEX membership_periods_import_id_idx ON membership_periods USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX membership_periods_member_id_ends_on_idx ON membership_periods USING btree (member_id, ends_on);
CREATE TRIGGER membership_periods_added AFTER INSERT ON membership_periods REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();
CREATE TRIGGER membership_periods_changed AFTER UPDATE ON membership_periods REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();
CREATE TRIGGER membership_periods_left AFTER UPDATE ON membership_periods REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();
CREATE TRIGGER membership_periods_removed AFTER DELETE ON membership_periods REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION derive_paid_until();

CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE month_digests (
  closed_month_id uuid NOT NULL,
  list text NOT NULL,
  sha256 text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT month_digests_pkey PRIMARY KEY (closed_month_id),
  CONSTRAINT month_digests_closed_month_id_fkey FOREIGN KEY (closed_month_id) REFERENCES closed_months(id),
  CONSTRAINT month_digests_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE TRIGGER month_digests_stay BEFORE DELETE OR UPDATE ON month_digests FOR EACH ROW EXECUTE FUNCTION month_digests_stay();

CREATE TABLE opening_balances (
  account text NOT NULL,
  bank_account_id uuid,
  day date NOT NULL,
  cents bigint NOT NULL,
  CONSTRAINT opening_balances_one_of_account UNIQUE NULLS NOT DISTINCT (account, bank_account_id),
  CONSTRAINT opening_balances_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  CONSTRAINT opening_balances_account_check CHECK ((account = ANY (ARRAY['bank'::text, 'cash'::text, 'payfast'::text]))),
  CONSTRAINT opening_balances_cents_check CHECK ((abs(cents) < '100000000000'::bigint)),
  CONSTRAINT opening_balances_of CHECK (((account = 'bank'::text) = (bank_account_id IS NOT NULL)))
);
CREATE INDEX opening_balances_bank_account_id_idx ON opening_balances USING btree (bank_account_id) WHERE (bank_account_id IS NOT NULL);

CREATE TABLE password_links (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  return_id uuid,
  is_mailed boolean NOT NULL DEFAULT true,
  replaced_at timestamp with time zone,
  CONSTRAINT password_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT password_links_return_id_fkey FOREIGN KEY (return_id) REFERENCES member_returns(id) ON DELETE CASCADE,
  CONSTRAINT password_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_links_by_end ON password_links USING btree (expires_at);
CREATE INDEX password_links_return_id_idx ON password_links USING btree (return_id) WHERE (return_id IS NOT NULL);
CREATE INDEX password_links_user_id_idx ON password_links USING btree (user_id);

CREATE TABLE payment_differences (
  id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  transaction_id uuid,
  payment_id uuid,
  record_id uuid,
  day date NOT NULL,
  here_cents integer,
  there_cents integer,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  mailed_at timestamp with time zone,
  resolved_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  dismissed_by uuid,
  dismissed_reason text,
  CONSTRAINT payment_differences_pkey PRIMARY KEY (id),
  CONSTRAINT payment_differences_once UNIQUE (kind, key),
  CONSTRAINT payment_differences_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES users(id),
  CONSTRAINT payment_differences_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE,
  CONSTRAINT payment_differences_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES provider_transactions(id),
  CONSTRAINT payment_differences_about CHECK ((num_nonnulls(transaction_id, payment_id) =
CASE kind
    WHEN 'balance'::text THEN 0
    ELSE 1
END)),
  CONSTRAINT payment_differences_check CHECK ((last_seen_at >= first_seen_at)),
  CONSTRAINT payment_differences_dismissed_whole CHECK ((num_nonnulls(dismissed_at, dismissed_by, dismissed_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT payment_differences_kind_check CHECK ((kind = ANY (ARRAY['unrecorded'::text, 'unknown-record'::text, 'not-there'::text, 'amount'::text, 'fee'::text, 'paid-twice'::text, 'reversed'::text, 'unknown-type'::text, 'test-row'::text, 'balance'::text]))),
  CONSTRAINT payment_differences_one_end CHECK (((resolved_at IS NULL) OR (dismissed_at IS NULL)))
);
CREATE INDEX payment_differences_dismissed_by_idx ON payment_differences USING btree (dismissed_by) WHERE (dismissed_by IS NOT NULL);
CREATE INDEX payment_differences_open ON payment_differences USING btree (day, id) WHERE ((resolved_at IS NULL) AND (dismissed_at IS NULL));
CREATE INDEX payment_differences_payment_id_idx ON payment_differences USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX payment_differences_record_id_idx ON payment_differences USING btree (record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX payment_differences_transaction_id_idx ON payment_differences USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);

CREATE TABLE payment_proofs (
  id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  place smallint NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  sha256 bytea NOT NULL,
  received_at timestamp with time zone NOT NULL,
  dealt_with_at timestamp with time zone,
  dealt_with_by uuid,
  CONSTRAINT payment_proofs_pkey PRIMARY KEY (id),
  CONSTRAINT payment_proofs_invoice_id_place_key UNIQUE (invoice_id, place),
  CONSTRAINT payment_proofs_invoice_id_sha256_key UNIQUE (invoice_id, sha256),
  CONSTRAINT payment_proofs_dealt_with_by_fkey FOREIGN KEY (dealt_with_by) REFERENCES users(id),
  CONSTRAINT payment_proofs_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE,
  CONSTRAINT payment_proofs_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 10485760))),
  CONSTRAINT payment_proofs_dealt_with_by_someone CHECK (((dealt_with_at IS NULL) = (dealt_with_by IS NULL))),
  CONSTRAINT payment_proofs_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'image/heic'::text]))),
  CONSTRAINT payment_proofs_place_check CHECK (((place >= 1) AND (place <= 10))),
  CONSTRAINT payment_proofs_sha256_check CHECK ((octet_length(sha256) = 32))
);
CREATE INDEX payment_proofs_dealt_with_by_idx ON payment_proofs USING btree (dealt_with_by) WHERE (dealt_with_by IS NOT NULL);
CREATE INDEX payment_proofs_received_at_id_idx ON payment_proofs USING btree (received_at, id);
CREATE INDEX payment_proofs_waiting ON payment_proofs USING btree (received_at, id) WHERE (dealt_with_at IS NULL);

CREATE TABLE payments (
  id uuid NOT NULL,
  invoice_id uuid,
  amount_cents integer NOT NULL,
  paid_on date NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  method text NOT NULL,
  source text NOT NULL,
  recorded_by uuid,
  external_reference text,
  donation_id uuid,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversed_reason text,
  bank_reference text,
  counted_cents integer NOT NULL DEFAULT 0,
  used_cents integer NOT NULL DEFAULT 0,
  payer_name text,
  counts_for uuid DEFAULT 
CASE
    WHEN ((reversed_at IS NULL) AND (counted_cents > 0)) THEN COALESCE(invoice_id, donation_id)
    ELSE NULL::uuid
END,
  reported_elsewhere boolean NOT NULL DEFAULT false,
  returned_on date,
  vat_cents integer NOT NULL DEFAULT 0,
  is_test boolean NOT NULL DEFAULT false,
  credit_cents integer NOT NULL DEFAULT 
CASE
    WHEN (reversed_at IS NULL) THEN ((amount_cents - counted_cents) - used_cents)
    ELSE (- used_cents)
END,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_counts_key UNIQUE (id, counts_for),
  CONSTRAINT payments_external_reference_key UNIQUE (external_reference),
  CONSTRAINT payments_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES donations(id),
  CONSTRAINT payments_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT payments_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  CONSTRAINT payments_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT payments_bank_reference_check CHECK (((char_length(bank_reference) >= 1) AND (char_length(bank_reference) <= 100))),
  CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY['EFT'::text, 'Cash'::text, 'Credit Card'::text, 'World Remit'::text, 'Wise'::text, 'Pay Pal'::text, 'Card Machine'::text, 'Debit Order'::text, 'SnapScan'::text, 'Cheque'::text, 'Other'::text]))),
  CONSTRAINT payments_one_record CHECK ((num_nonnulls(invoice_id, donation_id, payer_name) = 1)),
  CONSTRAINT payments_parts_fit CHECK (((counted_cents >= 0) AND (used_cents >= 0) AND ((counted_cents + used_cents) <= amount_cents))),
  CONSTRAINT payments_payer_name_check CHECK (((char_length(payer_name) >= 1) AND (char_length(payer_name) <= 100))),
  CONSTRAINT payments_reported_elsewhere CHECK (((NOT reported_elsewhere) OR (source = 'administrator'::text))),
  CONSTRAINT payments_returned CHECK (((returned_on IS NULL) OR ((reversed_at IS NOT NULL) AND (returned_on >= paid_on)))),
  CONSTRAINT payments_reversed_whole CHECK ((num_nonnulls(reversed_at, reversed_by, reversed_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT payments_source_check CHECK ((source = ANY (ARRAY['administrator'::text, 'payfast'::text, 'credit'::text, 'bank'::text]))),
  CONSTRAINT payments_test CHECK (((NOT is_test) OR (source = 'payfast'::text))),
  CONSTRAINT payments_vat CHECK (((vat_cents = 0) OR (invoice_id IS NOT NULL))),
  CONSTRAINT payments_without_record CHECK (((payer_name IS NULL) OR (counted_cents = 0)))
);
CREATE INDEX payments_at_banks ON payments USING btree (amount_cents, paid_on) WHERE (source = ANY (ARRAY['administrator'::text, 'bank'::text]));
CREATE INDEX payments_credits ON payments USING btree (recorded_at, id) WHERE (credit_cents <> 0);
CREATE INDEX payments_donation_id_idx ON payments USING btree (donation_id) WHERE (donation_id IS NOT NULL);
CREATE INDEX payments_invoice_id_idx ON payments USING btree (invoice_id);
CREATE INDEX payments_named ON payments USING btree (recorded_at) WHERE (payer_name <> 'Erased'::text);
CREATE INDEX payments_of_donations ON payments USING btree (paid_on) WHERE (donation_id IS NOT NULL);
CREATE INDEX payments_of_services ON payments USING btree (paid_on) WHERE ((source = 'administrator'::text) AND (method = ANY (ARRAY['World Remit'::text, 'Wise'::text, 'Pay Pal'::text, 'Card Machine'::text, 'SnapScan'::text, 'Other'::text])));
CREATE INDEX payments_paid_on ON payments USING btree (paid_on);
CREATE INDEX payments_recorded_by_idx ON payments USING btree (recorded_by) WHERE (recorded_by IS NOT NULL);
CREATE INDEX payments_returned ON payments USING btree (amount_cents, returned_on) WHERE (returned_on IS NOT NULL);
CREATE INDEX payments_returned_by_card ON payments USING btree (reversed_at) WHERE ((reversed_at IS NOT NULL) AND (source = 'payfast'::text));
CREATE INDEX payments_reversed_by_idx ON payments USING btree (reversed_by) WHERE (reversed_by IS NOT NULL);
CREATE INDEX payments_tests ON payments USING btree (recorded_at, id) WHERE (is_test AND (reversed_at IS NULL));
CREATE INDEX payments_used_credits ON payments USING btree (recorded_at, id) WHERE ((credit_cents = 0) AND ((used_cents > 0) OR (reversed_at IS NOT NULL)));
CREATE INDEX payments_with_vat ON payments USING btree (id) WHERE (vat_cents <> 0);
CREATE TRIGGER payments_counted AFTER INSERT ON payments FOR EACH ROW WHEN ((new.counts_for IS NOT NULL)) EXECUTE FUNCTION count_payment();
CREATE TRIGGER payments_deleted AFTER DELETE ON payments REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION money_stays();
CREATE TRIGGER payments_line_opened AFTER UPDATE OF reversed_at ON payments FOR EACH ROW WHEN (((old.reversed_at IS NULL) AND (new.reversed_at IS NOT NULL))) EXECUTE FUNCTION open_line_of_payment();
CREATE CONSTRAINT TRIGGER payments_of_bank_matched AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.source = 'bank'::text)) EXECUTE FUNCTION check_bank_payment();
CREATE TRIGGER payments_uncounted BEFORE DELETE OR UPDATE OF amount_cents, invoice_id, donation_id, counted_cents, reversed_at ON payments FOR EACH ROW EXECUTE FUNCTION uncount_payment();
CREATE TRIGGER payments_withdraw_donation AFTER UPDATE OF reversed_at ON payments FOR EACH ROW WHEN (((old.reversed_at IS NULL) AND (new.reversed_at IS NOT NULL) AND (new.source = 'bank'::text) AND (new.donation_id IS NOT NULL))) EXECUTE FUNCTION withdraw_booked_donation();

CREATE TABLE payout_entries (
  match_id uuid NOT NULL,
  place integer NOT NULL,
  provider_id text NOT NULL,
  type text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  gross_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  record_id uuid,
  CONSTRAINT payout_entries_pkey PRIMARY KEY (match_id, place),
  CONSTRAINT payout_entries_once UNIQUE (provider_id, type, happened_at, gross_cents),
  CONSTRAINT payout_entries_match_id_fkey FOREIGN KEY (match_id) REFERENCES bank_matches(id) ON DELETE CASCADE,
  CONSTRAINT payout_entries_place_check CHECK ((place > 0)),
  CONSTRAINT payout_entries_provider_id_check CHECK ((char_length(provider_id) <= 40)),
  CONSTRAINT payout_entries_type_check CHECK (((char_length(type) >= 1) AND (char_length(type) <= 60)))
);
CREATE UNIQUE INDEX payout_entries_payment_once ON payout_entries USING btree (provider_id) WHERE ((gross_cents > 0) AND (provider_id <> ''::text));
CREATE TRIGGER payout_entries_of_payout BEFORE INSERT OR UPDATE ON payout_entries FOR EACH ROW EXECUTE FUNCTION check_payout_entry();

CREATE TABLE policy_violations (
  directive text NOT NULL,
  blocked text NOT NULL,
  page text NOT NULL,
  reports integer NOT NULL DEFAULT 1,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT policy_violations_pkey PRIMARY KEY (directive, blocked, page),
  CONSTRAINT policy_violations_blocked_check CHECK (((length(blocked) >= 1) AND (length(blocked) <= 100))),
  CONSTRAINT policy_violations_directive_check CHECK ((directive ~ '^[a-z-]{1,40}$'::text)),
  CONSTRAINT policy_violations_page_check CHECK ((page ~ '^[a-z/:-]{1,100}$'::text)),
  CONSTRAINT policy_violations_reports_check CHECK (((reports >= 1) AND (reports <= 1000000)))
);
CREATE INDEX policy_violations_last_at_idx ON policy_violations USING btree (last_at);

CREATE TABLE provider_comparisons (
  id uuid NOT NULL,
  night date,
  requested_by uuid,
  requested_at timestamp with time zone NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  finished_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  from_day date,
  to_day date,
  month date,
  transactions integer,
  CONSTRAINT provider_comparisons_pkey PRIMARY KEY (id),
  CONSTRAINT provider_comparisons_night_key UNIQUE (night),
  CONSTRAINT provider_comparisons_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  CONSTRAINT provider_comparisons_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT provider_comparisons_days CHECK (((finished_at IS NULL) OR ((num_nonnulls(from_day, to_day, transactions) = 3) AND (from_day <= to_day)))),
  CONSTRAINT provider_comparisons_failure CHECK (((failed_at IS NULL) OR (failure IS NOT NULL))),
  CONSTRAINT provider_comparisons_night_or_person CHECK (((night IS NULL) = (requested_by IS NOT NULL))),
  CONSTRAINT provider_comparisons_one_end CHECK ((num_nonnulls(next_attempt_at, finished_at, failed_at) = 1))
);
CREATE INDEX provider_comparisons_due ON provider_comparisons USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX provider_comparisons_finished_at_idx ON provider_comparisons USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE UNIQUE INDEX provider_comparisons_one_asked ON provider_comparisons USING btree (((requested_by IS NOT NULL))) WHERE ((requested_by IS NOT NULL) AND (next_attempt_at IS NOT NULL));
CREATE INDEX provider_comparisons_requested_at_idx ON provider_comparisons USING btree (requested_at);
CREATE INDEX provider_comparisons_requested_by_idx ON provider_comparisons USING btree (requested_by) WHERE (requested_by IS NOT NULL);

CREATE TABLE provider_transactions (
  id uuid NOT NULL,
  provider_id text NOT NULL,
  type text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  gross_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  record_id uuid,
  is_test boolean NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT provider_transactions_once UNIQUE (provider_id, type, happened_at, gross_cents),
  CONSTRAINT provider_transactions_provider_id_check CHECK ((char_length(provider_id) <= 40)),
  CONSTRAINT provider_transactions_type_check CHECK (((char_length(type) >= 1) AND (char_length(type) <= 60)))
);
CREATE INDEX provider_transactions_happened_at_idx ON provider_transactions USING btree (happened_at);
CREATE INDEX provider_transactions_record_id_idx ON provider_transactions USING btree (record_id) WHERE (record_id IS NOT NULL);

CREATE UNLOGGED TABLE rate_counts (
  counted_for text NOT NULL,
  name text NOT NULL,
  count integer NOT NULL,
  most integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_counts_pkey PRIMARY KEY (counted_for, name),
  CONSTRAINT rate_counts_count_check CHECK ((count >= 1)),
  CONSTRAINT rate_counts_most_check CHECK ((most >= 1))
);
CREATE INDEX rate_counts_by_end ON rate_counts USING btree (ends_at);

CREATE TABLE reconciliations (
  id uuid NOT NULL,
  night date,
  checked_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  results jsonb NOT NULL,
  CONSTRAINT reconciliations_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliations_night_key UNIQUE (night),
  CONSTRAINT reconciliations_duration_ms_check CHECK ((duration_ms >= 0)),
  CONSTRAINT reconciliations_results_check CHECK ((jsonb_typeof(results) = 'array'::text))
);
CREATE INDEX reconciliations_checked_at_idx ON reconciliations USING btree (checked_at);

CREATE TABLE recovery_codes (
  code_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_step_secrets(user_id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
CREATE INDEX recovery_codes_user_id_idx ON recovery_codes USING btree (user_id);
CREATE TRIGGER note_revocation_replaced AFTER DELETE ON recovery_codes FOR EACH ROW EXECUTE FUNCTION note_revocation_of_two_step('recoveryCodes');
CREATE TRIGGER note_revocation_used AFTER UPDATE OF used_at ON recovery_codes FOR EACH ROW EXECUTE FUNCTION note_revocation_of_two_step('recoveryCodes');

CREATE TABLE red_checks (
  name text NOT NULL,
  first_red_at timestamp with time zone NOT NULL,
  last_red_at timestamp with time zone NOT NULL,
  mailed_at timestamp with time zone,
  CONSTRAINT red_checks_pkey PRIMARY KEY (name)
);

CREATE TABLE reminders (
  period_id uuid NOT NULL,
  step smallint NOT NULL,
  noted_at timestamp with time zone NOT NULL,
  mail_id uuid,
  CONSTRAINT reminders_pkey PRIMARY KEY (period_id, step),
  CONSTRAINT reminders_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE SET NULL,
  CONSTRAINT reminders_period_id_fkey FOREIGN KEY (period_id) REFERENCES membership_periods(id) ON DELETE CASCADE,
  CONSTRAINT reminders_step_check CHECK ((step = ANY (ARRAY['-30'::integer, '-7'::integer, 0, 30])))
);
CREATE INDEX reminders_mail_id_idx ON reminders USING btree (mail_id);

CREATE TABLE renewal_runs (
  id uuid NOT NULL,
  started_by uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  filters jsonb NOT NULL,
  chosen uuid[],
  total integer NOT NULL,
  reached uuid,
  done integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  skipped jsonb NOT NULL DEFAULT '{}'::jsonb,
  finished_at timestamp with time zone,
  CONSTRAINT renewal_runs_pkey PRIMARY KEY (id),
  CONSTRAINT renewal_runs_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id),
  CONSTRAINT renewal_runs_created_check CHECK ((created >= 0)),
  CONSTRAINT renewal_runs_done_check CHECK ((done >= 0)),
  CONSTRAINT renewal_runs_total_check CHECK ((total >= 0))
);
CREATE INDEX renewal_runs_started_at_id_idx ON renewal_runs USING btree (started_at, id);
CREATE INDEX renewal_runs_started_by_idx ON renewal_runs USING btree (started_by);

CREATE TABLE restores (
  id uuid NOT NULL,
  restored_at timestamp with time zone NOT NULL,
  backup_made_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  answered_by uuid,
  CONSTRAINT restores_pkey PRIMARY KEY (id),
  CONSTRAINT restores_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  CONSTRAINT restores_answered_by_someone CHECK (((answered_at IS NULL) = (answered_by IS NULL)))
);
CREATE INDEX restores_answered_by_idx ON restores USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX restores_unanswered ON restores USING btree (restored_at) WHERE (answered_at IS NULL);

CREATE TABLE retention_periods (
  kind text NOT NULL,
  months smallint,
  saved_at timestamp with time zone NOT NULL,
  CONSTRAINT retention_periods_pkey PRIMARY KEY (kind),
  CONSTRAINT retention_periods_accounts_check CHECK (((kind <> 'accounts'::text) OR (months >= 60))),
  CONSTRAINT retention_periods_kind_check CHECK ((kind = ANY (ARRAY['formerMembers'::text, 'neverPaid'::text, 'accounts'::text, 'mails'::text, 'bulkRecipients'::text, 'cardNotifications'::text, 'auditDetails'::text, 'withdrawnConsents'::text]))),
  CONSTRAINT retention_periods_months_check CHECK (((months >= 1) AND (months <= 1200)))
);

CREATE TABLE retention_results (
  kind text NOT NULL,
  day date NOT NULL,
  erased integer NOT NULL DEFAULT 0,
  left_over integer NOT NULL DEFAULT 0,
  oldest_left timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT retention_results_pkey PRIMARY KEY (kind, day),
  CONSTRAINT retention_results_kind_fkey FOREIGN KEY (kind) REFERENCES retention_periods(kind),
  CONSTRAINT retention_results_erased_check CHECK ((erased >= 0)),
  CONSTRAINT retention_results_left_over_check CHECK ((left_over >= 0))
);
CREATE INDEX retention_results_day_idx ON retention_results USING btree (day);

CREATE TABLE revocations (
  user_id uuid NOT NULL,
  what text NOT NULL,
  times integer NOT NULL DEFAULT 1,
  CONSTRAINT revocations_pkey PRIMARY KEY (user_id, what),
  CONSTRAINT revocations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT revocations_times_check CHECK ((times > 0)),
  CONSTRAINT revocations_what_check CHECK ((what = ANY (ARRAY['removed'::text, 'password'::text, 'email'::text, 'twoStep'::text, 'recoveryCodes'::text, 'roles'::text])))
);

CREATE TABLE saved_searches (
  id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  owner_id uuid,
  is_shared boolean NOT NULL,
  search jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  is_for_bulk_emails boolean NOT NULL DEFAULT (is_shared AND (list = ANY (ARRAY['members'::text, 'donations'::text]))),
  CONSTRAINT saved_searches_pkey PRIMARY KEY (id),
  CONSTRAINT saved_searches_id_is_for_bulk_emails_key UNIQUE (id, is_for_bulk_emails),
  CONSTRAINT saved_searches_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  CONSTRAINT saved_searches_check CHECK ((changed_at >= created_at)),
  CONSTRAINT saved_searches_check1 CHECK ((is_shared OR (owner_id IS NOT NULL))),
  CONSTRAINT saved_searches_list_check CHECK ((list ~ '^[a-z][A-Za-z]{1,39}$'::text)),
  CONSTRAINT saved_searches_name_check CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 60)))),
  CONSTRAINT saved_searches_search_check CHECK (((jsonb_typeof(search) = 'object'::text) AND (search <> '{}'::jsonb)))
);
CREATE INDEX saved_searches_for_bulk_emails ON saved_searches USING btree (list, fold(name)) WHERE is_for_bulk_emails;
CREATE UNIQUE INDEX saved_searches_own_name ON saved_searches USING btree (owner_id, list, fold(name)) WHERE (NOT is_shared);
CREATE INDEX saved_searches_owner_id_idx ON saved_searches USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX saved_searches_shared_name ON saved_searches USING btree (list, fold(name)) WHERE is_shared;

CREATE TABLE security_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  first_at timestamp with time zone NOT NULL,
  at timestamp with time zone NOT NULL,
  count integer NOT NULL DEFAULT 1,
  kind text NOT NULL,
  user_id uuid,
  user_name text NOT NULL,
  detail text NOT NULL,
  client text NOT NULL,
  device text NOT NULL,
  slot text NOT NULL,
  search_text text NOT NULL DEFAULT fold(((((((user_name || ' '::text) || detail) || ' '::text) || client) || ' '::text) || device)),
  CONSTRAINT security_events_pkey PRIMARY KEY (id),
  CONSTRAINT security_events_slot_key UNIQUE (slot),
  CONSTRAINT security_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL,
  CONSTRAINT security_events_count_check CHECK ((count > 0)),
  CONSTRAINT security_events_times_check CHECK ((at >= first_at))
);
CREATE INDEX security_events_at_id_idx ON security_events USING btree (at, id);
CREATE INDEX security_events_by_user_name ON security_events USING btree (fold(user_name), id);
CREATE INDEX security_events_client_at_idx ON security_events USING btree (client, at);
CREATE INDEX security_events_client_id_idx ON security_events USING btree (client, id);
CREATE INDEX security_events_kind_at_id_idx ON security_events USING btree (kind, at, id);
CREATE INDEX security_events_kind_id_idx ON security_events USING btree (kind, id);
CREATE INDEX security_events_search ON security_events USING gin (search_text gin_trgm_ops);
CREATE INDEX security_events_user_id_idx ON security_events USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX security_events_user_name ON security_events USING gin (fold(user_name) gin_trgm_ops);
CREATE TRIGGER security_events_longer AFTER INSERT ON security_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER security_events_shorter AFTER DELETE ON security_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');
CREATE TRIGGER security_events_stay BEFORE DELETE OR UPDATE ON security_events FOR EACH ROW EXECUTE FUNCTION security_events_stay();

CREATE TABLE sessions (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  last_used_at timestamp with time zone,
  client text NOT NULL DEFAULT ''::text,
  device text NOT NULL DEFAULT ''::text,
  proved_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_idx ON sessions USING btree (user_id);

CREATE TABLE sign_in_failures (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  email_hash bytea NOT NULL,
  client text NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_failures_by_email ON sign_in_failures USING btree (email_hash);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures USING btree (failed_at);
CREATE INDEX sign_in_failures_client_failed_at_idx ON sign_in_failures USING btree (client, failed_at);

CREATE TABLE stored_settings (
  kind text NOT NULL,
  encrypted bytea NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  changed_by uuid NOT NULL,
  CONSTRAINT stored_settings_pkey PRIMARY KEY (kind),
  CONSTRAINT stored_settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  CONSTRAINT stored_settings_encrypted_check CHECK (((octet_length(encrypted) >= 28) AND (octet_length(encrypted) <= 10000))),
  CONSTRAINT stored_settings_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'payfast'::text])))
);
CREATE INDEX stored_settings_changed_by_idx ON stored_settings USING btree (changed_by);

CREATE TABLE suppressions (
  id uuid NOT NULL,
  email text NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL DEFAULT ''::text,
  at timestamp with time zone NOT NULL,
  search_text text NOT NULL DEFAULT fold(((email || ' '::text) || reason)),
  CONSTRAINT suppressions_pkey PRIMARY KEY (id),
  CONSTRAINT suppressions_email_key UNIQUE (email),
  CONSTRAINT suppressions_email_check CHECK ((email = lower(email))),
  CONSTRAINT suppressions_kind_check CHECK ((kind = ANY (ARRAY['unsubscribed'::text, 'refused'::text])))
);
CREATE INDEX suppressions_at_id_idx ON suppressions USING btree (at, id);
CREATE INDEX suppressions_by_email ON suppressions USING btree (fold(email), id);
CREATE INDEX suppressions_email ON suppressions USING gin (fold(email) gin_trgm_ops);
CREATE INDEX suppressions_reason ON suppressions USING gin (fold(reason) gin_trgm_ops);
CREATE INDEX suppressions_search ON suppressions USING gin (search_text gin_trgm_ops);
CREATE TRIGGER suppressions_longer AFTER INSERT ON suppressions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('1');
CREATE TRIGGER suppressions_shorter AFTER DELETE ON suppressions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rows_changed('-1');

CREATE TABLE two_step_secrets (
  user_id uuid NOT NULL,
  secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint,
  CONSTRAINT two_step_secrets_pkey PRIMARY KEY (user_id),
  CONSTRAINT two_step_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT two_step_secrets_confirmed_check CHECK (((confirmed_at IS NULL) = (last_step IS NULL)))
);
CREATE TRIGGER note_revocation_reset AFTER DELETE ON two_step_secrets FOR EACH ROW EXECUTE FUNCTION note_revocation_of_two_step('twoStep');
CREATE TRIGGER note_revocation_set AFTER UPDATE OF confirmed_at ON two_step_secrets FOR EACH ROW WHEN (((old.confirmed_at IS NULL) AND (new.confirmed_at IS NOT NULL))) EXECUTE FUNCTION note_revocation_of_two_step('twoStep');
CREATE TRIGGER two_step_codes_work_once BEFORE UPDATE OF last_step ON two_step_secrets FOR EACH ROW WHEN (((old.secret = new.secret) AND (old.last_step >= new.last_step))) EXECUTE FUNCTION two_step_codes_work_once();

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone_number text NOT NULL DEFAULT ''::text,
  role text NOT NULL,
  password_hash text,
  profile_picture text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  invited_at timestamp with time zone,
  email_proved_at timestamp with time zone,
  first_name_folded text NOT NULL DEFAULT fold(first_name),
  last_name_folded text NOT NULL DEFAULT fold(last_name),
  email_folded text NOT NULL DEFAULT fold(email),
  phone_number_folded text NOT NULL DEFAULT fold(phone_number),
  search_text text NOT NULL DEFAULT fold(((((((((first_name || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || phone_number) || ' '::text) || regexp_replace(phone_number, '[^0-9]'::text, ''::text, 'g'::text))),
  is_address_old boolean NOT NULL DEFAULT false,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_id_email_key UNIQUE (id, email),
  CONSTRAINT users_email_check CHECK (((email = lower(btrim(email))) AND (email <> ''::text)))
);
CREATE INDEX users_by_created_at ON users USING btree (created_at, id) WHERE (removed_at IS NULL);
CREATE INDEX users_by_email ON users USING btree (email_folded, id) WHERE (removed_at IS NULL);
CREATE INDEX users_by_first_name ON users USING btree (first_name_folded, id) WHERE (removed_at IS NULL);
CREATE INDEX users_by_last_name ON users USING btree (last_name_folded, id) WHERE (removed_at IS NULL);
CREATE INDEX users_by_phone_number ON users USING btree (phone_number_folded, id) WHERE (removed_at IS NULL);
CREATE INDEX users_email ON users USING gin (email_folded gin_trgm_ops);
CREATE UNIQUE INDEX users_email_key ON users USING btree (email) WHERE (removed_at IS NULL);
CREATE INDEX users_first_name ON users USING gin (first_name_folded gin_trgm_ops);
CREATE INDEX users_last_name ON users USING gin (last_name_folded gin_trgm_ops);
CREATE INDEX users_office ON users USING btree (first_name_folded, id) WHERE ((role <> 'Member'::text) AND (removed_at IS NULL));
CREATE INDEX users_phone_number ON users USING gin (phone_number_folded gin_trgm_ops);
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);
CREATE TRIGGER note_earlier_sign_in AFTER UPDATE OF id ON users FOR EACH ROW WHEN ((old.id <> new.id)) EXECUTE FUNCTION note_earlier_sign_in();
CREATE TRIGGER note_revocation AFTER UPDATE OF password_hash, email, removed_at ON users FOR EACH ROW EXECUTE FUNCTION note_revocation_of_user();
CREATE TRIGGER note_revocation_of_roles AFTER UPDATE OF role ON users FOR EACH ROW WHEN ((NOT (string_to_array(old.role, ','::text) <@ string_to_array(new.role, ','::text)))) EXECUTE FUNCTION note_revocation_of_roles();
CREATE TRIGGER users_longer AFTER INSERT ON users FOR EACH ROW WHEN ((new.removed_at IS NULL)) EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER users_removed AFTER UPDATE OF removed_at ON users FOR EACH ROW WHEN (((old.removed_at IS NULL) AND (new.removed_at IS NOT NULL))) EXECUTE FUNCTION note_list_change('-1');
CREATE TRIGGER users_returned AFTER UPDATE OF removed_at ON users FOR EACH ROW WHEN (((old.removed_at IS NOT NULL) AND (new.removed_at IS NULL))) EXECUTE FUNCTION note_list_change('1');
CREATE TRIGGER users_shorter AFTER DELETE ON users FOR EACH ROW WHEN ((old.removed_at IS NULL)) EXECUTE FUNCTION note_list_change('-1');

CREATE TABLE write_offs (
  id uuid NOT NULL,
  number integer NOT NULL,
  invoice_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  as_paid boolean NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  reversed_at timestamp with time zone,
  reversed_by uuid,
  reversed_reason text,
  counts_for uuid DEFAULT 
CASE
    WHEN (reversed_at IS NULL) THEN invoice_id
    ELSE NULL::uuid
END,
  CONSTRAINT write_offs_pkey PRIMARY KEY (id),
  CONSTRAINT write_offs_counts_key UNIQUE (id, counts_for, amount_cents),
  CONSTRAINT write_offs_number_key UNIQUE (number),
  CONSTRAINT write_offs_one_counts UNIQUE (counts_for),
  CONSTRAINT write_offs_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  CONSTRAINT write_offs_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  CONSTRAINT write_offs_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES users(id),
  CONSTRAINT write_offs_amount_cents_check CHECK ((amount_cents > 0)),
  CONSTRAINT write_offs_number_check CHECK ((number > 0)),
  CONSTRAINT write_offs_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT write_offs_reversed_whole CHECK ((num_nonnulls(reversed_at, reversed_by, reversed_reason) = ANY (ARRAY[0, 3])))
);
CREATE INDEX write_offs_invoice_id_idx ON write_offs USING btree (invoice_id);
CREATE INDEX write_offs_recorded_by_idx ON write_offs USING btree (recorded_by);
CREATE INDEX write_offs_reversed_by_idx ON write_offs USING btree (reversed_by) WHERE (reversed_by IS NOT NULL);
CREATE TRIGGER write_offs_stay BEFORE DELETE OR UPDATE ON write_offs FOR EACH ROW EXECUTE FUNCTION write_offs_stay();
