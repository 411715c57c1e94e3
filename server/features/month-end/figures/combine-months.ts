import { lastDayOf, type Month } from '#contract/month-end/periods.ts';
import type { MonthFigures } from './month-figures.ts';
import type { AccountFigures } from './read-accounts.ts';
import { addLines } from './bank/bank-lines.ts';
import type { BankFigures } from './bank/read-bank.ts';
import type { Balance } from './read-balances.ts';
import type { MembershipFigures } from '../tables/read-membership.ts';
import type { Result } from '../tables/read-results.ts';
import type { DeferredFigures, DeferredMovement } from './read-deferred.ts';

/** The figures of months that follow each other. Balances open with the first and close with the last. */
export function combineMonths(months: [MonthFigures, ...MonthFigures[]]): MonthFigures {
  const [first] = months;
  const last = months.at(-1) ?? first;
  const span = (of: (figures: MonthFigures) => Balance): Balance => ({
    opening: of(first).opening,
    closing: of(last).closing,
  });
  return {
    ...last,
    movements: months.flatMap(({ movements }) => movements),
    donationCount: months.reduce((total, { donationCount }) => total + donationCount, 0),
    credits: span(({ credits }) => credits),
    owed: span(({ owed }) => owed),
    deferred: combineDeferred(months),
    fees: {
      cents: months.reduce((total, { fees }) => total + fees.cents, 0),
      machine: months.reduce((total, { fees }) => total + (fees.machine ?? 0), 0),
      kept: months.reduce((total, { fees }) => total + (fees.kept ?? 0), 0),
      late: months.reduce((total, { fees }) => total + fees.late, 0),
      lateMachine: months.reduce((total, { fees }) => total + (fees.lateMachine ?? 0), 0),
      ...(months.every(({ fees }) => fees.unknown !== undefined) && {
        unknown: months.reduce((total, { fees }) => total + (fees.unknown ?? 0), 0),
      }),
      coveredTo: last.fees.coveredTo,
    },
    bank: combineBank(months, first.month),
    lateLines: months.flatMap(({ lateLines = [] }) => lateLines),
    ...combineAccounts(months),
    ...combineResults(months),
    ...combineMembership(months),
  };
}

/** A year is beside the year before. Missing, if a month has none. */
function combineResults(months: readonly MonthFigures[]): Pick<MonthFigures, 'results'> {
  const results = new Map<string, Result>();
  for (const month of months) {
    if (month.results === undefined) return {};
    for (const result of month.results) {
      const key = `${result.account} ${result.of ?? ''}`;
      const known = results.get(key);
      const [all, before] = [
        result.month + (known?.month ?? 0),
        result.yearBefore + (known?.yearBefore ?? 0),
      ];
      results.set(key, { ...result, month: all, yearBefore: before });
    }
  }
  return { results: [...results.values()] };
}

function combineMembership(
  months: readonly MonthFigures[],
): Pick<MonthFigures, 'membership' | 'membersLate'> {
  const types = new Map<string, MembershipFigures>();
  for (const { membership } of months) {
    if (membership === undefined) return {};
    if (membership === null) continue;
    for (const known of types.values()) known.members = 0;
    for (const type of membership) {
      const { memberTypeId, joined, renewed, cameBack, lapsed } = type;
      const known = types.get(memberTypeId);
      types.set(memberTypeId, {
        ...type,
        joined: joined + (known?.joined ?? 0),
        renewed: renewed + (known?.renewed ?? 0),
        cameBack: cameBack + (known?.cameBack ?? 0),
        lapsed: lapsed + (known?.lapsed ?? 0),
      });
    }
  }
  const membersLate = months.reduce((all, { membersLate: late = 0 }) => all + late, 0);
  return { membership: [...types.values()], membersLate };
}

/** Of the months that have it: it may be wanted from the middle of a year on. */
function combineDeferred(months: readonly MonthFigures[]): DeferredFigures | null {
  const withFees = months.flatMap(({ deferred }) => deferred ?? []);
  const [first, last] = [withFees[0], withFees.at(-1)];
  const ended = months.findLast(({ deferred }) => deferred !== null);
  if (first === undefined || last === undefined || ended === undefined) return null;
  const all = (of: (moved: DeferredMovement) => number) =>
    withFees.reduce((total, { moved }) => total + of(moved), 0);
  return {
    opening: first.opening,
    closing: last.closing,
    upTo: lastDayOf(ended.month),
    moved: {
      added: all(({ added }) => added),
      passed: all(({ passed }) => passed),
      late: all(({ late }) => late),
      begun: all(({ begun = 0 }) => begun),
      released: all(({ released = 0 }) => released),
    },
  };
}

function combineBank(months: MonthFigures[], first: Month): BankFigures[] {
  const accounts = new Map<string, BankFigures>();
  for (const { bank } of months) {
    for (const account of bank) {
      const known = accounts.get(account.id);
      accounts.set(account.id, {
        ...account,
        opening: known === undefined ? account.opening : known.opening,
        moneyIn: account.moneyIn + (known?.moneyIn ?? 0),
        moneyOut: account.moneyOut + (known?.moneyOut ?? 0),
        fees: account.fees + (known?.fees ?? 0),
        payouts: account.payouts + (known?.payouts ?? 0),
        charges: account.charges + (known?.charges ?? 0),
        dismissed: account.dismissed + (known?.dismissed ?? 0),
        open: account.open + (known?.open ?? 0),
        ...addApart(account, known),
        late: addLines(account.late, known?.late),
        inOpening: addInOpening(account, known, first),
      });
    }
  }
  return [...accounts.values()];
}

/** Missing, if a month has none. */
function combineAccounts(months: readonly MonthFigures[]): Pick<MonthFigures, 'accounts'> {
  const accounts = new Map<string, AccountFigures>();
  for (const month of months) {
    if (month.accounts === undefined) return {};
    for (const account of month.accounts) {
      const key = `${account.account} ${account.of ?? ''}`;
      const known = accounts.get(key);
      accounts.set(key, {
        ...account,
        opening: known?.opening ?? account.opening,
        entered: (account.entered ?? 0) + (known?.entered ?? 0),
        debits: account.debits + (known?.debits ?? 0),
        credits: account.credits + (known?.credits ?? 0),
      });
    }
  }
  return { accounts: [...accounts.values()] };
}

function addApart({ apart }: BankFigures, known?: BankFigures): Pick<BankFigures, 'apart'> {
  if (known === undefined || apart === undefined) return apart === undefined ? {} : { apart };
  if (known.apart === undefined) return {};
  const { dismissedIn, dismissedOut, interest, charged } = known.apart;
  return {
    apart: {
      dismissedIn: apart.dismissedIn + dismissedIn,
      dismissedOut: apart.dismissedOut + dismissedOut,
      interest: apart.interest + interest,
      charged: apart.charged + charged,
    },
  };
}

/** Lines of the months themselves are not in the balance with which the first one began. */
function addInOpening(account: BankFigures, known: BankFigures | undefined, first: Month) {
  const { inOpening = [] } = account;
  return [...(known?.inOpening ?? []), ...inOpening.filter(({ month }) => month < first)];
}
