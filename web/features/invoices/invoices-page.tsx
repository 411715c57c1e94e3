import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatInstant } from '#contract/days.ts';
import { deleteInvoice } from '#contract/invoices/admin-endpoints.ts';
import {
  type Invoice,
  invoiceStateNames,
  invoiceTexts,
  isOpen,
  searchInvoices,
} from '#contract/invoices/endpoints.ts';
import { getMember } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { paymentInWords } from '#contract/payments/payment-details.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { WaitingProofs } from '#web/features/proofs/waiting-proofs.tsx';
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
import { isDeletable, isEditable, isSendable } from './invoice-permissions.ts';
import styles from './invoices-page.module.css';
import { useInvoicePdf, useProcessInvoice, useSendInvoice } from './use-invoice-actions.tsx';
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

const savedSearches = savedSearchesOf('invoices');

/** All invoices, or those of the member in the address. */
export function InvoicesPage() {
  const memberId = useMemberInAddress();
  return (
    <AdminList
      title="Manage Invoices"
      searchHint="Number, name, email, amount"
      cacheKey={memberId === null ? 'invoices' : `invoices of ${memberId}`}
      load={memberId === null ? loadAll : searching(searchInvoices, { memberId })}
      texts={invoiceTexts}
      columns={invoiceColumns}
      filters={filters}
      keeps={['memberId']}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={invoiceName}
      addNew={paths.newInvoice(memberId)}
      writes="money.write"
      actions={invoiceActions}
      {...(memberId === null
        ? {
            savedSearches,
            summary: { of: 'invoices', content: InvoicesSummary },
            belowTitle: <WaitingProofs />,
          }
        : { notices: <MemberOfInvoices memberId={memberId} /> })}
    />
  );
}

function invoiceActions(invoice: Invoice, list: List) {
  return <InvoiceActions invoice={invoice} list={list} />;
}

const invoiceColumns: readonly Column<Invoice>[] = [
  {
    header: 'Number',
    sortBy: 'InvoiceNumber',
    card: 'title',
    cell: ({ id, invoiceNumber, line }) => (
      <TwoLines
        first={
          <Link to={paths.invoice(id)} className={styles.number}>
            {invoiceNumber}
          </Link>
        }
        second={<span className={styles.line}>{line}</span>}
      />
    ),
  },
  {
    header: 'Payer',
    sortBy: 'UserLastName',
    cell: ({ userFirstName, userLastName, userEmail }) => (
      <span className={styles.pair}>
        <TwoLines
          first={`${userFirstName} ${userLastName}`}
          second={<EmailText email={userEmail} brief />}
        />
      </span>
    ),
  },
  {
    header: 'Amount',
    sortBy: 'Amount',
    align: 'end',
    cell: ({ amount, paymentType, paidBy, sentUtc }) => (
      <span className={styles.pair}>
        <TwoLines
          first={<span className={styles.amount}>{formatRand(amount)}</span>}
          // Nobody chose the way of an invoice that was made with its payment.
          second={paymentInWords(sentUtc === null ? (paidBy ?? paymentType) : paymentType, paidBy)}
        />
      </span>
    ),
  },
  {
    header: 'Is Paid',
    sortBy: 'PaidDate',
    card: 'badge',
    cell: (invoice) => <IsPaid invoice={invoice} />,
  },
  {
    header: 'Created',
    sortBy: 'CreatedUtc',
    cell: ({ createdUtc }) => <span className={styles.day}>{formatInstant(createdUtc)}</span>,
  },
];

/** A read-only checkbox, with the day of payment or the state. */
function IsPaid({
  invoice,
}: {
  invoice: Pick<Invoice, 'isPaid' | 'state' | 'paidOn' | 'amount' | 'balance'>;
}) {
  return (
    <span className={styles.isPaid}>
      <input
        type="checkbox"
        aria-label="Is Paid"
        checked={invoice.isPaid}
        disabled
        readOnly
        className={styles.box}
      />
      <span className={styles.words}>
        <StatusBadge status={invoiceStateNames[invoice.state]} />
        {invoice.balance > 0 && invoice.balance < invoice.amount && (
          <span className={styles.isPaidDay}>{`${formatRand(invoice.balance)} to pay`}</span>
        )}
        {invoice.paidOn !== null && (
          <span className={styles.isPaidDay}>{formatDay(invoice.paidOn)}</span>
        )}
      </span>
    </span>
  );
}

interface Props {
  invoice: Invoice;
  list: List;
}

/** The actions of a row; others are on the invoice's page. */
function InvoiceActions({ invoice, list }: Props) {
  const { id, state } = invoice;
  const name = invoiceName(invoice);
  const onRefused = list.fail;
  const mayWrite = useMay()('money.write');
  const paying = useProcessInvoice(invoice, { onRefused, onDone: list.removed });
  const sending = useSendInvoice({ onRefused, onDone: list.refetch });
  const reading = useInvoicePdf({ onRefused });
  const open = (
    <RowLink name={name} to={paths.invoice(id)}>
      {isEditable(invoice) && mayWrite ? 'Edit' : 'View'}
    </RowLink>
  );
  return (
    <>
      <RowActions
        name={name}
        main={
          isOpen(state) && mayWrite ? (
            <RowButton name={name} busy={paying.busy} onClick={paying.ask}>
              Process Payment
            </RowButton>
          ) : (
            open
          )
        }
      >
        {isOpen(state) && mayWrite && open}
        {isSendable(invoice) && (
          <RowButton
            name={name}
            busy={sending.busy}
            needs="members.write"
            onClick={() => sending.askAndSend(invoice)}
          >
            {invoice.sentUtc === null ? 'Send' : 'Send again'}
          </RowButton>
        )}
        <RowButton name={name} busy={reading.busy} onClick={() => reading.open(invoice)}>
          PDF
        </RowButton>
        {isDeletable(invoice) && (
          <DeleteRow
            name={name}
            id={id}
            list={list}
            needs="money.write"
            remove={() => call(deleteInvoice, { params: { id } })}
          />
        )}
      </RowActions>
      {paying.dialog}
    </>
  );
}

/** "INV-00042 of Nomsa Dlamini", for the accessible names of buttons. */
function invoiceName({ invoiceNumber, userFirstName, userLastName }: Invoice): string {
  return `${invoiceNumber} of ${userFirstName} ${userLastName}`;
}

/** Names the member, with a link to all invoices. */
function MemberOfInvoices({ memberId }: { memberId: string }) {
  const { data: member } = useQuery({
    queryKey: ['members', 'one', memberId],
    queryFn: ({ signal }) => call(getMember, { params: { id: memberId }, signal }),
  });
  const whose = member ? `${member.firstName} ${member.lastName}` : 'one member';
  return (
    <p className={styles.member}>
      <span>
        Only the invoices of <strong>{whose}</strong>
      </span>
      <Link to={paths.invoices()}>Show all invoices</Link>
    </p>
  );
}
