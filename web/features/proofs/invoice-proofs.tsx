import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '#contract/days.ts';
import { largestPageSize } from '#contract/limits.ts';
import {
  type Proof,
  proofAdminTexts as texts,
  proofKinds,
  searchProofs,
} from '#contract/proofs/admin-endpoints.ts';
import { call } from '#web/api/call.ts';
import { followsChanges } from '#web/api/changes.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SideList, SidePart, SideRow } from '#web/forms/record-layout.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { proofState } from './proof-state.ts';
import { useProofActions } from './use-proof-actions.ts';

interface Props {
  invoiceId: string;
  /** Changes with the invoice. */
  version: string;
}

/** On the invoice's page: what the payer has sent. Without a file it is not shown. */
export function InvoiceProofs({ invoiceId, version }: Props) {
  const { data, refetch } = useQuery({
    queryKey: ['proofs', invoiceId, version],
    queryFn: ({ signal }) =>
      call(searchProofs, { body: { invoiceId, pageSize: largestPageSize }, signal }),
    refetchOnMount: 'always',
    meta: followsChanges,
    placeholderData: (before) => before,
  });
  if (data === undefined || data.totalCount === 0) return null;
  return (
    <SidePart title={texts.heading} count={data.totalCount}>
      <p>{texts.onInvoice}</p>
      <SideList>
        {data.results.map((proof) => (
          <OneProof key={proof.id} proof={proof} onChanged={refetch} />
        ))}
      </SideList>
    </SidePart>
  );
}

function OneProof({ proof, onChanged }: { proof: Proof; onChanged: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string | null>(null);
  const actions = useProofActions({ onRefused: setProblem, onChanged });
  const { fileName, kind, size, receivedUtc, dealtWithUtc, dealtWithBy, invoiceState } = proof;
  const name = <span className="visually-hidden"> {fileName}</span>;
  return (
    <SideRow first={fileName} end={proofState(proof)}>
      <p>{`${proofKinds[kind]}, ${formatFileSize(size)}, received on ${formatMoment(receivedUtc)}`}</p>
      {dealtWithBy !== null && dealtWithUtc !== null && (
        <p>{texts.dealtWithBy(dealtWithBy, formatMoment(dealtWithUtc))}</p>
      )}
      <Button busy={actions.isDownloading} onClick={() => void actions.download(proof)}>
        {texts.download}
        {name}
      </Button>
      {(invoiceState !== 'paid' || dealtWithUtc !== null) && (
        <Button
          kind="quiet"
          needs="money.write"
          busy={actions.isUpdating}
          onClick={() => void actions.toggle(proof)}
        >
          {dealtWithUtc === null ? texts.dealWith : texts.reopen}
          {name}
        </Button>
      )}
      <FormProblem message={problem} />
    </SideRow>
  );
}
