-- At the 19th birthday a relative ages out (product-rules 5.20): kept, shown no more, and its seat is free.
ALTER TABLE member_relatives
  ALTER COLUMN seat DROP NOT NULL,
  ADD COLUMN aged_out_at timestamptz,
  ADD CONSTRAINT aged_out_has_no_seat CHECK ((seat IS NULL) = (aged_out_at IS NOT NULL));

-- The daily run looks for birthdays that come near.
CREATE INDEX member_relatives_births ON member_relatives (date_of_birth) WHERE seat IS NOT NULL;

-- The notice that a relative ages out, once per relative, whatever is done to it afterwards.
CREATE TABLE ageing_notices (
  relative_id uuid PRIMARY KEY REFERENCES member_relatives ON DELETE CASCADE,
  noted_at timestamptz NOT NULL,
  mail_id uuid NOT NULL REFERENCES mails
);
