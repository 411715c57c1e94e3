import { useState } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { createInvoice, invoiceAdminTexts } from '#contract/invoice-admin.ts';
import type { Member } from '#contract/members.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { useNavigate } from '#web/app/router/use-router.ts';
import { Card } from '#web/ui/card.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts';
import { useNotify } from '#web/ui/notices.tsx';
import layout from '#web/forms/form-layout.module.css';
import { MatterFields } from './matter-fields.tsx';
import { PayerFields } from './payer-fields.tsx';
import { ChosenMember } from './chosen-member.tsx';
import { emptyInvoice, newInvoiceFor, type PayerKind } from './new-invoice-values.ts';

const kinds = [
  { value: 'member', title: 'A member', line: 'Name and address are taken from the member.' },
  { value: 'other', title: 'Somebody else', line: 'You type who pays.' },
] as const;

/** Nothing is sent: the invoice's own page, which comes next, offers that. */
export function NewInvoiceForm({ of }: { of: Member | null }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const [kind, setKind] = useState<PayerKind>('member');
  const form = useCheckedForm(newInvoiceFor(kind), {
    defaultValues: { ...emptyInvoice, memberId: of?.id ?? '' },
  });
  const errors = useErrorFocus(form);
  const { busy, send } = useCall(createInvoice);
  const [problem, setProblem] = useState<string | null>(null);
  const { isDirty, errors: wrong } = form.formState;
  const leave = useUnsavedChanges(isDirty);

  async function add(body: BodyOf<typeof createInvoice>) {
    setProblem(null);
    const outcome = await send({ body });
    if (outcome.ok) {
      notify.success(invoiceAdminTexts.added);
      leave();
      void navigate(paths.invoice(outcome.data.id), { replace: true });
    } else if (outcome.error) {
      setProblem(problemIn(outcome.error, errors));
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(add, errors.onInvalid)} className={layout.form}>
      <ErrorSummary {...errors.summary} />
      <Card title="Payer">
        <RadioCards
          legend="Who pays?"
          options={kinds}
          value={kind}
          name="kind"
          onChange={(event) => {
            setKind(event.currentTarget.value === 'other' ? 'other' : 'member');
            form.clearErrors();
          }}
        />
        {kind === 'member' ? (
          <ChosenMember control={form.control} first={of} />
        ) : (
          <PayerFields register={form.register} wrong={wrong} />
        )}
      </Card>
      <Card title="The invoice">
        <MatterFields register={form.register} wrong={wrong} />
      </Card>
      <RecordBar
        isChanged={isDirty}
        problem={problem}
        submit="Create"
        busy={busy}
        onCancel={() => void navigate(backToList(paths.invoices()))}
      />
    </form>
  );
}
