import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { ApiError } from '#web/api/api-error.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import styles from './credits-page.module.css';

export type FieldProblems = Readonly<Record<string, string | undefined>>;

interface Props<Form> {
  title: string;
  explained?: string;
  facts?: readonly Fact[];
  confirm: string;
  busy: boolean;
  /** Reads the fields by their names. */
  schema: z.ZodMiniType<Form>;
  renderFields: (problems: FieldProblems) => ReactNode;
  onClose: () => void;
  /** Answers the refusal, or null when done. The typed values stay. */
  onConfirm: (form: Form) => Promise<ApiError | null>;
}

/** Asks for the details of one action with money. */
export function CreditDialog<Form>(props: Props<Form>) {
  const { title, explained, facts, confirm, busy, schema, renderFields, onClose, onConfirm } =
    props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [refusal, setRefusal] = useState<string | null>(null);

  function show(found: readonly { field: string; message: string }[]) {
    setProblems(Object.fromEntries(found.map(({ field, message }) => [field, message])));
    const first = form.current?.elements.namedItem(found[0]?.field ?? '');
    if (first instanceof HTMLElement) first.focus();
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setRefusal(null);
    const typed = Object.fromEntries(new FormData(form.current ?? undefined));
    const checked = schema.safeParse(typed);
    if (!checked.success) {
      show(checked.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })));
      return;
    }
    setProblems({});
    const error = await onConfirm(checked.data);
    if (error === null) return;
    if (error.errors.length > 0) show(error.errors);
    else setRefusal(error.message);
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, cancel</Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      {explained !== undefined && <p>{explained}</p>}
      {facts && <DefinitionList facts={facts} />}
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className={styles.form}
      >
        {renderFields(problems)}
      </form>
      <FormProblem message={refusal} />
    </Dialog>
  );
}
