import type { TestApp } from './app.ts';

/** What the audit log says of a record, the first first. */
export function auditEntriesOf(app: TestApp, id: string) {
  return app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
}
