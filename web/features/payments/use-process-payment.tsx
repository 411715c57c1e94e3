import { useState } from 'react';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { idParams } from '#contract/fields.ts';
import type { paymentDay } from '#contract/payments.ts';
import type { CallArguments } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { PaymentDialog, type PaymentQuestion } from './payment-dialog.tsx';

type Processing = EndpointShape & {
  params: typeof idParams;
  body: typeof paymentDay;
  bodyOptional: true;
};

interface Asked extends PaymentQuestion {
  id: string;
}

interface Outcome {
  texts: { processed: string; processFailed: string };
  /** Told why the server refused, and null before it is asked. */
  onRefused: (message: string | null) => void;
  /** Someone else may have been quicker: in either case the record is to be read again. */
  onDone: (id: string) => Promise<unknown>;
}

/** `ask` opens the question; a yes records the payment. Render `dialog`. */
export function useProcessPayment<E extends Processing>(endpoint: E, outcome: Outcome) {
  const { texts, onRefused, onDone } = outcome;
  const notify = useNotify();
  const { send, busy } = useCall(endpoint);
  const [asked, setAsked] = useState<Asked | null>(null);

  async function record(id: string, paidOn: string | undefined) {
    setAsked(null);
    onRefused(null);
    const body = paidOn === undefined ? {} : { body: { paidOn } };
    const answer = await send(...([{ params: { id }, ...body }] as unknown as CallArguments<E>));
    if (answer.ok) {
      notify.success(texts.processed);
    } else if (answer.error && answer.error.status !== 401) {
      notify.failure(texts.processFailed);
      onRefused(answer.error.message);
    }
    await onDone(id);
  }

  const dialog = asked && (
    <PaymentDialog
      {...asked}
      onClose={() => setAsked(null)}
      onConfirm={(paidOn) => void record(asked.id, paidOn)}
    />
  );
  return { busy, ask: setAsked, dialog };
}
