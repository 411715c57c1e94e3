-- What every organisation starts with (product-rules 5.1, 5.2). A type may be changed or deleted later.
INSERT INTO member_types (id, name, description, fee_cents, is_family, created_at) VALUES
  (gen_random_uuid(), 'FAMILY MAX 4 up to 18 yrs', 'You and up to four children of up to 18 years', 95000, true, now()),
  (gen_random_uuid(), 'Individual', 'For one adult', 45000, false, now()),
  (gen_random_uuid(), 'Pensioner', 'For those of 60 years and older', 25000, false, now()),
  (gen_random_uuid(), 'Student', 'For learners and students', 20000, false, now());

INSERT INTO member_statuses (id, name, is_seeded, created_at) VALUES
  (gen_random_uuid(), 'Active', true, now()),
  (gen_random_uuid(), 'Due for Renewal', true, now()),
  (gen_random_uuid(), 'Expired', true, now()),
  (gen_random_uuid(), 'Deactivated', true, now()),
  (gen_random_uuid(), 'Pending', true, now());

INSERT INTO company_info (id, created_at) VALUES (gen_random_uuid(), now());
INSERT INTO counters (name) VALUES ('invoice'), ('member'), ('donation');
