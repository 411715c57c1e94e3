import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { balance } from '#contract/fields.ts';
import { type OpeningBalance, updateOpeningBalances } from '#contract/month-end/endpoints.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { addMonths, firstDayOf, type Month } from '#contract/month-end/periods.ts';
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
export function OpeningBalances(props: Omit<Props, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button needs="books.close" onClick={() => setOpen(true)}>
        {texts.openings}
      </Button>
      {isOpen && <OpeningsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Props {
  openings: readonly OpeningBalance[];
  /** The last closed month. */
  lastClosed: Month | null;
  onClose: () => void;
}

/** The fields have the names that the call gives them: `balances.0.amount` and `balances.0.day`. */
const amountName = (place: number) => `balances.${place}.amount`;
const dayName = (place: number) => `balances.${place}.day`;

function OpeningsDialog({ openings, lastClosed, onClose }: Props) {
  const client = useQueryClient();
  const notify = useNotify();
  const { send, busy } = useCall(updateOpeningBalances);
  const stated = openings.filter(({ source }) => source === 'statement');
  const entered = openings.filter(({ source }) => source !== 'statement');
  return (
    <FieldsDialog
      title={texts.openings}
      explained={
        lastClosed === null
          ? texts.openingsExplained
          : `${texts.openingsExplained} ${texts.openingsOfClosed(lastClosed, firstDayOf(addMonths(lastClosed, 1)))}`
      }
      facts={stated.map(({ name, amount, day }) => ({
        label: name,
        value: `${texts.openingOf(formatFigure(amount ?? 0), day ?? '')}, ${texts.fromStatement}`,
      }))}
      confirm="Save"
      busy={busy}
      changesOnly
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
              // The keyboard for amounts of some phones has no minus.
              inputMode="text"
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

/** An empty field: it is not known. Below zero as `-450`, `R -450` or, as a minus sign, `−450`. */
function readBalance(typed: string): number | null {
  const text = typed.trim().replace(/^R\s*(?=[-−])/i, '');
  if (text === '') return null;
  return /^[-−]/.test(text) ? -readAmount(text.slice(1)) : readAmount(text);
}
