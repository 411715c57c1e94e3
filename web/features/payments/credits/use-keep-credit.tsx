import { useRef } from 'react';
import { paymentAdminTexts } from '#contract/payments/admin-endpoints.ts';
import { closeCredit, type Credit, creditTexts as texts } from '#contract/payments/credits.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import type { List } from '#web/lists/list-shape.ts';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';

/** Asks why a credit is kept and, on the payments basis, whether VAT is in it. Put `isVatInIt` into the question's body. */
export function useKeepCredit({ id, keptVat }: Credit, list: List) {
  const hasVat = useRef<boolean | null>(null);
  const { ask, dialog } = useAskReason(closeCredit, {
    done: paymentAdminTexts.closed,
    onDone: () => list.removed(id),
    onRefused: list.fail,
    more: () => (keptVat === null ? {} : { hasVat: hasVat.current }),
  });
  const isVatInIt = keptVat !== null && (
    <RadioCards
      name="hasVat"
      legend={texts.hasVat}
      options={[
        { value: 'yes', title: texts.withVat, line: texts.withVatMeans(keptVat) },
        { value: 'no', title: texts.withoutVat, line: texts.withoutVatMeans },
      ]}
      onChange={({ target }) => {
        hasVat.current = target.value === 'yes';
      }}
    />
  );
  return {
    ask: (question: Parameters<typeof ask>[0]) => {
      hasVat.current = null;
      ask(question);
    },
    dialog,
    isVatInIt,
  };
}
