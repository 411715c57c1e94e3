-- When an installation was first started with this version: visitors can register and donate only when it is ready.
-- Every earlier one is open.
ALTER TABLE company_info ADD COLUMN began_closed_at timestamptz;
UPDATE company_info SET began_closed_at = now() WHERE NOT EXISTS (SELECT FROM users);

-- The fees that are seeded are suggestions until somebody has saved or confirmed them.
ALTER TABLE member_types ADD COLUMN fee_confirmed_at timestamptz;
UPDATE member_types SET fee_confirmed_at = now()
WHERE EXISTS (SELECT FROM members) OR EXISTS (SELECT FROM invoices);
