import type { TestSite } from './app.ts';

/** What the audit log says of a record, the first first. */
export function notesOn(site: TestSite, id: string) {
  return site.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
}
