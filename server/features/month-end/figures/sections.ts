import { counted } from '#contract/counting.ts';
import { figureOfMethod, fromCredits } from '#contract/month-end/cash-book.ts';
import type { FigureSection } from '#contract/month-end/endpoints.ts';
import { accountSection } from './account-section.ts';
import { controlSection } from '../tables/control-section.ts';
import { bankSection, coverage } from './bank/bank-section.ts';
import { ageSection, creditSection, deferredSection, owedSection } from './balance-sections.ts';
import {
  count,
  fact,
  groups,
  income,
  line,
  money,
  notKnownYet,
  proof,
  resultOf,
  sum,
  total,
  unlessZero,
} from './figure-lines.ts';
import type { MonthFigures } from './month-figures.ts';
import { areUnknown } from './read-card-fees.ts';
import {
  membershipSection,
  type PeriodDays,
  resultSection,
  trialBalanceSection,
} from '../tables/table-sections.ts';
import { summarySection } from '../tables/summary-section.ts';
import { lateSection } from './late-section.ts';
import type { Movement } from './read-movements.ts';
import { vatSection } from './vat-section.ts';
import type { Fact } from './figure-lines.ts';

/** The figures as the page, the PDF and the spreadsheet show them. `months`: of which they are combined. */
export function sectionsOf(
  figures: MonthFigures,
  {
    facts = [],
    months = [figures],
    isYear = false,
    ...days
  }: { facts?: Fact[]; months?: readonly MonthFigures[]; isYear?: boolean } & PeriodDays = {},
): FigureSection[] {
  const sections = [
    ...resultSection(figures, isYear, days),
    ...membershipSection(figures),
    incomeSection(figures),
    moneySection(figures),
    feeSection(figures),
    creditSection(figures),
    owedSection(figures),
    ageSection(figures),
    ...vatSection(figures, months),
    ...deferredSection(figures),
    ...controlSection(figures),
    ...accountSection(figures),
    bankSection(figures),
    ...lateSection(figures, isYear),
    ...(isYear ? trialBalanceSection(figures) : []),
  ];
  return [
    summarySection(figures, sections),
    ...sections,
    {
      title: 'About these figures',
      note: '',
      lines: facts.map(({ label, detail }) => fact(label, detail)),
    },
  ];
}

const moneyMethodOf = ({ method }: Movement) => figureOfMethod(method ?? '');
const methodOf = (movement: Movement) =>
  movement.isFromCredit ? fromCredits : moneyMethodOf(movement);

function incomeSection(figures: MonthFigures): FigureSection {
  const { movements, donationCount, accounts } = figures;
  const [kept, interest] = (['kept', 'interest'] as const).map((account) =>
    resultOf(figures, account),
  );
  const otherIncome = [
    ...unlessZero('Credits kept', kept ?? 0, { of: { account: 'kept' } }),
    ...unlessZero('Interest of the bank', interest ?? 0, { of: { account: 'interest' } }),
  ];
  const others = (kept ?? 0) + (interest ?? 0);
  const earning = movements.filter((movement) => movement.income !== 0);
  const of = (kind: Movement['kind']) => earning.filter((movement) => movement.kind === kind);
  const lines = (label: string, part: Movement[], account: string | null, detail = '') => {
    const of = account === null ? null : { account, what: 'payments' };
    return [
      line(label, total(part, income), { detail, of }),
      ...groups(part, methodOf).map(([method, rows]) =>
        line(method, total(rows, income), { style: 'part', of: of && { ...of, method } }),
      ),
    ];
  };
  const accountOfType = (type: string) => {
    const found = accounts?.find(({ account, name }) => account === 'membership' && name === type);
    return found === undefined ? null : `membership:${found.of ?? ''}`;
  };
  const [invoices, donations] = [of('invoice'), of('donation')];
  return {
    title: 'Income',
    note: 'What invoices and donations were paid with, in money and from credits, and other income.',
    lines: [
      ...groups(of('membership'), ({ type }) => type ?? '').flatMap(([type, rows]) =>
        lines(`Membership fees: ${type}`, rows, accountOfType(type)),
      ),
      ...(invoices.length > 0 ? lines('Other invoices', invoices, 'invoice') : []),
      ...(donations.length > 0
        ? lines('Donations', donations, 'donation', counted(donationCount, 'donation'))
        : []),
      ...otherIncome,
      sum('Income', total(movements, income) + others),
    ],
  };
}

const ofPayments = { account: 'money', what: 'payments' } as const;

function moneySection({ movements }: MonthFigures): FigureSection {
  const moving = movements.filter((movement) => movement.money !== 0);
  const refunds = total(moving, money, ['refunded', 'use-undone']);
  const undone = total(moving, money, ['undone']);
  const returned = total(moving, money, ['returned']);
  const all = total(moving, money);
  const part = (label: string, cents: number, what: string) =>
    cents === 0 ? [] : [line(label, cents, { style: 'part', of: { account: 'money', what } })];
  return {
    title: 'Money',
    note: 'What came, by the way in which it came, less what was paid back.',
    lines: [
      ...groups(moving, moneyMethodOf).flatMap(([method, rows]) => [
        line(method, total(rows, money), {
          detail: counted(count(rows, 'received'), 'payment'),
          of: { ...ofPayments, method },
        }),
      ]),
      sum('Money', all, ofPayments),
      ...part('of it refunds', refunds, 'refunds'),
      ...part('of it undone payments', undone, 'undone'),
      ...part('of it taken back by the bank', returned, 'returned'),
      proof(
        movements.some(({ vat = 0 }) => vat !== 0)
          ? 'Income and VAT, with the change of credits and those dealt with'
          : 'Income, with the change of credits and those dealt with',
        total(
          movements,
          (row) => row.income + row.credits + row.other + (row.vat ?? 0) - (row.opening ?? 0),
        ),
        all,
      ),
    ],
  };
}

function feeSection({ movements, fees }: MonthFigures): FigureSection {
  const card = total(
    movements.filter(({ method }) => method === 'Credit Card'),
    money,
  );
  const { late, coveredTo, lateMachine = 0, machine = 0, kept = 0, unknown = 0 } = fees;
  const isUnknown = areUnknown(fees, card);
  const all = fees.cents + late + machine + lateMachine;
  const ofAll = { account: 'fees' } as const;
  const detail =
    unknown === 0 ? '' : `without ${counted(unknown, 'payment')} whose fee is not known`;
  return {
    title: 'Card fees',
    note: '',
    lines: [
      line('Money by card', card, { of: { ...ofPayments, method: 'Credit Card' } }),
      isUnknown
        ? notKnownYet('Fees of PayFast')
        : line('Fees of PayFast', -fees.cents, {
            ...(all === fees.cents && { of: ofAll }),
            detail,
          }),
      ...unlessZero('Booked late: fees of closed months', -late),
      isUnknown ? notKnownYet('After fees', 'sum') : sum('After fees', card - fees.cents - late),
      ...unlessZero('Fees of the card machine', -machine),
      ...unlessZero('Booked late: fees of the card machine of closed months', -lateMachine),
      ...(all === fees.cents ? [] : [line('All card fees', -all, { of: ofAll })]),
      ...unlessZero('Fees kept by Wise, World Remit and others', -kept, {
        detail: 'in the bank charges',
      }),
      ...coverage("PayFast's list", coveredTo),
    ],
  };
}
