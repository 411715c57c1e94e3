import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { dayOf } from '#contract/days.ts';
import { money } from '#contract/fields.ts';
import { cashTexts as texts, countCash } from '#contract/month-end/cash-count.ts';
import { useCall } from '#web/api/use-call.ts';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { readAmount } from '#web/ui/fields/read-amount.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { monthEndKey } from './month-end-key.ts';

/** An empty amount takes the count back. */
const form = z.extend(countCash.body, {
  amount: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => (typed.trim() === '' ? null : readAmount(typed))),
    ),
    z.nullable(money),
  ),
});

/** What was in the cash box at the end of a day. product-rules 24.15. */
export function CashCount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button needs="books.close" onClick={() => setOpen(true)}>
        {texts.countCash}
      </Button>
      {isOpen && <CountDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CountDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const { send, busy } = useCall(countCash);
  const [today] = useState(() => dayOf(new Date()));
  return (
    <FieldsDialog
      title={texts.countCash}
      explained={texts.countExplained}
      confirm="Save"
      busy={busy}
      schema={form}
      onClose={onClose}
      onConfirm={async (body) => {
        const outcome = await send({ body });
        if (!outcome.ok) return outcome.error;
        notify.success(body.amount === null ? texts.countRemoved(body.day) : texts.countSaved);
        onClose();
        await client.invalidateQueries({ queryKey: monthEndKey });
        return null;
      }}
      renderFields={(problems) => (
        <>
          <TextField
            name="day"
            type="date"
            label="At the end of"
            max={today}
            defaultValue={today}
            error={problems['day']}
          />
          <AmountField name="amount" label="Counted" error={problems['amount']} />
        </>
      )}
    />
  );
}
