import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  title: string;
  body: ReactNode;
  /** The text of the confirming button. */
  confirm: string;
  cancel: string;
  danger?: boolean;
}

/** Aborting `until` closes the dialog and answers no. */
export type Confirm = (question: Question, until?: AbortSignal) => Promise<boolean>;

interface OpenQuestion extends Question {
  answer: (yes: boolean) => void;
}

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** Confirm before what cannot be undone: `if (await confirm(confirmDeletion(name))) …`. */
export function useConfirm(): Confirm {
  return use(ConfirmContext);
}

/** The question of product-rules 18.6. */
export function confirmDeletion(
  what: string,
  consequence = `${what} will be deleted. This cannot be undone.`,
): Question {
  return {
    title: 'Confirm Deletion',
    body: consequence,
    confirm: 'Yes, delete it',
    cancel: 'No, cancel',
    danger: true,
  };
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const open = useRef<OpenQuestion>(null);
  const confirm = useCallback<Confirm>((question, until) => {
    // A second question replaces the first one, which is answered no.
    open.current?.answer(false);
    return new Promise((resolve) => {
      const mine: OpenQuestion = { ...question, answer };
      function answer(yes: boolean) {
        resolve(yes);
        if (open.current !== mine) return;
        open.current = null;
        setQuestion(null);
      }
      until?.addEventListener('abort', () => answer(false));
      open.current = mine;
      setQuestion(mine);
    });
  }, []);
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && <QuestionDialog question={question} />}
    </ConfirmContext>
  );
}

function QuestionDialog({ question }: { question: OpenQuestion }) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      title={question.title}
      startAt={safe}
      onClose={() => question.answer(false)}
      actions={
        <>
          <Button ref={safe} onClick={() => question.answer(false)}>
            {question.cancel}
          </Button>
          <Button
            kind={question.danger === true ? 'danger' : 'primary'}
            onClick={() => question.answer(true)}
          >
            {question.confirm}
          </Button>
        </>
      }
    >
      {typeof question.body === 'string' ? <p>{question.body}</p> : question.body}
    </Dialog>
  );
}
