import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { ApiError } from '#web/api/api-error.ts';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { FormDialog } from './form-dialog.tsx';

export type FieldProblems = Readonly<Record<string, string | undefined>>;

interface Props<Form> {
  title: string;
  explained?: string;
  facts?: readonly Fact[];
  confirm: string;
  busy: boolean;
  /** It shows what is stored, and there is nothing to send until one of its fields, other than the reason, is another one. */
  changesOnly?: boolean;
  /** Reads the fields by their names. */
  schema: z.ZodMiniType<Form>;
  renderFields: (problems: FieldProblems) => ReactNode;
  onClose: () => void;
  /** Answers the refusal, or null when done. The typed values stay. */
  onConfirm: (form: Form) => Promise<ApiError | null>;
}

/** Asks for the details of one action. The browser keeps the values of the fields. */
export function FieldsDialog<Form>(props: Props<Form>) {
  const { title, explained, facts, confirm, busy, schema, renderFields, onClose, onConfirm } =
    props;
  const { changesOnly = false } = props;
  const [storedValues, setStoredValues] = useState('');
  const [shownValues, setShownValues] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    setStoredValues(valuesIn(form.current));
    setShownValues(valuesIn(form.current));
  }, []);

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
    <FormDialog
      title={title}
      submit={confirm}
      cancel="No, cancel"
      busy={busy}
      off={changesOnly && shownValues === storedValues}
      onTyped={() => setShownValues(valuesIn(form.current))}
      problem={refusal}
      formRef={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {explained !== undefined && <p>{explained}</p>}
      {facts && <DefinitionList facts={facts} />}
      {renderFields(problems)}
    </FormDialog>
  );
}

/** To compare them. */
function valuesIn(form: HTMLFormElement | null): string {
  const values = new FormData(form ?? undefined);
  values.delete('reason');
  return JSON.stringify([...values]);
}
