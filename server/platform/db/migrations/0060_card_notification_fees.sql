-- The fee stays when the text of a notification is erased, as its amount does: the books compare it later.
ALTER TABLE card_notifications ADD COLUMN fee_cents integer;

UPDATE card_notifications AS n SET fee_cents = round(f.fee[1]::numeric * 100)
FROM card_notifications AS o CROSS JOIN LATERAL
  regexp_match(encode(o.body, 'escape'), '(?:^|&)amount_fee=-?(\d{1,7}(?:\.\d{1,2})?)(?:&|$)') AS f (fee)
WHERE o.id = n.id AND f.fee IS NOT NULL;
