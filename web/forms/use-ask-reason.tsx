import { type ReactNode, useState } from 'react';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { idParams } from '#contract/fields.ts';
import type { reasonForm } from '#contract/reason.ts';
import type { CallArguments } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** A call that takes something back: a record, and why. */
type Reasoned = EndpointShape & { params: typeof idParams; body: typeof reasonForm };

interface Question {
  id: string;
  title: string;
  body: ReactNode;
  confirm: string;
}

interface Outcome {
  /** What the notice says when it is done. */
  done: string;
  /** Done, or refused because of what someone else did: in either case the record is read again. */
  onDone: (id: string) => Promise<unknown>;
}

/** `ask(question)` opens the dialog, which stays until it is done or given up; render `dialog`. */
export function useAskReason<E extends Reasoned>(endpoint: E, { done, onDone }: Outcome) {
  const notify = useNotify();
  const { send, busy } = useCall(endpoint);
  const [asked, setAsked] = useState<Question | null>(null);

  async function confirm(id: string, reason: string): Promise<string | null> {
    const given = [{ params: { id }, body: { reason } }] as unknown as CallArguments<E>;
    const outcome = await send(...given);
    if (!outcome.ok) {
      if (outcome.error?.status === 409) await onDone(id);
      return outcome.error?.message ?? null;
    }
    setAsked(null);
    notify.success(done);
    await onDone(id);
    return null;
  }

  const dialog = asked && (
    <ReasonDialog
      title={asked.title}
      confirm={asked.confirm}
      busy={busy}
      onClose={() => setAsked(null)}
      onConfirm={(reason) => confirm(asked.id, reason)}
    >
      {asked.body}
    </ReasonDialog>
  );
  return { ask: setAsked, dialog };
}
