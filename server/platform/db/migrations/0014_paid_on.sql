-- What came in when: the summaries and the lists behind their figures.
CREATE INDEX payments_paid_on ON payments (paid_on);
