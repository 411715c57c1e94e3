-- Lines of a statement that are probably here from another kind of file, and the rows that an administrator says are.
ALTER TABLE bank_statements ADD COLUMN same_lines jsonb, ADD COLUMN same_rows integer[];
