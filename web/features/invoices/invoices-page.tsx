import { type Invoice, invoiceTexts, searchInvoices } from '#contract/invoices.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { paths } from '#web/app/paths.ts';
import { lazySummary, Summary } from '#web/lists/summary.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { invoiceName } from './invoice-name.ts';
import { MemberOfInvoices } from './member-of-invoices.tsx';
import { useMemberInAddress } from './use-member-in-address.ts';

const filters: readonly Filter<
  | 'isPaid'
  | 'invoiceNumber'
  | 'userLastName'
  | 'userEmail'
  | 'createdFrom'
  | 'createdTo'
  | 'paidFrom'
  | 'paidTo'
>[] = [
  {
    kind: 'segmented',
    name: 'isPaid',
    label: 'Show',
    options: [
      { value: 'unpaid', label: 'Unpaid', sends: false },
      { value: 'paid', label: 'Paid', sends: true },
    ],
  },
  { kind: 'text', name: 'invoiceNumber', label: 'Invoice number' },
  { kind: 'text', name: 'userLastName', label: 'Last name' },
  { kind: 'text', name: 'userEmail', label: 'Email' },
  { kind: 'chip', name: 'createdFrom', label: 'Created from' },
  { kind: 'chip', name: 'createdTo', label: 'Created until' },
  { kind: 'chip', name: 'paidFrom', label: 'Paid from' },
  { kind: 'chip', name: 'paidTo', label: 'Paid until' },
];

const InvoicesSummary = lazySummary(
  async () => (await import('./invoices-summary.tsx')).InvoicesSummary,
);
const loadAll = searching(searchInvoices);

/** All invoices, or those of the member that the address names. */
export function InvoicesPage() {
  const memberId = useMemberInAddress();
  return (
    <AdminList
      title="Manage Invoices"
      cacheKey={memberId === null ? 'invoices' : `invoices of ${memberId}`}
      load={memberId === null ? loadAll : searching(searchInvoices, { memberId })}
      texts={invoiceTexts}
      columns={invoiceColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={invoiceName}
      addNew={paths.newInvoice(memberId)}
      actions={invoiceActions}
      summary={
        memberId === null ? (
          <Summary of="invoices" content={InvoicesSummary} />
        ) : (
          <MemberOfInvoices memberId={memberId} />
        )
      }
    />
  );
}

function invoiceActions(invoice: Invoice, list: List) {
  return <InvoiceActions invoice={invoice} list={list} />;
}
