-- What an administrator may change while the application runs (product-rules 2.13).
ALTER TABLE company_info
  -- The chips above the amount of a donation.
  ADD COLUMN donation_presets_cents integer[] NOT NULL DEFAULT '{10000,25000,50000}'
    CHECK (cardinality(donation_presets_cents) = 3
      AND array_position(donation_presets_cents, NULL) IS NULL
      AND 0 < ALL (donation_presets_cents)),
  -- With it, invoices say how much VAT they contain; each keeps what it was issued with.
  ADD COLUMN vat_number text NOT NULL DEFAULT '',
  ADD COLUMN pbo_number text NOT NULL DEFAULT '';
