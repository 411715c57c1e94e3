import { type RawBuilder, sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';

/** The digested columns of an entry, whose row is `r`. */
interface Form {
  /** What never changes, as a list of expressions. */
  facts: RawBuilder<unknown>;
  /** What Erase or a period of retention takes away. */
  personal: RawBuilder<unknown>;
}

export interface SealedEvent {
  event: 'recorded' | 'undone';
  table: 'audit_entries' | 'payments' | 'credit_uses' | 'closed_months';
  /** Of `sealed_entries` and `entries_to_seal`. */
  column: 'audit_entry_id' | 'payment_id' | 'credit_use_id' | 'closed_month_id';
  /** When it happened. */
  at: RawBuilder<unknown>;
  /** The first is form 1. A new column is digested by adding a form, because seals keep theirs. */
  forms: readonly [Form, ...Form[]];
  hasPersonal: RawBuilder<boolean>;
  /** Its personal values were erased. */
  isErased: RawBuilder<boolean>;
}

/** The columns of what the undo of an import deletes. */
export const moneyColumns = ['payment_id', 'credit_use_id'] as const;
type MoneyColumn = (typeof moneyColumns)[number];
/** `deletionText` has two. */
const deletionForms = 2;

/** Microseconds, because the text of an instant depends on the settings of the connection. */
const instant = (at: RawBuilder<unknown>) => sql`(extract(epoch FROM ${at}) * 1000000)::bigint`;
const day = (value: RawBuilder<unknown>) => sql`to_char(${value}, 'YYYY-MM-DD')`;
const isErasedText = (value: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${value}, ${erased.text}) = ${erased.text}`;

const undone = (table: 'payments' | 'credit_uses', name: string): Omit<SealedEvent, 'column'> => ({
  event: 'undone',
  table,
  at: sql`r.reversed_at`,
  forms: [
    {
      facts: sql`${sql.lit(name)}, r.id, ${instant(sql`r.reversed_at`)}, r.reversed_by`,
      personal: sql`r.reversed_reason`,
    },
  ],
  hasPersonal: sql`true`,
  isErased: isErasedText(sql`r.reversed_reason`),
});

/** All that is sealed. docs/operations.md describes the digests for auditors. product-rules 23.5. */
export const sealedEvents: readonly SealedEvent[] = [
  {
    event: 'recorded',
    table: 'audit_entries',
    column: 'audit_entry_id',
    at: sql`r.at`,
    forms: [
      {
        // The name of an administrator stays. A person without a session is erased.
        facts: sql`'audit entry', r.id, ${instant(sql`r.at`)}, r.by_user_id,
          CASE WHEN r.by_user_id IS NOT NULL THEN r.by_name END,
          r.action, r.subject_kind, r.subject_id`,
        personal: sql`CASE WHEN r.by_user_id IS NULL THEN r.by_name END, r.subject_name,
          r.before, r.after`,
      },
    ],
    hasPersonal: sql`true`,
    isErased: sql`(r.subject_name, r.before, r.after) = (${erased.text}, '{}'::jsonb, '{}'::jsonb)
      AND (r.by_user_id IS NOT NULL OR r.by_name = ${erased.text})`,
  },
  {
    event: 'recorded',
    table: 'payments',
    column: 'payment_id',
    at: sql`r.recorded_at`,
    forms: [
      {
        // What of it counts and is used can change, and is derived from invoices, donations and uses.
        facts: sql`'payment', r.id, r.invoice_id, r.donation_id, r.amount_cents,
          ${day(sql`r.paid_on`)}, ${instant(sql`r.recorded_at`)}, r.method, r.source, r.recorded_by,
          r.external_reference`,
        personal: sql`r.bank_reference, r.payer_name`,
      },
    ],
    hasPersonal: sql`num_nonnulls(r.bank_reference, r.payer_name) > 0`,
    isErased: sql`r.bank_reference IS NULL AND ${isErasedText(sql`r.payer_name`)}`,
  },
  { ...undone('payments', 'payment undone'), column: 'payment_id' },
  {
    event: 'recorded',
    table: 'credit_uses',
    column: 'credit_use_id',
    at: sql`r.recorded_at`,
    forms: [
      {
        facts: sql`'credit use', r.id, r.payment_id, r.kind, r.amount_cents,
          ${day(sql`r.used_on`)}, r.carried_to, ${instant(sql`r.recorded_at`)}, r.recorded_by`,
        personal: sql`r.reference, r.reason`,
      },
    ],
    hasPersonal: sql`num_nonnulls(r.reference, r.reason) > 0`,
    isErased: sql`r.reference IS NULL AND ${isErasedText(sql`r.reason`)}`,
  },
  { ...undone('credit_uses', 'credit use undone'), column: 'credit_use_id' },
  {
    event: 'recorded',
    table: 'closed_months',
    column: 'closed_month_id',
    at: sql`r.closed_at`,
    forms: [
      {
        // That it was reopened is in the audit log.
        facts: sql`'closed month', r.id, ${day(sql`r.month`)}, r.figures, ${instant(sql`r.closed_at`)},
          r.closed_by`,
        personal: sql`NULL`,
      },
    ],
    hasPersonal: sql`false`,
    isErased: sql`false`,
  },
];

/** The form of new seals. Every event has a form of each number. */
export const newestForm = Math.max(deletionForms, ...sealedEvents.map(({ forms }) => forms.length));

/** The text of a list of expressions, as bytes. */
export const textOf = (values: RawBuilder<unknown>) =>
  sql`convert_to(jsonb_build_array(${values})::text, 'UTF8')`;

/** The form that holds at `number`: the last one up to it. */
export function formOf({ forms }: SealedEvent, number: number): Form {
  return forms[Math.min(number, forms.length) - 1] ?? forms[0];
}

/** `part` of the form of a seal, as bytes. `form` is the seal's number of it. */
export function textByForm(
  event: SealedEvent,
  part: keyof Form,
  form: RawBuilder<unknown>,
): RawBuilder<Buffer> {
  const cases = Array.from(
    { length: newestForm },
    (_, place) => sql`WHEN ${sql.lit(place + 1)} THEN ${textOf(formOf(event, place + 1)[part])}`,
  );
  return sql`CASE ${form} ${sql.join(cases, sql` `)} END`;
}

/** The text of a deletion. Form 1 did not name the audit entry of the undo of the import that deleted it. */
export function deletionText(
  entry: string,
  column: MoneyColumn,
  form: RawBuilder<unknown>,
): RawBuilder<Buffer> {
  const id = sql.ref(`${entry}.${column}`);
  const undo = sql.ref(`${entry}.undo_entry_id`);
  return sql`CASE ${form} WHEN 1 THEN ${textOf(sql`'deleted', ${id}`)}
    ELSE ${textOf(sql`'deleted', ${id}, ${undo}`)} END`;
}

export interface SealColumns {
  number: RawBuilder<unknown>;
  previousHash: RawBuilder<unknown>;
  form: RawBuilder<unknown>;
  sealedAt: RawBuilder<unknown>;
  isComplete: RawBuilder<unknown>;
  since: RawBuilder<unknown>;
  entryCount: RawBuilder<unknown>;
  /** The digests of its entries, one after the other. */
  digests: RawBuilder<unknown>;
}

export function hashOfSeal(seal: SealColumns): RawBuilder<Buffer> {
  return sql`sha256(${textOf(sql`'seal', ${seal.number}, encode(${seal.previousHash}, 'hex'), ${seal.form},
    ${instant(seal.sealedAt)}, ${seal.isComplete}, ${instant(seal.since)}, ${seal.entryCount}`)}
    || ${seal.digests})`;
}
