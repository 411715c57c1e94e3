import { useQuery } from '@tanstack/react-query';
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
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { paths } from '#web/app/paths.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import layout from '#web/forms/form-layout.module.css';
import { RecordBar } from '#web/forms/record-bar.tsx';
import { useRecordForm } from '#web/forms/use-record-form.ts';
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
  const edit = useRecordForm(addedDonation(types), empty);
  const { form, errors } = edit;
  const { send } = useCall(donate);
  const once = useOneAtATime();
  const wrong = form.formState.errors;
  const goBack = () => void navigate(backToList(paths.donations()));

  async function add(body: BodyOf<typeof donate>) {
    const saved = await edit.save(() => send({ body }));
    if (!saved) return;
    notify.success(donationTexts.added);
    edit.leave();
    // The new record opens: its next step is Process Payment.
    await navigate(paths.donation(saved.data.id), { replace: true });
  }

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((body) => once.run(() => add(body)), errors.onInvalid)}
      className={layout.form}
    >
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
      <RecordBar {...edit.bar} submit="Create" busy={once.busy} onCancel={goBack} />
    </form>
  );
}
