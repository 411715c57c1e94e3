import { useState } from 'react';
import { dayOf } from '#contract/days.ts';
import * as z from 'zod/mini';
import { day } from '#contract/fields.ts';
import type {
  getDonorStatement,
  getMemberStatement,
} from '#contract/month-end/statement-of-account.ts';
import {
  statementName,
  statementTexts as texts,
} from '#contract/month-end/statement-of-account.ts';
import { useCall } from '#web/api/use-call.ts';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { saveFile } from '#web/ui/save-file.ts';

interface Props {
  /** Of a member, or of the donor of a donation. */
  endpoint: typeof getMemberStatement | typeof getDonorStatement;
  id: string;
  person: string;
}

const optionalDay = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed: string) => typed || undefined),
  ),
  z.optional(day),
);
const form = z.object({ from: optionalDay, to: optionalDay });

/** Asks for the days, and saves the PDF by the name of the person. */
export function StatementButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && <DaysDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function DaysDialog({ endpoint, id, person, onClose }: Props & { onClose: () => void }) {
  const { send, busy } = useCall(endpoint as typeof getMemberStatement);
  return (
    <FieldsDialog
      title={texts.title}
      explained={texts.explained}
      confirm={texts.save}
      busy={busy}
      schema={form}
      onClose={onClose}
      onConfirm={async (query) => {
        const outcome = await send({ params: { id }, query });
        if (!outcome.ok) return outcome.error;
        saveFile(outcome.data, statementName(person, query.to ?? dayOf(new Date())));
        onClose();
        return null;
      }}
      renderFields={({ from, to }) => (
        <>
          <TextField name="from" type="date" label={texts.from} error={from} />
          <TextField name="to" type="date" label={texts.to} error={to} />
        </>
      )}
    />
  );
}
