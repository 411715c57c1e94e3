import { useQueryClient } from '@tanstack/react-query';
import { reopenMonth } from '#contract/month-end/endpoints.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { reasonForm } from '#contract/reason.ts';
import { useCall } from '#web/api/use-call.ts';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { monthEndKey } from './month-end-key.ts';

/** Asks for the reason, which the next pack of the month prints. */
export function ReopenDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const { send, busy } = useCall(reopenMonth);
  return (
    <FieldsDialog
      title={texts.reopen(month)}
      explained={texts.reopenMeans}
      confirm={texts.reopen(month)}
      busy={busy}
      schema={reasonForm}
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        const outcome = await send({ body: { month, reason } });
        if (!outcome.ok) return outcome.error;
        client.setQueryData(monthEndKey, outcome.data);
        notify.success(texts.reopened(month));
        onClose();
        await client.invalidateQueries({ queryKey: monthEndKey });
        return null;
      }}
      renderFields={({ reason }) => (
        <TextareaField name="reason" label="Reason" error={reason} maxLength={500} />
      )}
    />
  );
}
