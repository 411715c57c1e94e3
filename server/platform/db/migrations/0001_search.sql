-- What "contains, whatever the case and the accents" means, once, and indexable (product-rules 1.5).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- unaccent() is only STABLE because its dictionary could be changed; ours is named and never is.
CREATE FUNCTION fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(unaccent('unaccent'::regdictionary, $1));

-- The LIKE pattern for "contains this text"; its own %, _ and \ mean themselves. Escaped after
-- folding, because folding makes plain ones of their wide forms.
CREATE FUNCTION containing(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(fold($1), '([\\%_])', '\\\1', 'g') || '%';

-- '00042'. lpad() alone would cut 123456 to '12345'.
CREATE FUNCTION zero_padded(integer) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lpad($1::text, greatest(5, length($1::text)), '0');
