import * as z from 'zod/mini';
import {
  type Retention,
  type RetentionKind,
  retentionForm,
  retentionKinds,
} from '#contract/privacy/retention.ts';

type Unit = 'months' | 'years' | 'forEver';

/** The amount of a kind has the name of the kind. Its unit has this name. */
export const unitOf = (kind: RetentionKind) => `${kind}Unit`;

/** The fields of the form, as typed. */
export type TypedPeriods = Record<string, string>;

export function typedFrom(settings: Retention | undefined): TypedPeriods {
  if (settings === undefined) return {};
  return Object.fromEntries(
    retentionKinds.flatMap((kind) => {
      const { amount, unit } = wordsOf(settings[kind]);
      return [
        [kind, amount],
        [unitOf(kind), unit],
      ];
    }),
  );
}

function wordsOf(months: number | null): { amount: string; unit: Unit } {
  if (months === null) return { amount: '', unit: 'forEver' };
  if (months % 12 === 0) return { amount: String(months / 12), unit: 'years' };
  return { amount: String(months), unit: 'months' };
}

function monthsIn(typed: TypedPeriods, kind: RetentionKind): number | null {
  const unit = typed[unitOf(kind)];
  if (unit === 'forEver') return null;
  const amount = Number(typed[kind]?.trim() || Number.NaN);
  // Half a year is 6 months, and not 0.5 years.
  if (!Number.isInteger(amount)) return Number.NaN;
  return unit === 'years' ? amount * 12 : amount;
}

type RetentionForm = z.input<typeof retentionForm>;

/** The typed periods, in months. */
export const retentionFields = z.pipe(
  z.pipe(
    z.record(z.string(), z.string()),
    z.transform((typed: TypedPeriods): RetentionForm => {
      const months = retentionKinds.map((kind) => [kind, monthsIn(typed, kind)]);
      return Object.fromEntries(months) as RetentionForm;
    }),
  ),
  retentionForm,
);
