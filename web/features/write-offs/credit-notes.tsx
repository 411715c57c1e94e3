import { useState } from 'react';
import { formatInstant } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import {
  type CreditNote,
  getCreditNotePdf,
  writeOffTexts as texts,
} from '#contract/write-offs/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SideList, SidePart, SideRow } from '#web/forms/record-layout.tsx';
import { Button } from '#web/ui/button.tsx';
import { openTab } from '#web/ui/open-tab.ts';

/** The credit notes of an invoice, also those that were withdrawn. */
export function CreditNotes({ notes }: { notes: readonly CreditNote[] }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { send, busy } = useCall(getCreditNotePdf);
  if (notes.length === 0) return null;

  async function open({ id, number }: CreditNote) {
    const tab = openTab(number);
    setProblem(null);
    const outcome = await send({ params: { id } });
    if (outcome.ok) {
      tab.show(outcome.data);
      return;
    }
    tab.close();
    setProblem(outcome.error?.message ?? null);
  }

  return (
    <SidePart title={texts.notes} count={notes.length}>
      <SideList>
        {notes.map((note) => (
          <SideRow
            key={note.id}
            first={
              <Button busy={busy} onClick={() => void open(note)}>
                {note.number}
              </Button>
            }
            end={formatRand(note.amount)}
          >
            <p>{texts.recordedBy(note.recordedBy, formatInstant(note.recordedUtc), note.reason)}</p>
            {note.withdrawnUtc !== null && (
              <p>{texts.withdrawn(formatInstant(note.withdrawnUtc), note.withdrawnReason ?? '')}</p>
            )}
          </SideRow>
        ))}
      </SideList>
      <FormProblem message={problem} />
    </SidePart>
  );
}
