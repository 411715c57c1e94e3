-- What the balances of a closed month are made of, by document: its pack stays as it was. Apart from the figures, because only the
-- spreadsheet reads it. Null: an earlier version closed the month.
ALTER TABLE closed_months ADD COLUMN schedules jsonb;
