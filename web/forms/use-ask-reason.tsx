import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { idParams } from '#contract/fields.ts';
import { reasonForm } from '#contract/reason.ts';
import { useCall } from '#web/api/use-call.ts';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import type { FieldProblems } from './fields-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

/** A call that undoes something and requires a reason. */
type Reasoned = EndpointShape & { params: typeof idParams; body: typeof reasonForm };

interface Question {
  id: string;
  title: string;
  /** With fields, a function of what is wrong with them, by their names. */
  body: ReactNode | ((problems: FieldProblems) => ReactNode);
  confirm: string;
  /** The look of the confirming button; `danger` by default. */
  kind?: 'primary' | 'danger';
}

interface Outcome {
  /** The success notice. */
  done: string;
  /** Called when done, or refused because of someone else's change: reload the record. */
  onDone: (id: string) => Promise<unknown>;
  /**
   * Called with the refusal before the reload, which may remove the row of this dialog, and with
   * null before each call.
   */
  onRefused?: (message: string | null) => void;
  /** Further fields of the body, read when the question is confirmed. */
  more?: () => object;
}

/** `ask(question)` opens the dialog until it succeeds or is cancelled. Render `dialog`. */
export function useAskReason(endpoint: Reasoned, { done, onDone, onRefused, more }: Outcome) {
  const notify = useNotify();
  const { send, busy } = useCall(endpoint);
  const [question, setQuestion] = useState<Question | null>(null);

  async function confirm(id: string, reason: string): Promise<ApiError | null> {
    onRefused?.(null);
    const outcome = await send({ params: { id }, body: { reason, ...more?.() } });
    if (!outcome.ok) {
      if (outcome.error?.status === 409) {
        onRefused?.(outcome.error.message);
        await onDone(id);
      }
      return outcome.error;
    }
    setQuestion(null);
    notify.success(done);
    await onDone(id);
    return null;
  }

  const dialog = question && (
    <ReasonDialog
      title={question.title}
      confirm={question.confirm}
      kind={question.kind ?? 'danger'}
      busy={busy}
      onClose={() => setQuestion(null)}
      onConfirm={(reason) => confirm(question.id, reason)}
    >
      {(problems) =>
        typeof question.body === 'function' ? question.body(problems) : question.body
      }
    </ReasonDialog>
  );
  return { ask: setQuestion, dialog };
}

interface Props {
  title: string;
  /** The consequences, and further fields. */
  children: (problems: FieldProblems) => ReactNode;
  /** The text of the confirming button. */
  confirm: string;
  kind: 'primary' | 'danger';
  busy: boolean;
  onClose: () => void;
  /** Returns the refusal, or null when done. A refusal keeps the typed reason. */
  onConfirm: (reason: string) => Promise<ApiError | null>;
}

/** Asks for a reason, which is stored with the change. */
function ReasonDialog({ title, children, confirm, kind, busy, onClose, onConfirm }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [problems, setProblems] = useState<FieldProblems>({});

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const checked = reasonForm.safeParse({ reason: field.current?.value });
    setWrong(checked.success ? undefined : checked.error.issues[0]?.message);
    setProblem(null);
    setProblems({});
    if (!checked.success) return field.current?.focus();
    const refusal = await onConfirm(checked.data.reason);
    const [first] = refusal?.errors ?? [];
    const at = elements.namedItem(first?.field ?? '');
    if (first === undefined || !(at instanceof HTMLElement)) {
      return setProblem(refusal?.message ?? null);
    }
    setProblems({ [first.field]: first.message });
    at.focus();
  }

  return (
    <FormDialog
      title={title}
      submit={confirm}
      kind={kind}
      cancel="No, cancel"
      startAt={field}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {children(problems)}
      <TextareaField
        ref={field}
        label="Reason"
        error={wrong}
        maxLength={500}
        onChange={() => setWrong(undefined)}
      />
    </FormDialog>
  );
}
