import { useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import { invoiceAdminTexts, updateInvoice } from '#contract/invoice-admin.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { type ReadAgain, useRecordForm } from '#web/forms/use-record-form.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { useNotify } from '#web/ui/notices.tsx';
import type { Version } from './use-invoice.ts';

export interface FormProps {
  version: Version;
  readAgain: ReadAgain;
  /** Told whether something is typed and not saved. */
  onChanged: (isChanged: boolean) => void;
}

interface Shape<Typed extends FieldValues> {
  schema: z.ZodMiniType<BodyOf<typeof updateInvoice>, Typed>;
  values: Typed;
}

/** Saves; one that was sent, paid or voided meanwhile is read again like one that someone changed. */
export function useInvoiceForm<Typed extends FieldValues>(
  { version: { invoice, etag }, readAgain, onChanged }: FormProps,
  { schema, values }: Shape<Typed>,
) {
  const navigate = useNavigate();
  const notify = useNotify();
  const edit = useRecordForm(schema, values, { readAgain, staleAt: [409, 412] });
  const saving = useCall(updateInvoice);
  const { form, errors, isChanged, problem, stale, isMerged } = edit;
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  const goBack = () => void navigate(backToList(paths.invoices()));

  async function save(body: BodyOf<typeof updateInvoice>) {
    edit.begin();
    const outcome = await saving.send({ params: { id: invoice.id }, body }, { ifMatch: etag });
    if (outcome.ok) {
      notify.success(invoiceAdminTexts.saved);
      edit.leave();
      goBack();
    } else if (outcome.error) {
      edit.refuse(outcome.error);
    }
  }

  return {
    form,
    errors,
    onSubmit: form.handleSubmit(save, errors.onInvalid),
    bar: {
      isChanged,
      problem,
      stale,
      isMerged,
      submit: 'Save',
      busy: saving.busy,
      onCancel: goBack,
    },
  };
}
