-- Why people should give, in the organisation's own words, for the Donate page. Empty: the page says nothing.
ALTER TABLE company_info ADD COLUMN why_give text NOT NULL DEFAULT '';
