import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import { invoiceAdminTexts, updateInvoice } from '#contract/invoice-admin.ts';
import { backToList } from '#web/admin-list/list-memory.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/paths.ts';
import { problemIn } from '#web/ui/form/problem-in.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { useErrorFocus } from '#web/ui/form/use-error-focus.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { useNotify } from '#web/ui/notices.tsx';
import type { Version } from './use-invoice.ts';

export interface FormProps {
  version: Version;
  /** Answers why it could not be read, or null. */
  readAgain: () => Promise<string | null>;
  /** Told whether something is typed and not saved. */
  onChanged: (isChanged: boolean) => void;
}

interface Shape<Typed extends FieldValues> {
  schema: z.ZodMiniType<BodyOf<typeof updateInvoice>, Typed>;
  values: Typed;
}

/** Saves; and when someone else was first, fills in their version below what was typed here. */
export function useInvoiceForm<Typed extends FieldValues>(
  { version: { invoice, etag }, readAgain, onChanged }: FormProps,
  { schema, values }: Shape<Typed>,
) {
  const navigate = useNavigate();
  const notify = useNotify();
  const form = useCheckedForm(schema, { values, resetOptions: { keepDirtyValues: true } });
  const errors = useErrorFocus(form);
  const saving = useCall(updateInvoice);
  const [problem, setProblem] = useState<string | null>(null);
  const [reloading, setReloading] = useState(false);
  const [isMerged, setIsMerged] = useState(false);
  const isChanged = form.formState.isDirty;
  const leave = useUnsavedChanges(isChanged);
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  const goBack = () => void navigate(backToList(paths.invoices()));

  async function save(body: BodyOf<typeof updateInvoice>) {
    setProblem(null);
    setIsMerged(false);
    const outcome = await saving.send({ params: { id: invoice.id }, body }, { ifMatch: etag });
    if (outcome.ok) {
      notify.success(invoiceAdminTexts.saved);
      leave();
      goBack();
    } else if (outcome.error) {
      setProblem(problemIn(outcome.error, errors));
    }
  }

  async function reload() {
    setReloading(true);
    const failure = await readAgain();
    setReloading(false);
    setProblem(failure);
    if (failure !== null) return;
    saving.clearError();
    setIsMerged(true);
  }

  return {
    form,
    errors,
    onSubmit: form.handleSubmit(save, errors.onInvalid),
    bar: {
      isChanged,
      problem,
      /** Changed by someone else, or sent, paid or voided, since it was read. */
      stale: [409, 412].includes(saving.error?.status ?? 0) ? { reload, reloading } : null,
      isMerged,
      submit: 'Save',
      busy: saving.busy,
      onCancel: goBack,
    },
  };
}
