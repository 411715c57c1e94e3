import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  type MergeField,
  mergeMembers,
  type MergePreview,
  type MergeSide,
  mergeTexts as texts,
  previewMerge,
} from '#contract/duplicates/merge.ts';
import { type MergeOutcome, outcomeOf } from '#contract/duplicates/outcome.ts';
import { duplicateTexts } from '#contract/duplicates/endpoints.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './duplicates.module.css';
import {
  InvoiceChoice,
  MergeDetails,
  MergeMoves,
  OverlapChoices,
  RelativeChoices,
  TwoRecords,
} from './merge-parts.tsx';

/** Two records side by side, a choice for each difference, and the merge. product-rules 21.4. */
export function MergePage() {
  const { id = '', otherId = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['duplicates', 'merge', id, otherId],
    queryFn: ({ signal }) =>
      call(previewMerge, { params: { id }, query: { with: otherId }, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <div className={styles.page}>
      <PageTitle>{texts.title}</PageTitle>
      {error && (
        <LoadFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
          back={asApiError(error).status === 404 && <BackToDuplicates />}
        />
      )}
      {!data && !error && <Spinner label={texts.loading} />}
      {data && <MergeForm key={data.version} preview={data} onCompare={() => refetch()} />}
    </div>
  );
}

function BackToDuplicates() {
  return <ButtonLink to={paths.duplicates()}>{duplicateTexts.title}</ButtonLink>;
}

interface FormProps {
  preview: MergePreview;
  onCompare: () => Promise<unknown>;
}

function MergeForm({ preview, onCompare }: FormProps) {
  const { kept, merged, problem } = preview;
  const navigate = useNavigate();
  const confirm = useConfirm();
  const notify = useNotify();
  const queries = useQueryClient();
  const { busy, error, send } = useCall(mergeMembers);
  const [fields, setFields] = useState(() => proposedFields(preview));
  const [overlaps, setOverlaps] = useState(() => preview.overlaps.map(({ proposed }) => proposed));
  const [openInvoice, setOpenInvoice] = useState<MergeSide>('kept');
  const [relatives, setRelatives] = useState(() =>
    preview.relatives.filter(({ isProposed }) => isProposed).map(({ id }) => id),
  );
  const isChanged = error?.status === 412;
  const outcome = outcomeOf(preview, { fields, overlaps, relatives });

  function chooseOverlap(place: number, side: MergeSide) {
    const chosen = overlaps.with(place, side);
    setOverlaps(chosen);
    const { last } = outcomeOf(preview, { overlaps: chosen });
    if (last !== null && fields.memberType !== undefined) {
      setFields({ ...fields, memberType: last.side });
    }
  }

  async function merge() {
    const sure = await confirm({
      title: texts.askTitle,
      body: (
        <>
          <p>{texts.askBody(labelOf(merged), labelOf(kept))}</p>
          {consequencesOf(preview, outcome, fields).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      ),
      confirm: texts.askConfirm,
      cancel: texts.askCancel,
    });
    if (!sure) return;
    const { version } = preview;
    const chosen = {
      ...(preview.openInvoices.length > 0 && { openInvoice }),
      ...(preview.relatives.length > 0 && { relatives }),
    };
    const reply = await send({
      params: { id: kept.id },
      body: { with: merged.id, version, fields, overlaps, ...chosen },
    });
    if (!reply.ok) return;
    queries.removeQueries({ type: 'inactive' });
    const { firstName, lastName } = reply.data;
    notify.success(texts.done(`${firstName} ${lastName}`));
    await navigate(paths.member(reply.data.id));
  }

  async function compareAgain() {
    await onCompare();
    document.querySelector('h1')?.focus();
  }

  return (
    <>
      <TwoRecords preview={preview} />
      {problem === null ? (
        <>
          <p>{texts.intro(labelOf(kept))}</p>
          <MergeDetails
            preview={preview}
            fields={fields}
            onChoose={(field, side) => setFields({ ...fields, [field]: side })}
          />
          <OverlapChoices preview={preview} chosen={overlaps} onChoose={chooseOverlap} />
          <InvoiceChoice preview={preview} chosen={openInvoice} onChoose={setOpenInvoice} />
          <RelativeChoices preview={preview} chosen={relatives} onChoose={setRelatives} />
          <MergeMoves preview={preview} outcome={outcome} />
        </>
      ) : (
        <FormProblem message={problem} />
      )}
      <FormProblem message={error?.message ?? null} />
      <div className={styles.actions}>
        {problem === null && !isChanged && (
          <Button kind="primary" busy={busy} onClick={() => void merge()}>
            {texts.confirm}
          </Button>
        )}
        {isChanged && (
          <Button kind="primary" onClick={() => void compareAgain()}>
            {texts.reload}
          </Button>
        )}
        <BackToDuplicates />
      </div>
    </>
  );
}

/** What is lost, and what comes of it. */
function consequencesOf(
  { fields: differing, kept }: MergePreview,
  { lost, paidUntil, last, hidden }: MergeOutcome,
  fields: Partial<Record<MergeField, MergeSide>>,
): string[] {
  const types = differing.find(({ field }) => field === 'memberType');
  const type = types?.[fields.memberType ?? types.proposed];
  const isOther = type !== undefined && last !== null && last.memberTypeName !== type;
  return [
    ...lost.map((period) => texts.askLost(period)),
    ...(paidUntil === null || paidUntil === kept.paidUntil ? [] : [texts.askPaidUntil(paidUntil)]),
    ...(hidden === null ? [] : [texts.hidden(hidden.count, hidden.type)]),
    ...(isOther ? [texts.askType(type, last.memberTypeName)] : []),
  ];
}

/** The two often have the same name. */
function labelOf({ name, membershipNumber, email }: MergePreview['kept']): string {
  return `${name} (${membershipNumber ?? email})`;
}

function proposedFields({ fields }: MergePreview): Partial<Record<MergeField, MergeSide>> {
  return Object.fromEntries(fields.map(({ field, proposed }) => [field, proposed]));
}
