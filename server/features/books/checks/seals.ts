import { type RawBuilder, sql } from 'kysely';
import { sealCheckName } from '#contract/books/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import {
  deletionText,
  hashOfSeal,
  moneyColumns,
  type SealedEvent,
  sealedEvents,
  textByForm,
} from '#server/features/seals/forms.ts';
import { countUnsealed, findHead } from '#server/features/seals/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type BookCheck, type BookFinding, dayText, failing, rand } from './check.ts';

/** Every sealed entry is as it was sealed, every other one waits, and the seals are an unbroken chain. */
export function sealCheck(): BookCheck {
  return {
    name: sealCheckName,
    advice:
      'Somebody has changed these outside the application, or the disk has. Compare them with a backup from before, keep that backup, and have the database examined (docs/operations.md, Seals).',
    run: verifySeals,
  };
}

async function verifySeals(db: Db): Promise<BookFinding> {
  const result = await failing(
    db,
    sql.join(
      [wrongSeals, ...sealedEvents.flatMap(wrongEntries), ...moneyColumns.map(changedDeletions)],
      sql` UNION ALL `,
    ),
    {
      ok: '',
      failed:
        'Audit entries, payments, uses of credits or closed months are not as they were sealed:',
    },
  );
  if (result.count > 0) return result;
  const head = await findHead(db);
  const unsealed = await countUnsealed(db);
  const waiting = unsealed === 0 ? '' : ` ${unsealed} of the newest entries will be sealed next.`;
  if (head === undefined) return { ...result, finding: `Nothing is sealed yet.${waiting}` };
  return {
    ...result,
    finding: `Every sealed entry is as it was sealed. Seal ${head.number} of ${formatMoment(head.sealedAt.toISOString())} has the head ${head.head}.${waiting}`,
  };
}

/** A seal that was changed, or has other entries, other positions or another seal before it. */
const wrongSeals = sql`
  SELECT 'Seal ' || coalesce(s.number, e.seal) || CASE
    WHEN s.number IS NULL THEN ': it was deleted, and its entries are there'
    WHEN s.number <> s.number_before + 1 THEN ': a seal before it was deleted'
    WHEN s.previous_hash IS DISTINCT FROM s.hash_before THEN ': it does not follow the seal before it'
    WHEN s.form < s.form_before THEN ': its form is older than that of the seal before it'
    ELSE ': it was changed, or its entries were changed, moved or deleted' END AS name
  FROM (
    SELECT *, lag(number, 1, 0) OVER by_number AS number_before, lag(hash) OVER by_number AS hash_before,
      lag(form, 1, 1::smallint) OVER by_number AS form_before
    FROM seals WINDOW by_number AS (ORDER BY number)
  ) AS s
  FULL JOIN (
    SELECT seal, count(*)::integer AS entry_count, max(position) AS last,
      string_agg(digest, '' ORDER BY position) AS digests
    FROM sealed_entries GROUP BY seal
  ) AS e ON e.seal = s.number
  WHERE (
    s.number = s.number_before + 1
    AND s.previous_hash IS NOT DISTINCT FROM s.hash_before
    AND s.form >= s.form_before
    AND e.last = s.entry_count
    AND s.hash = ${hashOfSeal({
      number: sql`s.number`,
      previousHash: sql`s.previous_hash`,
      form: sql`s.form`,
      sealedAt: sql`s.sealed_at`,
      isComplete: sql`s.is_complete`,
      since: sql`s.since`,
      entryCount: sql`e.entry_count`,
      digests: sql`e.digests`,
    })}
  ) IS NOT TRUE`;

/** How the rows of a table are named, without names of people. */
const labels: Record<SealedEvent['table'], { known: RawBuilder<unknown>; gone: string }> = {
  audit_entries: { known: sql`'Audit entry ' || r.id`, gone: 'Audit entry' },
  payments: {
    known: sql`'Payment of ' || ${rand(sql`r.amount_cents`)} || ' of ' || ${dayText(sql`r.paid_on`)}
      || coalesce(
        (SELECT ' (INV-' || zero_padded(number) || ')' FROM invoices WHERE id = r.invoice_id),
        (SELECT ' (DON-' || zero_padded(number) || ')' FROM donations WHERE id = r.donation_id),
        ' (without a record)')`,
    gone: 'Payment',
  },
  credit_uses: {
    known: sql`'Use of ' || ${rand(sql`r.amount_cents`)} || ' of ' || ${dayText(sql`r.used_on`)}`,
    gone: 'Use of a credit',
  },
  closed_months: {
    known: sql`'Figures of ' || to_char(r.month, 'Mon YYYY')`,
    gone: 'Figures of a closed month',
  },
};

const dayOfInstant = (at: RawBuilder<unknown>) =>
  dayText(sql`(${at} AT TIME ZONE 'Africa/Johannesburg')`);
/** Transactions end within this time, and clocks of processes differ by less. */
const tolerance = sql`interval '1 hour'`;

