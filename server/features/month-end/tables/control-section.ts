import type { FigureRow, FigureSection } from '#contract/month-end/endpoints.ts';
import { ledgerAccountNames } from '#contract/month-end/ledger-accounts.ts';
import { noBalance } from '../figures/bank/bank-section.ts';
import { fact } from '../figures/figure-lines.ts';
import type { MonthFigures } from '../figures/month-figures.ts';
import type { AccountFigures } from '../figures/read-accounts.ts';
import type { ControlItem } from '../figures/bank/read-bank-control.ts';

/** An account with what proves it. Cents. */
interface Control {
  name: string;
  of: AccountFigures;
  /** On the statement and not in the books, and the other way round. */
  notBooked: number | null;
  notOnStatement: number | null;
  /** What moved the books after the count, with the other sign. */
  afterCount: number | null;
  /** What the statement says, what PayFast should hold, or what was counted. */
  stated: number | null;
  difference: number | null;
  /** The bank has lines after its last balance, or no balance at all. */
  lacksBalance?: boolean;
}

/** More are in a table of their own: a page has room for so many columns. */
const mostColumns = 4;

/** From the beginning of each account to what somebody else says of it. The items between are named below, and in a sheet. */
export function controlSection(figures: MonthFigures): FigureSection[] {
  const controls = controlsOf(figures);
  const tables = Array.from({ length: Math.ceil(controls.length / mostColumns) }, (_, n) =>
    controls.slice(n * mostColumns, (n + 1) * mostColumns),
  );
  return tables.map((some, n) => ({
    title: n === 0 ? 'Control accounts' : `Control accounts ${n + 1}`,
    note: 'A bank account beside the balance of its statement, PayFast beside what its movements leave there, and cash beside its last count, on the day of the count. Without a statement or a count there is nothing to compare with.',
    table: {
      unit: 'rand',
      columns: some.map(({ name }) => name),
      rows: rowsOf(some),
    },
    lines: some.flatMap(({ name, lacksBalance }) =>
      lacksBalance === true ? [fact(name, noBalance)] : [],
    ),
  }));
}

function rowsOf(controls: readonly Control[]): FigureRow[] {
  const row = (
    label: string,
    of: (control: Control) => number | null,
    style: FigureRow['style'] = 'plain',
  ): FigureRow => ({
    label,
    amounts: controls.map((control) => {
      const cents = of(control);
      return cents === null ? null : cents / 100 || 0;
    }),
    style,
  });
  const areEntered = controls.some(({ of }) => Boolean(of.entered));
  const movedSince = controls.some(({ afterCount }) => Boolean(afterCount));
  return [
    row('At the beginning', ({ of }) => of.opening),
    ...(areEntered ? [row('Opening balance', ({ of }) => of.entered ?? 0)] : []),
    row('In', ({ of }) => of.debits),
    row('Out', ({ of }) => of.credits),
    row('In the books at the end', ({ of }) => of.closing, 'sum'),
    row('On the statement and not booked yet', ({ notBooked }) => notBooked),
    row('In the books and not on the statement yet', ({ notOnStatement }) => notOnStatement),
    ...(movedSince ? [row('In the books since the count', ({ afterCount }) => afterCount)] : []),
    row('Statement, PayFast or count', ({ stated }) => stated),
    row('Difference', ({ difference }) => difference, 'sum'),
  ];
}

export function controlsOf({
  accounts = [],
  bank,
  payfast,
  cashCount,
  clearing = [],
}: MonthFigures): Control[] {
  const nothing = {
    notBooked: null,
    notOnStatement: null,
    afterCount: null,
    stated: null,
    difference: null,
  };
  return accounts.flatMap((of): Control[] => {
    const name = of.name ?? ledgerAccountNames[of.account];
    switch (of.account) {
      case 'bank': {
        const account = bank.find((one) => one.name === of.name);
        const { control, closing = null, isStated = true } = account ?? {};
        const stated = isStated ? closing : null;
        const lacksBalance = closing !== null && !isStated;
        if (!control) return [{ ...nothing, name, of, stated, lacksBalance }];
        const [notBooked, waiting] = [control.notBooked, control.notOnStatement].map(sumOf);
        const between = (notBooked ?? 0) - (waiting ?? 0);
        return [
          {
            name,
            of,
            notBooked: notBooked ?? 0,
            notOnStatement: -(waiting ?? 0),
            afterCount: null,
            stated,
            difference: stated === null ? null : stated - control.books - between,
            lacksBalance,
          },
        ];
      }
      case 'payfast': {
        if (payfast === undefined) return [{ ...nothing, name, of }];
        const stated = payfast.opening + payfast.received + payfast.fees + payfast.paidOut;
        return [{ ...nothing, name, of, stated, difference: stated - of.closing }];
      }
      case 'cash': {
        if (!cashCount) return [{ ...nothing, name, of }];
        const { counted, books } = cashCount;
        const afterCount = books - of.closing;
        return [{ ...nothing, name, of, afterCount, stated: counted, difference: counted - books }];
      }
      default: {
        const isHeld = clearing.some(({ account }) => account === of.account) && of.closing !== 0;
        return isHeld ? [{ ...nothing, name, of }] : [];
      }
    }
  });
}

const sumOf = (items: readonly ControlItem[]) => items.reduce((all, { cents }) => all + cents, 0);
