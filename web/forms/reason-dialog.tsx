import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { reasonForm } from '#contract/reason.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { FormProblem } from './form-problem.tsx';

interface Props {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The words of the button that does it. */
  confirm: string;
  busy: boolean;
  onClose: () => void;
  /** Answers why it was refused; what was typed stays then. Null when it is done. */
  onConfirm: (reason: string) => Promise<string | null>;
}

/** Asks why, before something is taken back: the reason is kept with it. */
export function ReasonDialog({ title, children, confirm, busy, onClose, onConfirm }: Props) {
  const formId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const checked = reasonForm.safeParse({ reason: field.current?.value });
    setWrong(checked.success ? undefined : checked.error.issues[0]?.message);
    setProblem(null);
    if (checked.success) setProblem(await onConfirm(checked.data.reason));
    else field.current?.focus();
  }

  return (
    <Dialog
      title={title}
      startAt={field}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, cancel</Button>
          <Button type="submit" form={formId} kind="danger" busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextareaField
          ref={field}
          label="Reason"
          error={wrong}
          maxLength={500}
          onChange={() => setWrong(undefined)}
        />
      </form>
      <FormProblem message={problem} />
    </Dialog>
  );
}
