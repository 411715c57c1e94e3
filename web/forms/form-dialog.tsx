import { type ReactNode, type RefObject, type SyntheticEvent, useId, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './form-dialog.module.css';
import { FormProblem } from './form-problem.tsx';

interface Props {
  title: string;
  /** The text of the button that sends. */
  submit: string;
  kind?: 'primary' | 'danger' | undefined;
  cancel?: string;
  busy: boolean;
  /** There is nothing to send yet. */
  off?: boolean;
  /** False while the form is sent. */
  mayClose?: boolean;
  /** Why it was refused, above the buttons. */
  problem: string | null;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => unknown;
  onTyped?: () => void;
  onClose: () => void;
  formRef?: RefObject<HTMLFormElement | null>;
  /** The element to focus first; `cancel` for what must not happen by a careless Enter. */
  startAt?: RefObject<HTMLElement | null> | 'cancel';
  role?: 'dialog' | 'alertdialog';
  /** What happens then, and the fields. */
  children: ReactNode;
  /** Behind the form, for what has buttons of its own. */
  below?: ReactNode;
}

/** A form in a dialog. It cannot be closed while it is sent. */
export function FormDialog(props: Props) {
  const { title, submit, kind = 'primary', cancel = 'Cancel', busy, off = false, problem } = props;
  const { mayClose = !busy } = props;
  const { onSubmit, onTyped, onClose, formRef, startAt, role, children, below } = props;
  const formId = useId();
  const safe = useRef<HTMLButtonElement>(null);
  const first = startAt === 'cancel' ? safe : startAt;
  return (
    <Dialog
      title={title}
      {...(role && { role })}
      {...(first && { startAt: first })}
      onClose={() => mayClose && onClose()}
      actions={
        <>
          <Button ref={safe} off={!mayClose} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} kind={kind} busy={busy} off={off}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={formRef}
        noValidate
        className={styles.form}
        onSubmit={(event) => void onSubmit(event)}
        onInput={onTyped}
      >
        {children}
        <FormProblem message={problem} />
      </form>
      {below}
    </Dialog>
  );
}
