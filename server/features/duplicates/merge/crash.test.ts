import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { undoMerge } from '#contract/duplicates/merge.ts';
import { callApi } from '#test/support/call.ts';
import {
  assertWhole,
  countsOf,
  crashAtEveryStatement,
  crashPointAt,
  dieInTheMiddle,
} from '#test/support/crash-at-every-statement.ts';
import type { CrashOutcome } from '#test/support/crash-runner.ts';
import { openTestApp } from '#test/support/app.ts';
import { merge, mergeOf } from '#test/support/merging/merge.ts';
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

async function twoMembers(name: string): Promise<[string, string]> {
  const memberOf = async (one: string) =>
    (await registered(app, { email: `${name}-${one}@example.org`.toLowerCase() })).memberId;
  return [await memberOf('one'), await memberOf('other')];
}

const merging = (name: string) => async (death: CrashOutcome) => {
  const ids = await twoMembers(`${name}-${death}`);
  const [id, other] = ids;
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

const separated = { undone: 1, back: 2, moved: 1, voided: 1, audited: 2 };

/** What the undo of a merge has done: nothing before it. */
const countsOfUndo = (ids: string[]) =>
  countsOf(
    app,
    sql<typeof separated>`
    SELECT (SELECT count(*) FROM member_merges
        WHERE kept_id = ANY (${ids}::uuid[]) AND undone_at IS NOT NULL) AS undone,
      (SELECT 2 * (count(*) - 1) FROM members AS m JOIN users AS u ON u.id = m.user_id
        WHERE m.id = ANY (${ids}::uuid[]) AND archived_at IS NULL AND removed_at IS NULL) AS back,
      (SELECT count(DISTINCT member_id) - 1 FROM invoices
        WHERE member_id = ANY (${ids}::uuid[])) AS moved,
      (SELECT 1 - count(*) FROM invoices
        WHERE member_id = ANY (${ids}::uuid[]) AND voided_at IS NOT NULL) AS voided,
      (SELECT count(*) FROM audit_entries
        WHERE subject_id = ANY (${ids}::uuid[]) AND action = 'undoMerge') AS audited`,
  );

const undoing = (name: string) => async (death: CrashOutcome) => {
  const ids = await twoMembers(`${name}-${death}`);
  const { data } = await merge(app, ids, { token }, { openInvoice: 'kept' });
  const mergeId = await mergeOf(app, ids.find((id) => id !== data.id) ?? '');
  const end = await crash({ undoMerge: mergeId, by }, death);
  const counts = await countsOfUndo(ids);
  assertWhole(counts, separated, { death, end });
  if (counts.undone === 0) await callApi(app, undoMerge, { params: { id: mergeId } }, { token });
  assert.deepEqual(await countsOfUndo(ids), separated);
  return end;
};

test('the undo of a merge killed in the middle or around its commit is done completely or not at all', () =>
  dieInTheMiddle(undoing('undo')));

test('the undo of a merge killed between any two statements is done completely or not at all @full', () =>
  crashAtEveryStatement(undoing('undone')));
