import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import { deleteDonation, searchDonations } from '#contract/donations/admin-endpoints.ts';
import { type Donation, donationTexts } from '#contract/donations/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { paymentInWords } from '#contract/payments/payment-details.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { useMay } from '#web/session/use-may.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowActions, RowButton, RowLink } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { lazySummary } from '#web/lists/summary/summary.tsx';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './donations-page.module.css';
import { useProcessDonation } from './use-process-donation.ts';
import { donationStatus } from './donation-status.ts';

const filters: readonly Filter<
  'isReceived' | 'needsAnswer' | 'lastName' | 'email' | 'reference' | 'receivedFrom' | 'receivedTo'
>[] = [
  {
    kind: 'segmented',
    name: 'isReceived',
    label: 'Status',
    options: [
      { value: 'received', label: 'Received', sends: true },
      { value: 'pending', label: 'Pending', sends: false },
    ],
  },
  {
    kind: 'choice',
    name: 'needsAnswer',
    label: 'Answer',
    options: [{ value: 'needed', label: donationTexts.needsAnswer, sends: true }],
  },
  { kind: 'text', name: 'lastName', label: 'Last name' },
  { kind: 'text', name: 'email', label: 'Email' },
  { kind: 'text', name: 'reference', label: 'Reference' },
  { kind: 'chip', name: 'receivedFrom', label: 'Received from' },
  { kind: 'chip', name: 'receivedTo', label: 'Received until' },
];

const DonationsSummary = lazySummary(
  async () => (await import('./donations-summary.tsx')).DonationsSummary,
);

const load = searching(searchDonations);

const savedSearches = savedSearchesOf('donations');

export function DonationsPage() {
  return (
    <AdminList
      title={donationTexts.heading}
      searchHint="Name, reference, email, amount"
      cacheKey="donations"
      load={load}
      texts={donationTexts}
      savedSearches={savedSearches}
      columns={donationColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={donationName}
      addNew={paths.newDonation()}
      writes="money.write"
      actions={donationActions}
      summary={{ of: 'donations', content: DonationsSummary }}
    />
  );
}

function donationActions(donation: Donation, list: List) {
  return <DonationActions donation={donation} list={list} />;
}

/** The columns of the list. The second lines help to match payments. */
const donationColumns: readonly Column<Donation>[] = [
  {
    header: 'First Name',
    sortBy: 'FirstName',
    card: 'title',
    cell: ({ id, firstName, lastName, reference }) => (
      <TwoLines
        first={
          <Link to={paths.donation(id)}>
            {firstName}
            <span className={styles.onCard}> {lastName}</span>
          </Link>
        }
        second={reference}
      />
    ),
  },
  {
    header: 'Last Name',
    sortBy: 'LastName',
    card: 'hidden',
    cell: ({ lastName }) => lastName,
  },
  {
    header: 'Email',
    sortBy: 'Email',
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    header: 'Amount (ZAR)',
    sortBy: 'Amount',
    align: 'end',
    cell: ({ amount, donationTypeName, paidBy }) => (
      <span className={styles.amount}>
        <TwoLines first={formatRand(amount)} second={paymentInWords(donationTypeName, paidBy)} />
      </span>
    ),
  },
  {
    header: 'Received',
    sortBy: 'ReceivedDate',
    card: 'badge',
    cell: ({ isReceived, isWithdrawn, receivedOn, needsAnswer }) => (
      <span className={styles.received}>
        <StatusBadge status={donationStatus({ isReceived, isWithdrawn })} />
        {needsAnswer && <span className={styles.answer}>{donationTexts.needsAnswer}</span>}
        {receivedOn !== null && <span className={styles.day}>{formatDay(receivedOn)}</span>}
      </span>
    ),
  },
];

interface Props {
  donation: Donation;
  list: List;
}

/** A received donation is read-only. product-rules 6.13. */
function DonationActions({ donation, list }: Props) {
  const { id, isReceived, isWithdrawn } = donation;
  const isFinal = !useMay()('money.write') || isReceived || isWithdrawn;
  const name = donationName(donation);
  const { busy, ask, dialog } = useProcessDonation(donation, {
    onRefused: list.fail,
    onDone: list.removed,
  });
  const open = (
    <RowLink name={name} to={paths.donation(id)}>
      {isFinal ? 'View' : 'Edit'}
    </RowLink>
  );
  if (isFinal) return open;
  return (
    <>
      <RowActions
        name={name}
        main={
          <RowButton name={name} busy={busy} onClick={ask}>
            Process Payment
          </RowButton>
        }
      >
        {open}
        <DeleteRow
          name={name}
          id={id}
          list={list}
          remove={() => call(deleteDonation, { params: { id } })}
        />
      </RowActions>
      {dialog}
    </>
  );
}

/** "DON-00042 of Nomsa Dlamini", for the accessible names of buttons. */
function donationName({ reference, firstName, lastName }: Donation): string {
  return `${reference} of ${firstName} ${lastName}`;
}
