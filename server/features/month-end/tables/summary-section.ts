import { counted } from '#contract/counting.ts';
import type { FigureLine, FigureSection } from '#contract/month-end/endpoints.ts';
import { accountTitle } from '#contract/month-end/ledger-accounts.ts';
import { accountClasses, byChart, moneyKinds } from '#server/features/ledger/accounts.ts';
import { filterOf, line, sum, unlessZero } from '../figures/figure-lines.ts';
import type { MonthFigures } from '../figures/month-figures.ts';

/** What a committee asks first: what was earned, where the money is, who owes, how many members, and whether the sums agree. */
export function summarySection(
  { results, accounts = [], owed, credits, deferred, membership }: MonthFigures,
  sections: readonly FigureSection[],
): FigureSection {
  const money = accounts
    .filter(({ account }) => (moneyKinds as readonly string[]).includes(account))
    .toSorted(byChart);
  const members = membership?.reduce((all, type) => all + type.members, 0);
  return {
    title: 'Summary',
    note: '',
    lines: [
      ...(results === undefined ? [] : resultLines(results)),
      ...money.map((account) =>
        line(`${accountTitle(account.account, account.name)}, at the end`, account.closing, {
          style: 'part',
          of: filterOf(account),
        }),
      ),
      ...(money.length === 0
        ? []
        : [
            sum(
              'Money at the end',
              money.reduce((all, { closing }) => all + closing, 0),
            ),
          ]),
      line('Owed for invoices, at the end', owed.closing),
      line('Credits owed to payers, at the end', credits.closing),
      ...unlessZero('Membership fees for later days, at the end', deferred?.closing ?? 0),
      ...(members === undefined ? [] : [fact('Members at the end', counted(members, 'member'))]),
      proofLine(sections),
    ],
  };
}

function resultLines(results: NonNullable<MonthFigures['results']>): FigureLine[] {
  const of = (name: 'income' | 'expenses') =>
    results.reduce(
      (all, { account, month }) => (accountClasses[account] === name ? all + month : all),
      0,
    );
  const [income, expenses] = [of('income'), of('expenses')];
  return [line('Income', income), line('Expenses', -expenses), sum('Result', income + expenses)];
}

function proofLine(sections: readonly FigureSection[]): FigureLine {
  const lines = sections.flatMap((section) => section.lines);
  const broken = lines.filter(({ style }) => style === 'broken').length;
  const all = broken + lines.filter(({ style }) => style === 'proof').length;
  if (broken === 0) return fact('Sums compared', `all ${all} agree`);
  return fact(
    'Sums compared',
    `${broken} of ${all} ${broken === 1 ? 'differs' : 'differ'}, see below`,
  );
}

const fact = (label: string, detail: string): FigureLine => ({
  label,
  detail,
  amount: null,
  style: 'plain',
});
