import { type Day, formatDay } from '#contract/days.ts';
import type { FigureLine, FigureSection } from '#contract/month-end/endpoints.ts';
import { firstDayOf, lastDayOf, type Month } from '#contract/month-end/periods.ts';
import type { VatBasis } from '#contract/vat.ts';
import { fact, line, total, unlessZero } from './figure-lines.ts';
import type { MonthFigures } from './month-figures.ts';
import { type BookingEvent, invoiceEvents, type Movement } from './read-movements.ts';

/** Months that follow each other and have the same basis. */
export interface VatSpan<Of> {
  basis: VatBasis | null;
  first: Day;
  last: Day;
  months: Of[];
}

export function vatSpans<Of extends { month: Month; vatBasis?: VatBasis | null }>(
  months: readonly Of[],
): VatSpan<Of>[] {
  const spans: VatSpan<Of>[] = [];
  for (const month of months) {
    const { vatBasis: basis = null } = month;
    const span = spans.at(-1);
    const last = lastDayOf(month.month);
    if (span?.basis === basis) {
      span.last = last;
      span.months.push(month);
    } else spans.push({ basis, first: firstDayOf(month.month), last, months: [month] });
  }
  return spans;
}

interface Change {
  title: string;
  detail: string;
}

/** What is declared twice or never, because a basis follows another one. */
export function changeBetween(
  before: Pick<VatSpan<unknown>, 'basis'> | undefined,
  { basis, first }: Pick<VatSpan<unknown>, 'basis' | 'first'>,
): Change | null {
  if (!before?.basis || basis === null) return null;
  const lists = basis === 'invoices' ? 'neither list' : 'both lists';
  return {
    title: `The VAT basis changed on ${formatDay(first)}`,
    detail: `Invoices that were open on that day are in ${lists}. Ask your accountant for the adjustment.`,
  };
}

const notes: Record<VatBasis | 'none', string> = {
  none: 'Your accountant knows which of the two you declare. Donations have no VAT.',
  payments:
    'Payments basis: each payment of an invoice with VAT posts its VAT to the account VAT, and the rest to income. Donations have none.',
  invoices:
    'Invoice basis: payments are posted whole to income, and nothing to VAT. Your accountant posts the VAT of the invoices that were issued and of the credit notes.',
};

const keptEvents: BookingEvent[] = ['dealt-with', 'use-undone'];

/** Cents of VAT by what they are of. */
function vatOf(movements: Movement[]) {
  const kept = total(movements, ({ vat = 0 }) => vat, keptEvents);
  return {
    kept,
    posted: total(movements, ({ vat = 0 }) => vat) - kept,
    received: total(movements, ({ incomeVat }) => incomeVat),
    invoiced: total(movements, ({ owedVat }) => owedVat, invoiceEvents),
  };
}

/** Each month by the basis that it has itself. */
export function vatSection(
  { movements, vatNumber }: MonthFigures,
  months: readonly MonthFigures[],
): FigureSection[] {
  const isEmpty = (of: Movement[]) => Object.values(vatOf(of)).every((cents) => cents === 0);
  if (vatNumber === '' && isEmpty(movements)) return [];
  const all = vatSpans(months);
  // Months of before the books or the number say nothing.
  const withVat = all.filter(
    ({ basis, months: of }) => basis !== null || !of.every((month) => isEmpty(month.movements)),
  );
  const spans = withVat.length === 0 ? all.slice(-1) : withVat;
  return [
    {
      title: 'VAT',
      note: spans.length === 1 ? notes[spans[0]?.basis ?? 'none'] : '',
      lines: [
        ...spans.flatMap((span, place) => [
          ...changeLine(changeBetween(spans[place - 1], span)),
          ...spanLines(span, spans.length === 1),
        ]),
        line(
          'Within the invoices that were issued, less those voided or written off',
          vatOf(movements).invoiced,
        ),
        ...(vatNumber === '' ? [] : [fact('VAT number', vatNumber)]),
      ],
    },
  ];
}

const changeLine = (change: Change | null) =>
  change === null ? [] : [fact(change.title, change.detail)];

/** One of several names its days. The list of its movements would be of the whole period. */
function spanLines(
  { basis, first, last, months }: VatSpan<MonthFigures>,
  isOnly: boolean,
): FigureLine[] {
  const { posted, kept, received } = vatOf(months.flatMap(({ movements }) => movements));
  const options = (what: string) => ({
    detail: isOnly ? '' : `${formatDay(first)} to ${formatDay(last)}`,
    of: isOnly ? { account: 'vat', what } : null,
  });
  if (basis !== 'payments')
    return [line('Within the income that was received', received, { detail: options('').detail })];
  return [
    line('Of payments, posted to VAT', posted, options('postedVat')),
    ...unlessZero('Of credits kept, posted to VAT', kept, options('dealtWith')),
  ];
}
