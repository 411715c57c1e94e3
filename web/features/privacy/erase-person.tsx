import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  amountInWords,
  eraseDonor,
  eraseMember,
  eraseMoney,
  erasePayer,
  erasureTexts as texts,
  previewDonorErasure,
  previewMemberErasure,
  previewMoneyErasure,
  previewPayerErasure,
  type ErasurePreview,
} from '#contract/privacy/erasure.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './privacy.module.css';

interface Props {
  /** A member by the id, a donor by that of a donation, a payer by that of an invoice, a sender by that of the money. */
  kind: 'member' | 'donor' | 'payer' | 'sender';
  id: string;
  name: string;
  /** Reloads the record. */
  onErased: () => Promise<unknown>;
}

/** Erases the personal details of a person, after a preview. product-rules 19.1. */
export function ErasePerson({ kind, id, name, onErased }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>{texts.offerForOffice}</p>
      <Button onClick={() => setOpen(true)}>{texts.open}</Button>
      {isOpen && (
        <EraseDialog
          kind={kind}
          id={id}
          name={name}
          onErased={onErased}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const endpoints = {
  member: { preview: previewMemberErasure, erase: eraseMember },
  donor: { preview: previewDonorErasure, erase: eraseDonor },
  payer: { preview: previewPayerErasure, erase: erasePayer },
  sender: { preview: previewMoneyErasure, erase: eraseMoney },
} as const;

export function EraseDialog({
  kind,
  id,
  name,
  onErased,
  onClose,
}: Props & { onClose: () => void }) {
  const notify = useNotify();
  const client = useQueryClient();
  const { preview, erase } = endpoints[kind];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['erasure', kind, id],
    queryFn: ({ signal }) => call(preview, { params: { id }, signal }),
    gcTime: 0,
  });
  const { busy, send, error: refusal } = useCall(erase);
  const canErase = data?.problem === null;

  async function submit() {
    if (!(await send({ params: { id } })).ok) return;
    notify.success(texts.done);
    onClose();
    // Lists and other pages may still have the name.
    client.removeQueries({ type: 'inactive' });
    await onErased();
    // The page is another one now.
    setTimeout(() => document.querySelector('h1')?.focus());
  }

  return (
    <Dialog
      title={texts.title(name)}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button off={busy} onClick={onClose}>
            {texts.cancel}
          </Button>
          {canErase && (
            <Button kind="danger" busy={busy} onClick={() => void submit()}>
              {data.archives ? texts.archiveAndErase : texts.confirm}
            </Button>
          )}
        </>
      }
    >
      {error && (
        <>
          <FormProblem message={asApiError(error).message} />
          <Button busy={isFetching} onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </>
      )}
      {data === undefined && !error && <Spinner label={texts.loading} />}
      <FormProblem message={data?.problem ?? null} />
      {canErase && (
        <div className={styles.own}>
          <p>{texts.intro}</p>
          {data.archives && <p>{texts.archives}</p>}
          <Amounts title={texts.willGo} amounts={data.goes} />
          <Amounts title={texts.stays} amounts={data.stays} />
          <FormProblem message={refusal?.message ?? null} />
        </div>
      )}
    </Dialog>
  );
}

function Amounts({ title, amounts }: { title: string; amounts: ErasurePreview['goes'] }) {
  const lines = amounts.map(amountInWords).filter((line) => line !== null);
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
