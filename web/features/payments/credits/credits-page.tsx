import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { type Credit, creditTexts, searchCredits } from '#contract/payments/credits.ts';
import { creditUseInWords, paymentRecordTexts } from '#contract/payments/recorded-payment.ts';
import { paths } from '#web/app/paths.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { CreditActions } from './credit-actions.tsx';
import styles from './credits-page.module.css';
import { RecordMoney } from './record-money.tsx';

const filters: readonly Filter<'isUsed'>[] = [
  {
    kind: 'segmented',
    name: 'isUsed',
    label: 'Show',
    options: [{ value: 'used', label: 'Dealt with', sends: true }],
    all: 'Open',
  },
];

const load = searching(searchCredits);

/** Money that pays no record, until somebody decides what becomes of it. product-rules 6.34. */
export function CreditsPage() {
  return (
    <AdminList
      title={creditTexts.heading}
      searchHint="Bank reference, PayFast number, sender"
      cacheKey="credits"
      load={load}
      texts={creditTexts}
      columns={columns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={creditName}
      actions={creditActions}
      notices={<p className={styles.explained}>{creditTexts.explained}</p>}
      tools={recordMoney}
    />
  );
}

const recordMoney = () => <RecordMoney />;

function creditActions(credit: Credit, list: List) {
  return <CreditActions credit={credit} list={list} />;
}

function creditName({ amount, owed, received, payer }: Credit): string {
  return `${formatRand(amount || owed || received)} of ${payer}`;
}

const columns: readonly Column<Credit>[] = [
  {
    header: 'From',
    card: 'title',
    cell: (credit) => <TwoLines first={credit.payer} second={<MeantFor credit={credit} />} />,
  },
  {
    header: 'Paid on',
    sortBy: 'CreatedUtc',
    cell: ({ paidOn, method }) => (
      <TwoLines first={<span className={styles.day}>{formatDay(paidOn)}</span>} second={method} />
    ),
  },
  {
    header: 'Credit',
    align: 'end',
    card: 'badge',
    cell: ({ amount, owed, received }) => (
      <TwoLines
        first={<span className={styles.amount}>{formatRand(amount || owed)}</span>}
        second={owed > 0 ? creditTexts.owedByPayer : ofReceived(amount, received)}
      />
    ),
  },
  {
    header: 'Reference',
    cell: (credit) => (
      <div className={styles.reference}>
        {referenceOf(credit)}
        {credit.bankLineId !== null && (
          <>
            {' '}
            <Link to={paths.bankLine(credit.bankLineId)}>{creditTexts.bankLine}</Link>
          </>
        )}
        {credit.amount > 0 && credit.money !== 'here' && <p>{creditTexts.noMoney[credit.money]}</p>}
        {credit.owed > 0 && <p>{paymentRecordTexts.owed(credit.owed)}</p>}
        <Uses uses={credit.uses} />
      </div>
    ),
  },
];

const ofReceived = (amount: number, received: number) =>
  amount === received ? '' : `of ${formatRand(received)}`;

function MeantFor({ credit }: { credit: Credit }) {
  const { kind, recordId, recordName } = credit;
  if (recordId === null) return 'No invoice or donation';
  const to = kind === 'donation' ? paths.donation(recordId) : paths.invoice(recordId);
  return <Link to={to}>{recordName}</Link>;
}

function referenceOf({ bankReference, providerId }: Credit): string {
  return bankReference ?? (providerId === '' ? 'None' : `PayFast ${providerId}`);
}

function Uses({ uses }: Pick<Credit, 'uses'>) {
  const lasting = uses.filter(({ undoneBy }) => undoneBy === null);
  if (lasting.length === 0) return null;
  return (
    <ul className={styles.uses}>
      {lasting.map((use) => (
        <li key={use.id}>{creditUseInWords(use)}</li>
      ))}
    </ul>
  );
}
