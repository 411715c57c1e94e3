import type { TestApp } from './app.ts';

/** The audit entries of a record, oldest first. */
export function auditEntriesOf(app: TestApp, id: string) {
  return app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
}
