import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  title: string;
  body: ReactNode;
  /** The words of the button that says yes. */
  confirm: string;
  cancel: string;
  danger?: boolean;
}

/** `until` takes the question back, as a no. */
export type Confirm = (question: Question, until?: AbortSignal) => Promise<boolean>;

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** Ask before what can't be taken back: `if (await confirm(confirmDeletion(name))) …`. */
export function useConfirm(): Confirm {
  return use(ConfirmContext);
}

/** The question of the specification, §2. */
export function confirmDeletion(
  what: string,
  consequence = `${what} will be deleted. This can not be undone.`,
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
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useRef<Asked>(null);
  const confirm = useCallback<Confirm>((question, until) => {
    // A second question takes the first one's place, which is thereby declined.
    open.current?.answer(false);
    return new Promise((resolve) => {
      const mine: Asked = { ...question, answer };
      function answer(yes: boolean) {
        resolve(yes);
        if (open.current !== mine) return;
        open.current = null;
        setAsked(null);
      }
      until?.addEventListener('abort', () => answer(false));
      open.current = mine;
      setAsked(mine);
    });
  }, []);
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && <QuestionDialog asked={asked} />}
    </ConfirmContext>
  );
}

function QuestionDialog({ asked }: { asked: Asked }) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      title={asked.title}
      startAt={safe}
      onClose={() => asked.answer(false)}
      actions={
        <>
          <Button ref={safe} onClick={() => asked.answer(false)}>
            {asked.cancel}
          </Button>
          <Button
            kind={asked.danger === true ? 'danger' : 'primary'}
            onClick={() => asked.answer(true)}
          >
            {asked.confirm}
          </Button>
        </>
      }
    >
      {typeof asked.body === 'string' ? <p>{asked.body}</p> : asked.body}
    </Dialog>
  );
}