function wrongEntries(event: SealedEvent): RawBuilder<unknown>[] {
  // A month that was inserted by hand has no audit entry, which the check of the months finds.
  const late = event.table === 'closed_months' ? [] : [lateEntries(event)];
  return [changedEntries(event), ...late, unsealedEntries(event)];
}

function changedEntries(event: SealedEvent): RawBuilder<unknown> {
  const { known, gone } = labels[event.table];
  const what = event.event === 'undone' ? ': its undoing was changed' : ': it was changed';
  const id = sql.ref(`e.${event.column}`);
  return sql`
    SELECT CASE
      WHEN r.id IS NULL THEN ${sql.lit(gone)} || ' ' || ${id} || ': it was deleted after seal ' || e.seal
      ELSE ${known} || ${sql.lit(what)} || ' after seal ' || e.seal END
    FROM sealed_entries AS e
    JOIN seals AS s ON s.number = e.seal
    LEFT JOIN ${sql.table(event.table)} AS r ON r.id = ${id}
    LEFT JOIN seal_salts AS x ON (x.seal, x.position) = (e.seal, e.position)
    WHERE ${id} IS NOT NULL AND e.event = ${sql.lit(event.event)}
      AND NOT (r.id IS NULL AND ${wasDeletedByUndo(event.column, id)})
      AND (
        e.digest = sha256(${textByForm(event, 'facts', sql`s.form`)} || coalesce(e.personal_digest, ''))
        AND CASE
          WHEN e.personal_digest IS NULL THEN NOT ${event.hasPersonal}
          WHEN x.salt IS NULL THEN ${event.isErased}
          ELSE e.personal_digest = sha256(x.salt || ${textByForm(event, 'personal', sql`s.form`)}) END
      ) IS NOT TRUE`;
}

/**
 * The undo of an import deleted it: the same transaction recorded both, so no seal after which nothing was left is
 * between them. Seals of form 1 have deletions without their audit entry.
 */
function wasDeletedByUndo(column: SealedEvent['column'], id: RawBuilder<unknown>) {
  return sql`EXISTS (
    SELECT FROM (
      SELECT d.seal, s.form, d.undo_entry_id
      FROM sealed_entries AS d JOIN seals AS s ON s.number = d.seal
      WHERE ${sql.ref(`d.${column}`)} = ${id} AND d.event = 'deleted'
      UNION ALL SELECT ${unsealed}, 2, d.undo_entry_id FROM entries_to_seal AS d
      WHERE ${sql.ref(`d.${column}`)} = ${id} AND d.event = 'deleted'
    ) AS d
    LEFT JOIN audit_entries AS a ON a.id = d.undo_entry_id AND a.action = 'undoImport'
    LEFT JOIN sealed_entries AS u ON u.audit_entry_id = a.id
    WHERE d.form = 1 OR a.id IS NOT NULL AND NOT EXISTS (
      SELECT FROM seals AS s WHERE s.is_complete
        AND s.number >= least(d.seal, coalesce(u.seal, ${unsealed}))
        AND s.number < greatest(d.seal, coalesce(u.seal, ${unsealed}))))`;
}

/** After every seal. */
const unsealed = sql.lit(2 ** 31 - 1);

function changedDeletions(column: (typeof moneyColumns)[number]): RawBuilder<unknown> {
  return sql`
    SELECT 'Deletion of ' || ${sql.ref(`d.${column}`)} || ': it was changed after seal ' || d.seal
    FROM sealed_entries AS d JOIN seals AS s ON s.number = d.seal
    WHERE ${sql.ref(`d.${column}`)} IS NOT NULL AND d.event = 'deleted'
      AND d.digest <> sha256(${deletionText('d', column, sql`s.form`)})`;
}

/** Somebody has inserted it with a time of the past. */
function lateEntries(event: SealedEvent): RawBuilder<unknown> {
  return sql`
    SELECT ${labels[event.table].known} || ': its time is ' || ${dayOfInstant(event.at)}
      || ', and it was inserted after ' || ${dayOfInstant(sql`s.since`)}
    FROM seals AS s
    JOIN sealed_entries AS e ON e.seal = s.number
    JOIN ${sql.table(event.table)} AS r ON r.id = ${sql.ref(`e.${event.column}`)}
    WHERE e.event = ${sql.lit(event.event)} AND s.since IS NOT NULL
      AND ${event.at} < least(s.since, s.sealed_at) - ${tolerance}`;
}

function unsealedEntries(event: SealedEvent): RawBuilder<unknown> {
  const isIn = (table: 'sealed_entries' | 'entries_to_seal') => sql`EXISTS (
    SELECT FROM ${sql.table(table)} AS e
    WHERE ${sql.ref(`e.${event.column}`)} = r.id AND e.event = ${sql.lit(event.event)})`;
  const what = event.event === 'undone' ? ': its undoing has no seal' : ': it has no seal';
  return sql`
    SELECT ${labels[event.table].known} || ${sql.lit(what)}
    FROM ${sql.table(event.table)} AS r
    WHERE ${event.event === 'undone' ? sql`r.reversed_at IS NOT NULL AND` : sql``}
      NOT ${isIn('sealed_entries')} AND NOT ${isIn('entries_to_seal')}`;
}
