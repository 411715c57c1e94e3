import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ImportKind } from '../import-kind.ts';
import { exportReader } from './read-exported.ts';
import { idsByName } from './references.ts';

/** Statuses that the organisation added. A status that is here stays as it is. */
export const exportedStatuses: ImportKind<{ name: string }> = {
  linksOf: () => ({ keys: [], isPart: false }),
  async check({ db }, job, groups) {
    const ids = await idsByName(db, 'member_statuses');
    return groups.map(({ main }) => {
      const reader = exportReader('exportedStatuses', job, main);
      const name = reader.required('name');
      const recordId = ids.get(name) ?? null;
      const isWrong = reader.problems.length > 0;
      const fate = recordId === null ? 'new' : 'same';
      return {
        row: main.row,
        fate: isWrong ? 'problem' : fate,
        sentence: reader.problems.join(' '),
        others: [],
        recordId,
        unknown: [],
        plan: isWrong || recordId !== null ? null : { name },
      };
    });
  },
  async apply({ db, at }, _job, groups) {
    if (groups.length === 0) return [];
    const rows = groups.map(({ row, plan }) => ({ row, id: randomUUID(), name: plan.name }));
    await db
      .insertInto('member_statuses')
      .values(rows.map(({ id, name }) => ({ id, name, created_at: at })))
      .execute();
    return rows.map(({ row, id }) => ({ row, recordId: id, undo: {} }));
  },
  // A member who has the status prevents the undo: the database refuses it.
  findObstacles: async () => [],
  async undo({ db }, _job, rows) {
    const ids = rows.map(({ recordId }) => recordId);
    await sql`DELETE FROM member_statuses WHERE id = ANY(${ids}::uuid[])`.execute(db);
  },
};
