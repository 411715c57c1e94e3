import { Link } from 'react-router';
import { formatMoment } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import {
  type Proof,
  proofAdminTexts as texts,
  proofKinds,
  searchProofs,
} from '#contract/proofs/admin-endpoints.ts';
import { paths } from '#web/app/paths.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List, Load } from '#web/lists/list-shape.ts';
import { RowActions, RowButton } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { proofState } from './proof-state.ts';
import { useProofActions } from './use-proof-actions.ts';

const filters: readonly Filter<'isWaiting'>[] = [
  {
    kind: 'segmented',
    name: 'isWaiting',
    label: 'Show',
    options: [{ value: 'others', label: texts.others, sends: false }],
    all: texts.waits,
  },
];

const search = searching(searchProofs);

const load: Load<Proof, 'isWaiting'> = (body, signal) =>
  search({ isWaiting: true, ...body }, signal);

/** What payers have sent for invoices that are not paid yet. product-rules 26.4. */
export function ProofsPage() {
  return (
    <AdminList
      title={texts.heading}
      searchHint="Invoice number, name, email"
      cacheKey="proofs"
      load={load}
      texts={texts}
      columns={columns}
      filters={filters}
      defaultSort={{ by: 'ReceivedUtc', descending: true }}
      nameOf={nameOf}
      actions={proofActions}
      belowTitle={<p>{texts.explained}</p>}
    />
  );
}

function proofActions(proof: Proof, list: List) {
  return <ProofActions proof={proof} list={list} />;
}

function nameOf({ fileName, payer }: Proof): string {
  return `${fileName} of ${payer}`;
}

const columns: readonly Column<Proof>[] = [
  {
    header: 'Invoice',
    sortBy: 'InvoiceNumber',
    card: 'title',
    cell: ({ invoiceId, invoiceNumber, payer }) => (
      <TwoLines first={<Link to={paths.invoice(invoiceId)}>{invoiceNumber}</Link>} second={payer} />
    ),
  },
  {
    header: 'To pay',
    align: 'end',
    cell: ({ balance }) => formatRand(balance),
  },
  {
    header: 'Received',
    sortBy: 'ReceivedUtc',
    cell: ({ receivedUtc, kind, size }) => (
      <TwoLines
        first={formatMoment(receivedUtc)}
        second={`${proofKinds[kind]}, ${formatFileSize(size)}`}
      />
    ),
  },
  {
    header: 'State',
    card: 'badge',
    cell: (proof) => <StatusBadge status={proofState(proof)} />,
  },
];

function ProofActions({ proof, list }: { proof: Proof; list: List }) {
  const name = nameOf(proof);
  const { download, isDownloading, toggle, isUpdating } = useProofActions({
    onRefused: list.fail,
    onChanged: ({ id }) => list.removed(id),
  });
  return (
    <RowActions
      name={name}
      main={
        <RowButton name={name} busy={isDownloading} onClick={() => void download(proof)}>
          {texts.download}
        </RowButton>
      }
    >
      {(proof.invoiceState !== 'paid' || proof.dealtWithUtc !== null) && (
        <RowButton
          name={name}
          busy={isUpdating}
          needs="money.write"
          onClick={() => void toggle(proof)}
        >
          {proof.dealtWithUtc === null ? texts.dealWith : texts.reopen}
        </RowButton>
      )}
    </RowActions>
  );
}
