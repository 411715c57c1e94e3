-- Once sent, paid or voided, an invoice says what it said, and is not deleted (product-rules 6.3). Who is
-- told something wrong gets another one: this one is voided, and nothing brings it back.
CREATE FUNCTION invoices_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (OLD.voided_at IS NOT NULL AND NEW.voided_at IS NULL)
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
END $$;
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW
  WHEN (OLD.sent_at IS NOT NULL OR OLD.payment_id IS NOT NULL OR OLD.voided_at IS NOT NULL)
  EXECUTE FUNCTION invoices_stay();
