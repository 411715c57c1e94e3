-- A period that an administrator entered by setting Active where none ran (product-rules 5.13).
ALTER TABLE membership_periods ADD COLUMN entered_by uuid REFERENCES users;

-- Each reminder once per period: sent with its mail, or noted as skipped after days off (product-rules 5.11).
CREATE TABLE reminders (
  period_id uuid NOT NULL REFERENCES membership_periods ON DELETE CASCADE,
  -- Days after the end of the period; negative before it.
  step smallint NOT NULL CHECK (step IN (-30, -7, 0, 30)),
  noted_at timestamptz NOT NULL,
  mail_id uuid REFERENCES mails,
  PRIMARY KEY (period_id, step)
);

-- Which days the daily run has done: however many processes wake up, one does it (product-rules 2.15).
CREATE TABLE daily_runs (
  day date PRIMARY KEY,
  ran_at timestamptz NOT NULL
);
