import { useState } from 'react';
import * as z from 'zod/mini';
import { type Invoice, searchInvoices } from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { carryCredit, creditTexts } from '#contract/payments/credits.ts';
import { positiveMoney } from '#contract/payments/payment-details.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSuggestions } from '#web/lists/use-suggestions.ts';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { ComboboxField } from '#web/ui/fields/combobox-field.tsx';
import { tidyAmount, typedAmount } from '#web/ui/fields/read-amount.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import type { UseProps } from './use-credit-dialogs.tsx';

const form = z.object({
  invoice: z.string().check(z.minLength(1, 'Please choose an open invoice.')),
  amount: typedAmount(positiveMoney),
});

/** Pays an open invoice from the credit. The payer's own open invoices are offered first. */
export function CarryDialog({ credit, facts, onClose, onDone }: UseProps) {
  const notify = useNotify();
  const { send, busy } = useCall(carryCredit);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Invoice | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { rows: invoices, status } = useOpenInvoices(
    chosen ? '' : text.trim() || credit.payerLastName,
  );
  const most = Math.min(credit.amount, chosen?.balance ?? credit.amount);
  return (
    <FieldsDialog
      title="Pay an invoice"
      facts={facts}
      confirm="Pay the invoice"
      busy={busy}
      schema={form}
      onClose={onClose}
      onConfirm={async ({ amount }) => {
        const body = { invoiceId: chosen?.id ?? '', amount };
        const outcome = await send({ params: { id: credit.id }, body });
        if (!outcome.ok) return outcome.error;
        notify.success(creditTexts.carried(chosen?.invoiceNumber ?? ''));
        await onDone();
        return null;
      }}
      renderFields={(problems) => (
        <>
          <input type="hidden" name="invoice" value={chosen?.id ?? ''} />
          <ComboboxField
            label="Open invoice"
            hint="Type a number or a name."
            error={chosen === null ? problems['invoice'] : undefined}
            text={chosen ? nameOf(chosen) : text}
            onText={(words) => {
              setText(words);
              setChosen(null);
            }}
            suggestions={invoices.map((invoice) => ({
              id: invoice.id,
              title: nameOf(invoice),
              line: `${formatRand(invoice.balance)} to pay · ${invoice.line}`,
            }))}
            onChoose={({ id }) => setChosen(invoices.find((one) => one.id === id) ?? null)}
            status={status}
          />
          <AmountField
            name="amount"
            label="Amount"
            value={typed ?? tidyAmount(String(most))}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={problems['amount']}
          />
        </>
      )}
    />
  );
}

function nameOf({ invoiceNumber, userFirstName, userLastName }: Invoice): string {
  return `${invoiceNumber} ${userFirstName} ${userLastName}`;
}

const shown = 8;

function useOpenInvoices(text: string) {
  return useSuggestions({
    text,
    queryKey: ['invoices', 'open'],
    search: async (words, signal) => {
      const body = { text: words, isPaid: false, pageSize: shown };
      return (await call(searchInvoices, { body, signal })).results;
    },
    counted: ({ length: count }) => (count === 1 ? '1 open invoice' : `${count} open invoices`),
  });
}
