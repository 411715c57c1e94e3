import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { mergeListChanges, recountLists } from '#server/platform/db/lists/recount-lists.ts';
import { openTestApp } from '#test/support/app.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { underWay } from '#test/support/mail/bulk.ts';
import { readBulkEmail } from '../queries.ts';

const app = await openTestApp();

/** The stored counts by outcome, and the counted ones. */
async function countsOf(id: string) {
  const { rows } = await sql<{ outcome: string; stored: number; counted: number }>`
    SELECT outcome, sum(stored) AS stored, sum(counted) AS counted FROM (
      SELECT outcome, change AS stored, 0 AS counted
      FROM bulk_recipient_changes WHERE bulk_email_id = ${id}
      UNION ALL SELECT outcome, 0, 1 FROM bulk_recipients WHERE bulk_email_id = ${id}
    ) AS rows GROUP BY outcome`.execute(app.db);
  return rows;
}

test('the stored counts are right despite concurrent changes, merges and deletions', async () => {
  const id = await underWay(app, 60);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM bulk_recipients WHERE bulk_email_id = ${id}`.execute(app.db);
  const ids = rows.map((row) => row.id);
  const outcomes = await concurrently(20, async (n) => {
    const [sent = '', failing = '', deleted = ''] = ids.slice(3 * n, 3 * n + 3);
    const update = (set: string, one: string) =>
      sql`UPDATE bulk_recipients SET ${sql.raw(set)} WHERE id = ${one}`.execute(app.db);
    await update(`sent_at = now() - interval '${n} days'`, sent);
    if (n % 4 === 0) await mergeListChanges(app);
    await update('failed_at = now()', failing);
    if (n % 4 === 2) await recountLists(app);
    await update('failed_at = NULL', failing);
    await sql`DELETE FROM bulk_recipients WHERE id = ${deleted}`.execute(app.db);
  });
  assert.deepEqual(failed(outcomes), []);
  for (const { outcome, stored, counted } of await countsOf(id)) {
    assert.equal(stored, counted, outcome);
  }
  const email = await readBulkEmail(app.db, id);
  assert.deepEqual([email.totalCount, email.sentCount, email.pendingCount], [40, 20, 20]);
  const latest = await sql<{ at: Date }>`SELECT max(sent_at) AS at FROM bulk_recipients`.execute(
    app.db,
  );
  assert.equal(email.lastSentUtc, latest.rows[0]?.at.toISOString());
});
