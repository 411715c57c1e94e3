import { dayOf } from '#contract/days.ts';
import * as z from 'zod/mini';
import { day } from '#contract/fields.ts';
import type { getMemberStatement } from '#contract/month-end/statement-of-account.ts';
import {
  statementName,
  statementTexts as texts,
} from '#contract/month-end/statement-of-account.ts';
import { useCall } from '#web/api/use-call.ts';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import type { StatementOf } from './statement-button.tsx';

const optionalDay = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed: string) => typed || undefined),
  ),
  z.optional(day),
);
const form = z.object({ from: optionalDay, to: optionalDay });

/** Asks for the days, and saves the PDF by the name of the person. */
export function StatementDialog({
  endpoint,
  id,
  person,
  onClose,
}: StatementOf & { onClose: () => void }) {
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
