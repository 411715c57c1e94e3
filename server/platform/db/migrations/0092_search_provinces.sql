-- A member is found by the name of the province, too. A generated column cannot read another one.
ALTER TABLE members DROP COLUMN search_text;
ALTER TABLE members
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (fold(
    coalesce(zero_padded(number), '') || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone
    || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || postal_address || ' ' || zip_code
    || ' ' || coalesce(corrected_province, province_of(zip_code), ''))) STORED;
CREATE INDEX members_search ON members USING gin (search_text gin_trgm_ops);
