import { searchDonations } from '#contract/donation-admin.ts';
import { type Donation, donationTexts } from '#contract/donations.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { paths } from '#web/app/paths.ts';
import { lazySummary, Summary } from '#web/lists/summary.tsx';
import { donationColumns } from './donation-columns.tsx';
import { DonationActions } from './donation-actions.tsx';
import { donationName } from './donation-name.ts';

const filters: readonly Filter<
  'isReceived' | 'lastName' | 'email' | 'reference' | 'receivedFrom' | 'receivedTo'
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

export function DonationsPage() {
  return (
    <AdminList
      title={donationTexts.heading}
      cacheKey="donations"
      load={load}
      texts={donationTexts}
      columns={donationColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={donationName}
      addNew={paths.newDonation()}
      actions={donationActions}
      summary={<Summary of="donations" content={DonationsSummary} />}
    />
  );
}

function donationActions(donation: Donation, list: List) {
  return <DonationActions donation={donation} list={list} />;
}
