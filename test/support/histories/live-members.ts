import type { TestApp } from '#test/support/app.ts';

/** Those that are not archived, the oldest record first. */
export function readLiveMembers({ db }: Pick<TestApp, 'db'>): Promise<{ id: string }[]> {
  return db
    .selectFrom('members')
    .select('id')
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
