-- Members are found by where they live.

-- The last line with letters of an address, unless it is a country, a province or has a house number.
-- A comma ends a line, and a postal code after the name is not part of it.
CREATE FUNCTION town_of(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN nullif(btrim(substring(
  regexp_replace($1, '([\n,]\s*(south africa|suid-afrika|rsa|gauteng|north west|limpopo|mpumalanga|kwazulu-natal|eastern cape|western cape|northern cape|free state)[\s.,0-9]*)+$', '', 'i')
  FROM '(?:^|[\n,])([^\n,0-9]*[[:alpha:]][^\n,0-9]*)(?:[0-9]{4}[\s).;]*)?(?:[\n,][^[:alpha:]]*)?$'), E' \t\r.;:-('), '');

-- Ranges as the post office gives them. NULL: unknown, of another country, or in two provinces.
CREATE FUNCTION province_of(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN btrim($1) !~ '^[0-9]{4}$' THEN NULL
  WHEN btrim($1) BETWEEN '0001' AND '0299' THEN 'Gauteng'
  WHEN btrim($1) BETWEEN '0300' AND '0499' THEN 'North West'
  WHEN btrim($1) BETWEEN '0500' AND '0999' THEN 'Limpopo'
  WHEN btrim($1) BETWEEN '1000' AND '1399' THEN 'Mpumalanga'
  WHEN btrim($1) BETWEEN '1400' AND '2199' THEN 'Gauteng'
  WHEN btrim($1) BETWEEN '2200' AND '2499' THEN 'Mpumalanga'
  WHEN btrim($1) BETWEEN '2500' AND '2899' THEN 'North West'
  WHEN btrim($1) BETWEEN '2900' AND '4730' THEN 'KwaZulu-Natal'
  WHEN btrim($1) BETWEEN '4731' AND '6499' THEN 'Eastern Cape'
  WHEN btrim($1) BETWEEN '6500' AND '8099' THEN 'Western Cape'
  WHEN btrim($1) BETWEEN '8300' AND '8999' THEN 'Northern Cape'
  WHEN btrim($1) BETWEEN '9300' AND '9999' THEN 'Free State' END;

ALTER TABLE members
  ADD COLUMN corrected_province text CHECK (corrected_province IN ('Eastern Cape', 'Free State', 'Gauteng',
    'KwaZulu-Natal', 'Limpopo', 'Mpumalanga', 'North West', 'Northern Cape', 'Western Cape')),
  ADD COLUMN province text GENERATED ALWAYS AS (coalesce(corrected_province, province_of(zip_code))) STORED,
  ADD COLUMN town text GENERATED ALWAYS AS (town_of(postal_address)) STORED,
  ADD COLUMN town_folded text GENERATED ALWAYS AS (fold(town_of(postal_address))) STORED,
  DROP COLUMN search_text;
ALTER TABLE members
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    coalesce(zero_padded(number), '') || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone
    || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || postal_address || ' ' || zip_code)) STORED;

CREATE INDEX members_search ON members USING gin (search_text gin_trgm_ops);
CREATE INDEX members_town ON members USING gin (town_folded gin_trgm_ops);
CREATE INDEX members_by_town ON members (town_folded, number, id) WHERE archived_at IS NULL;
CREATE INDEX members_by_town_down ON members (town_folded DESC NULLS LAST, number DESC, id DESC)
  WHERE archived_at IS NULL;
CREATE INDEX members_by_province ON members (province, number, id) WHERE archived_at IS NULL;

-- A correction is about the code that it was made for: a move to another province ends it.
CREATE FUNCTION end_corrected_province () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.corrected_province := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER members_moved BEFORE UPDATE OF zip_code ON members FOR EACH ROW
  WHEN (NEW.corrected_province = OLD.corrected_province
    AND province_of(NEW.zip_code) <> coalesce(province_of(OLD.zip_code), ''))
  EXECUTE FUNCTION end_corrected_province ();
