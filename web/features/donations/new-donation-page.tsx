import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  donate,
  donationTexts,
  type DonationType,
  listDonationTypes,
} from '#contract/donations/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { problemIn } from '#web/forms/problem-in.ts';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts';
import { backToList } from '#web/lists/list-memory.ts';
import { Card } from '#web/ui/card.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { addedDonation, DonorFields, type TypedNewDonation } from './donation-fields.tsx';

/** A donation that arrived in another way; no email is sent. product-rules 6.20. */
export function NewDonationPage() {
  const types = useQuery({
    queryKey: ['donationTypes'],
    queryFn: ({ signal }) => call(listDonationTypes, { signal }),
  });
  return (
    <>
      <PageTitle>New Donation</PageTitle>
      {!types.data && types.isError && (
        <LoadFailure
          text={donationTexts.typesFailed}
          busy={types.isFetching}
          onRetry={() => void types.refetch()}
        />
      )}
      {!types.data && !types.isError && <Spinner />}
      {types.data && <NewDonationForm types={types.data} />}
    </>
  );
}

const empty: TypedNewDonation = {
  firstName: '',
  lastName: '',
  email: '',
  donationTypeId: '',
  amount: '',
};

function NewDonationForm({ types }: { types: readonly DonationType[] }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const form = useCheckedForm(addedDonation(types), { defaultValues: empty });
  const errors = useErrorFocus(form);
  const { busy, send } = useCall(donate);
  const [problem, setProblem] = useState<string | null>(null);
  const { isDirty, errors: wrong } = form.formState;
  const leave = useUnsavedChanges(isDirty);
  const goBack = () => void navigate(backToList(paths.donations()));

  async function add(body: BodyOf<typeof donate>) {
    setProblem(null);
    const outcome = await send({ body });
    if (outcome.ok) {
      notify.success(donationTexts.added);
      leave();
      goBack();
    } else if (outcome.error) {
      setProblem(problemIn(outcome.error, errors));
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(add, errors.onInvalid)} className={layout.form}>
      <ErrorSummary {...errors.summary} />
      <Card>
        <DonorFields
          firstName={{ ...form.register('firstName'), error: wrong.firstName?.message }}
          lastName={{ ...form.register('lastName'), error: wrong.lastName?.message }}
          email={{ ...form.register('email'), error: wrong.email?.message }}
        />
        <SelectField
          label="Donation Type"
          placeholder="Choose…"
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
          error={wrong.donationTypeId?.message}
          {...form.register('donationTypeId', { onChange: () => form.clearErrors('amount') })}
        />
        <AmountField label="Amount" error={wrong.amount?.message} {...form.register('amount')} />
      </Card>
      <RecordBar
        isChanged={isDirty}
        problem={problem}
        submit="Create"
        busy={busy}
        onCancel={goBack}
      />
    </form>
  );
}
