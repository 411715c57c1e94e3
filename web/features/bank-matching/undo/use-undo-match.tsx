import { useRef } from 'react';
import { type BankMatch, undoMatch } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { paymentAdminTexts } from '#contract/payments/admin-endpoints.ts';
import { useMembershipChoice } from '#web/features/payments/use-undo-payment.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { partInWords } from '../in-words.ts';

type Outcome = Pick<Parameters<typeof useAskReason>[1], 'onDone' | 'onRefused'>;

/** The payer got a receipt for these. */
const withReceipt: readonly BankMatch['kind'][] = ['invoice', 'donation', 'new-donation'];

/** Asks for the reason why a booked part of a line is undone. Render `dialog`. */
export function useUndoMatch(outcome: Outcome) {
  const mails = useRef<HTMLInputElement>(null);
  const membership = useMembershipChoice();
  const { ask, dialog } = useAskReason(undoMatch, {
    ...outcome,
    done: words.undone,
    more: () => ({ ...membership.read(), mailsPayer: mails.current?.checked === true }),
  });
  const askOf = (match: BankMatch, isMoneyIn: boolean) =>
    ask({
      id: match.id,
      title: words.undoTitle,
      body: (
        <>
          <p>{partInWords(match, isMoneyIn)}</p>
          <p>{words.askUndo}</p>
          {withReceipt.includes(match.kind) && (
            <CheckboxField
              ref={mails}
              label={paymentAdminTexts.mailsPayer}
              hint={paymentAdminTexts.mailsPayerHint}
            />
          )}
          {match.kind === 'invoice' && membership.fieldsOf(null)}
        </>
      ),
      confirm: words.undoTitle,
    });
  return { ask: askOf, dialog };
}
