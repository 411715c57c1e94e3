import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { balance } from '#contract/fields.ts';
import { type OpeningBalance, updateOpeningBalances } from '#contract/month-end/endpoints.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { readAmount } from '#web/ui/fields/read-amount.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { monthEndKey } from './month-end-key.ts';
import styles from './month-end.module.css';

/** The balances with which accounts began. product-rules 24.11. */
export function OpeningBalances({ openings }: { openings: readonly OpeningBalance[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button needs="books.close" onClick={() => setOpen(true)}>
        {texts.openings}
      </Button>
      {isOpen && <OpeningsDialog openings={openings} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Props {
  openings: readonly OpeningBalance[];
  onClose: () => void;
}

/** The fields have the names that the call gives them: `balances.0.amount` and `balances.0.day`. */
const amountName = (place: number) => `balances.${place}.amount`;
const dayName = (place: number) => `balances.${place}.day`;

function OpeningsDialog({ openings, onClose }: Props) {
  const client = useQueryClient();
  const notify = useNotify();
  const { send, busy } = useCall(updateOpeningBalances);
  const stated = openings.filter(({ source }) => source === 'statement');
  const entered = openings.filter(({ source }) => source !== 'statement');
  return (
    <FieldsDialog
      title={texts.openings}
      explained={texts.openingsExplained}
      facts={stated.map(({ name, amount, day }) => ({
        label: name,
        value: `${texts.openingOf(formatFigure(amount ?? 0), day ?? '')}, ${texts.fromStatement}`,
      }))}
      confirm="Save"
      busy={busy}
      schema={formOf(entered)}
      onClose={onClose}
      onConfirm={async (form) => {
        const balances = entered.map(({ account, bankAccountId }, place) => ({
          account,
          bankAccountId,
          amount: (form[amountName(place)] as number | null | undefined) ?? null,
          day: (form[dayName(place)] as string | undefined) || null,
        }));
        const outcome = await send({ body: { balances } });
        if (!outcome.ok) return outcome.error;
        notify.success(texts.openingsSaved);
        onClose();
        await client.invalidateQueries({ queryKey: monthEndKey });
        return null;
      }}
      renderFields={(problems) =>
        entered.map(({ name, amount, day, lastDay }, place) => (
          <fieldset key={name} className={styles.account}>
            <legend>{name}</legend>
            <AmountField
              name={amountName(place)}
              label="Balance"
              defaultValue={amount === null ? '' : amount.toFixed(2)}
              error={problems[amountName(place)]}
            />
            <TextField
              name={dayName(place)}
              type="date"
              label="At the end of"
              max={lastDay ?? undefined}
              defaultValue={day ?? lastDay ?? ''}
              error={problems[dayName(place)]}
            />
          </fieldset>
        ))
      }
    />
  );
}

function formOf(entered: readonly OpeningBalance[]) {
  const typedBalance = z.pipe(z.pipe(z.string(), z.transform(readBalance)), z.nullable(balance));
  const fields = entered.flatMap((_, place) => [
    [amountName(place), typedBalance],
    [dayName(place), z.string()],
  ]);
  return z.object(
    Object.fromEntries(fields) as Record<string, typeof typedBalance | z.ZodMiniString>,
  );
}

/** An empty field: it is not known. */
function readBalance(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  return text.startsWith('-') ? -readAmount(text.slice(1)) : readAmount(text);
}
