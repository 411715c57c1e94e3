import { counted, listed } from '#contract/counting.ts';
import type { FigureLine, FigureSection } from '#contract/month-end/endpoints.ts';
import { accountTitle } from '#contract/month-end/ledger-accounts.ts';
import { accountClasses, byChart, moneyKinds } from '#server/features/ledger/accounts.ts';
import { fact, filterOf, line, sum, unlessZero } from '../figures/figure-lines.ts';
import { controlsOf } from './control-section.ts';
import type { MonthFigures } from '../figures/month-figures.ts';

/** What a committee asks first: what was earned, where the money is, who owes, how many members, and whether the sums agree. */
export function summarySection(
  figures: MonthFigures,
  sections: readonly FigureSection[],
): FigureSection {
  const { results, accounts = [], owed, credits, deferred, membership } = figures;
  const money = accounts
    .filter(({ account }) => (moneyKinds as readonly string[]).includes(account))
    .toSorted(byChart);
  const onItsWay = accounts.find(({ account }) => account === 'transit')?.closing ?? 0;
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
            ...unlessZero('Money on its way between own accounts, at the end', onItsWay, {
              of: { account: 'transit' },
            }),
          ]),
      line('Owed for invoices, at the end', owed.closing),
      line('Credits owed to payers, at the end', credits.closing),
      ...unlessZero('Membership fees for later days, at the end', deferred?.closing ?? 0),
      ...(members === undefined ? [] : [fact('Members at the end', counted(members, 'member'))]),
      ...controlLine(controlsOf(figures)),
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

/** Each account beside what somebody else says of it. */
function controlLine(controls: ReturnType<typeof controlsOf>): FigureLine[] {
  if (controls.length === 0) return [];
  const namesOf = (some: typeof controls) => listed(some.map(({ name }) => name));
  const differing = controls.filter(({ difference }) => difference !== null && difference !== 0);
  const alone = controls.filter(({ difference }) => difference === null);
  const parts = [
    differing.length === 0
      ? 'no difference'
      : `${namesOf(differing)} ${differing.length === 1 ? 'differs' : 'differ'}`,
    ...(alone.length === 0 ? [] : [`nothing to compare ${namesOf(alone)} with`]),
  ];
  return [fact('Control accounts', parts.join(', '))];
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
