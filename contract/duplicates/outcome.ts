import { counted } from '#contract/counting.ts';
import type { MergeField, MergePeriod, MergePreview, MergeSide } from './merge.ts';

export interface MergeChoices {
  fields?: Partial<Record<MergeField, MergeSide>> | undefined;
  overlaps?: readonly MergeSide[] | undefined;
  relatives?: readonly string[] | undefined;
}

export interface MergeOutcome {
  /** The last day of the periods that stay. */
  paidUntil: string | null;
  /** The side and the type of the last period that stays. Null without periods. */
  last: Pick<MergePeriod, 'side' | 'memberTypeName'> | null;
  /** The periods that are left out. */
  lost: MergePeriod[];
  /** The relatives whom the chosen type does not cover. Null: it covers all who were covered. */
  hidden: { count: number; type: string } | null;
  /** "2 invoices". Nothing of which there is none. */
  moves: string[];
}

/** What a merge with these choices leaves. A choice that is left out follows the proposal. product-rules 21.4. */
export function outcomeOf(preview: MergePreview, choices: MergeChoices): MergeOutcome {
  const overlaps = preview.overlaps.map(({ periods, proposed }, place) => {
    const side = choices.overlaps?.[place] ?? proposed;
    return {
      stay: periods.filter((period) => period.side === side),
      lost: periods.filter((period) => period.side !== side),
    };
  });
  const lost = overlaps.flatMap((overlap) => overlap.lost);
  const staying = [
    ...overlaps.flatMap(({ stay }) => stay),
    ...(preview.lastApart === null ? [] : [preview.lastApart]),
  ];
  const [last] = staying.toSorted((one, other) => (one.endsOn < other.endsOn ? 1 : -1));
  return {
    paidUntil: last?.endsOn ?? null,
    last: last ?? null,
    lost,
    hidden: hiddenOf(preview, choices, last?.side),
    moves: movesOf(preview, choices, lost),
  };
}

/** A type that is not chosen follows the last period. */
function hiddenOf(
  { fields, covered, relatives }: MergePreview,
  choices: MergeChoices,
  ofPeriod: MergeSide | undefined,
): MergeOutcome['hidden'] {
  const types = fields.find(({ field }) => field === 'memberType');
  if (types === undefined) return null;
  const side = choices.fields?.memberType ?? ofPeriod ?? types.proposed;
  if (covered[side] !== null) return null;
  const isStaying = ({ id, isProposed }: MergePreview['relatives'][number]) =>
    choices.relatives?.includes(id) ?? isProposed;
  const count =
    relatives.length === 0
      ? (covered.kept ?? 0) + (covered.merged ?? 0)
      : relatives.filter((one) => covered[one.side] !== null && isStaying(one)).length;
  return count === 0 ? null : { count, type: types[side] };
}

function movesOf(preview: MergePreview, choices: MergeChoices, lost: MergePeriod[]): string[] {
  const proposed = preview.relatives.filter(({ isProposed }) => isProposed).map(({ id }) => id);
  const chosen = choices.relatives ?? proposed;
  const email = preview.fields.find(({ field }) => field === 'email');
  const emailSide = email === undefined ? 'kept' : (choices.fields?.email ?? email.proposed);
  const { invoices, payments, periods, relatives, consents } = preview.moves;
  const leftOut = preview.relatives.filter(
    ({ id, side }) => side === 'merged' && !chosen.includes(id),
  );
  return [
    { what: 'invoice', count: invoices },
    { what: 'payment', count: payments },
    {
      what: 'membership period',
      count: periods - lost.filter(({ side }) => side === 'merged').length,
    },
    { what: 'relative', count: relatives - leftOut.length },
    // Those of the address that is given up.
    { what: 'consent', count: consents[emailSide === 'kept' ? 'merged' : 'kept'] },
  ]
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => counted(count, what));
}
