import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  assertWhole,
  countsOf,
  crashAtEveryStatement,
  crashPointAt,
  dieInTheMiddle,
} from '#test/support/crash-at-every-statement.ts';
import type { CrashOutcome } from '#test/support/crash-runner.ts';
import { openTestApp } from '#test/support/app.ts';
import { merge } from '#test/support/merging/merge.ts';
import { naledi, registered } from '#test/support/people.ts';

const app = await openTestApp();
const { id: userId, token } = await naledi(app);
const by = { userId, sessionId: userId, role: 'Admin', memberId: null };
const crash = crashPointAt(app);

const whole = { merges: 1, archived: 1, moved: 1, voided: 1, removed: 1, audited: 2 };

const countsOfPair = (ids: string[]) =>
  countsOf(
    app,
    sql<typeof whole>`
    SELECT (SELECT count(*) FROM member_merges WHERE kept_id = ANY (${ids}::uuid[])) AS merges,
      (SELECT count(*) FROM members WHERE id = ANY (${ids}::uuid[]) AND archived_at IS NOT NULL
        AND merged_into IS NOT NULL) AS archived,
      (SELECT count(*) - count(DISTINCT member_id) FROM invoices
        WHERE member_id = ANY (${ids}::uuid[])) AS moved,
      (SELECT count(*) FROM invoices
        WHERE member_id = ANY (${ids}::uuid[]) AND voided_at IS NOT NULL) AS voided,
      (SELECT count(*) FROM users AS u JOIN members AS m ON m.user_id = u.id
        WHERE m.id = ANY (${ids}::uuid[]) AND u.removed_at IS NOT NULL) AS removed,
      (SELECT count(*) FROM audit_entries WHERE subject_id = ANY (${ids}::uuid[])) AS audited`,
  );

const merging = (name: string) => async (death: CrashOutcome) => {
  const ids: string[] = [];
  for (const one of ['one', 'other']) {
    const email = `${name}-${death}-${one}@example.org`.toLowerCase();
    ids.push((await registered(app, { email })).memberId);
  }
  const [id = '', other = ''] = ids;
  const end = await crash({ merge: [id, other], by }, death);
  const counts = await countsOfPair(ids);
  assertWhole(counts, whole, { death, end });
  if (counts.merges === 0) await merge(app, [id, other], { token }, { openInvoice: 'kept' });
  assert.deepEqual(await countsOfPair(ids), whole);
  return end;
};

test('a merge killed in the middle or around its commit is done completely or not at all', () =>
  dieInTheMiddle(merging('middle')));

test('a merge killed between any two statements is done completely or not at all @full', () =>
  crashAtEveryStatement(merging('merged')));
