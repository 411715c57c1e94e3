-- A child's details are kept because a parent agreed to that (product-rules 5.19): the words that were shown,
-- when, and where it was given. Without it the relative is shown as "consent not recorded".
ALTER TABLE member_relatives
  ADD COLUMN consent_words text CHECK (consent_words <> ''),
  ADD COLUMN consent_at timestamptz,
  ADD COLUMN consent_source text CHECK (consent_source IN ('registration', 'profile', 'office')),
  ADD CONSTRAINT consent_is_whole CHECK (num_nonnulls(consent_words, consent_at, consent_source) IN (0, 3));
