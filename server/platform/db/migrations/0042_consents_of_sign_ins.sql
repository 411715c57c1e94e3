-- While an address is not proved, the sign-in that has it sees and changes only the consents that it gave
-- itself (product-rules 9.2). Anybody can register with the address of a donor.
ALTER TABLE consents
  ADD COLUMN given_by uuid REFERENCES users ON DELETE SET NULL,
  -- Given while another person's consent holds for the address. It counts for nothing, and looks like
  -- any other to the one who gave it, who would learn of the other consent otherwise.
  ADD COLUMN is_beside_another boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT consents_beside_another_is_withdrawn
    CHECK (NOT is_beside_another OR withdrawn_at IS NOT NULL);
UPDATE consents AS c SET given_by = u.id FROM users AS u
  WHERE u.email = c.email AND u.removed_at IS NULL AND c.source IN ('registration', 'profile');
CREATE INDEX ON consents (given_by) WHERE given_by IS NOT NULL;
